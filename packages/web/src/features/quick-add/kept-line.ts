/** A line that was left without an answer, until it is taken up again in this tab. */
let kept = "";

export const keptLine = (): string => kept;

/** Keeps a line; the empty one forgets it. */
export const keepLine = (line: string): void => void (kept = line);
