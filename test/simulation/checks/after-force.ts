// What a forced reorg may leave behind: books that were told, and a chain that says otherwise.

export const AFTER_FORCE: readonly string[] = [];
