// What a step did.

/** What the app was asked and answered; null for a step that asks it nothing. "idle": the step did nothing. */
export type Done = string | null | "idle";
