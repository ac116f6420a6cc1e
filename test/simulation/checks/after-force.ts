// What a forced reorg may leave behind: books that were told, and a chain that says otherwise.

export const AFTER_FORCE = ["I-07", "I-10", "I-13", "I-15", "I-17", "I-20", "I-27"];
