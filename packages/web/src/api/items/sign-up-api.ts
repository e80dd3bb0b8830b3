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

/** The id of the sign-up of an event, or of the occurrence that its series gives this start. */
export const signUpIdOf = (eventId: string, recurrenceId: string | null): string =>
  recurrenceId === null ? eventId : `${eventId}_${recurrenceId.replaceAll(/[-:]/g, "")}`;

/** undefined: there is none, or it is not for this person to see */
export async function fetchSignUp({ accountId, signUpId }: SignUpOf): Asked<SignUpRecord | undefined> {
  const given = await jmap.get("SignUp", accountId, [signUpId]);
  return given.ok ? ok(given.value[0]) : given;
}

async function change(name: string, of: SignUpOf, args: JsonRecord): Asked<SignUpRecord> {
  const given = await jmap.callOne<{ readonly signUp: SignUpRecord }>(name, { ...of, ...args });
  return given.ok ? ok(given.value.signUp) : given;
}

/** Puts the reader down, or takes them off. */
export const answerSignUp = (
  of: SignUpOf,
  answer: { readonly isComing: boolean; readonly people?: number; readonly note?: string },
): Asked<SignUpRecord> => change("SignUp/answer", of, answer);

/** Takes somebody off the list, or puts them back on it. */
export const answerForOther = (
  of: SignUpOf,
  calendarAddress: string,
  isComing: boolean,
): Asked<SignUpRecord> => change("SignUp/answerFor", of, { calendarAddress, isComing });

/** Ticks off who was there. */
export const tickSignUp = (
  of: SignUpOf,
  calendarAddress: string,
  hasAttended: boolean,
): Asked<SignUpRecord> => change("SignUp/tick", of, { calendarAddress, hasAttended });

/** Makes a link for people without an account, or takes it back; `isFormer`: the last one works again. */
export const changeSignUpLink = (of: SignUpOf, isOn: boolean, isFormer = false): Asked<SignUpRecord> =>
  change("SignUp/link", of, { isOn, isFormer });

/** Asks those again who have not answered. */
export const remindSilent = (of: SignUpOf): Asked<SignUpRecord> => change("SignUp/remind", of, {});
