import type { Modseq } from "../../app/types.ts";

/** An account's modseq as a JMAP state. All its types share the number. */
export const stateOf = (modseq: Modseq): string => String(modseq);

/** The modseq of a state of ours; undefined for any other text. */
export const modseqOf = (state: string): Modseq | undefined =>
  /^(0|[1-9]\d{0,14})$/.test(state) ? Number(state) : undefined;
