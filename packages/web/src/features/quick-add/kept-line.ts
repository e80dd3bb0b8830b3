/** A line that was left without an answer, and whose it is: somebody else may sign in on the same page. */
let kept = { account: "", line: "" };

/** Returns the line that a person left in this tab; else the empty one. */
export const keptLine = (account: string): string => (kept.account === account ? kept.line : "");

/** Keeps a person's line; the empty one forgets it. */
export const keepLine = (account: string, line: string): void => void (kept = { account, line });
