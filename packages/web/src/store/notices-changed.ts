/** The event by which a page learns that something has rung or that others did something, or that it was dealt with elsewhere; `detail` is the StateChange, absent if anything may have been missed. */
export const NOTICES_CHANGED = "snart-notices";
