import type { SignUpRecord } from "@snart/calendar/jmap/sign-up.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";

/** A sign-up: the event, or one occurrence of a series. */
export interface SignUpOf {
  readonly accountId: string;
  readonly signUpId: string;
}

/** Returns the id of an event's sign-up, or of that of the occurrence with this start in its series. */
export const signUpIdOf = (eventId: string, recurrenceId: string | null): string =>
  recurrenceId === null ? eventId : `${eventId}_${recurrenceId.replaceAll(/[-:]/g, "")}`;

/** undefined: there is none, or this person may not see it */
export async function fetchSignUp({ accountId, signUpId }: SignUpOf): Asked<SignUpRecord | undefined> {
  const given = await jmap.get("SignUp", accountId, [signUpId]);
  return given.ok ? ok(given.value[0]) : given;
}

async function change(name: string, of: SignUpOf, args: JsonRecord): Asked<SignUpRecord> {
  const given = await jmap.callOne<{ readonly signUp: SignUpRecord }>(name, { ...of, ...args });
  return given.ok ? ok(given.value.signUp) : given;
}

/** Signs the reader up, or withdraws their sign-up. */
export const answerSignUp = (
  of: SignUpOf,
  answer: { readonly isComing: boolean; readonly people?: number; readonly note?: string },
): Asked<SignUpRecord> => change("SignUp/answer", of, answer);

/** Removes somebody from the list, or puts them back on it. */
export const answerForOther = (
  of: SignUpOf,
  calendarAddress: string,
  isComing: boolean,
): Asked<SignUpRecord> => change("SignUp/answerFor", of, { calendarAddress, isComing });

/** Records who was there. */
export const tickSignUp = (
  of: SignUpOf,
  calendarAddress: string,
  hasAttended: boolean,
): Asked<SignUpRecord> => change("SignUp/tick", of, { calendarAddress, hasAttended });

/** Makes a link for people without an account, or revokes it; `isFormer`: the last one works again. */
export const changeSignUpLink = (of: SignUpOf, isOn: boolean, isFormer = false): Asked<SignUpRecord> =>
  change("SignUp/link", of, { isOn, isFormer });

/** Asks again those people who have not answered. */
export const remindSilent = (of: SignUpOf): Asked<SignUpRecord> => change("SignUp/remind", of, {});
