import { failed, ok } from "@snart/calendar/result.ts";
import { accountState } from "../../app/changes.ts";
import type { Modseq } from "../../app/types.ts";
import { accountErrorOf } from "../problem.ts";
import type { ReadState } from "./state-guard.ts";

/** An account's modseq as a JMAP state. All its types share the number. */
export const stateOf = (modseq: Modseq): string => String(modseq);

/** The modseq of one of our states; undefined for any other text. */
export const modseqOf = (state: string): Modseq | undefined =>
  /^(0|[1-9]\d{0,14})$/.test(state) ? Number(state) : undefined;

/** The state of a type whose changes are in the account's log. */
export const modseqState: ReadState = async ({ app, actor }, account) => {
  const state = await accountState(app, actor, account.id);
  return state.ok ? ok(stateOf(state.value)) : failed(accountErrorOf(state.problem));
};
