import { failed, ok } from "@snart/calendar/result.ts";
import { accountState } from "../../app/changes.ts";
import type { Modseq } from "../../app/types.ts";
import { accountErrorOf } from "../problem.ts";
import type { ReadState } from "./state-guard.ts";

/**
 * An account's modseq as a JMAP state. All its types share the number.
 * @param within the state lies inside the transaction after it: things with ids up to this are known
 */
export const stateOf = (modseq: Modseq, within?: string): string =>
  within === undefined ? String(modseq) : `${modseq}:${within}`;

/** The place in the log of a state between two pages of /changes, or of any other; undefined for other texts. */
export function placeOf(
  state: string,
): { readonly since: Modseq; readonly within: string | undefined } | undefined {
  const [, number = "", , within] = /^(\d{1,15})(:([A-Za-z0-9_-]{1,200}))?$/.exec(state) ?? [];
  const since = modseqOf(number);
  return since === undefined ? undefined : { since, within };
}

/** The modseq of one of our states; undefined for any other text. */
export const modseqOf = (state: string): Modseq | undefined =>
  /^(0|[1-9]\d{0,14})$/.test(state) ? Number(state) : undefined;

/** The state of a type whose changes are in the account's log. */
export const modseqState: ReadState = async ({ app, actor }, account) => {
  const state = await accountState(app, actor, account.id);
  return state.ok ? ok(stateOf(state.value)) : failed(accountErrorOf(state.problem));
};
