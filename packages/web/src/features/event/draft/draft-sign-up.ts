import type { JSEvent, JsonValue, PatchObject, SignUp } from "@snart/calendar/jscalendar/types.ts";
import { exactMilliseconds, nominalDays, parseDuration } from "@snart/calendar/time/duration.ts";
import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";

/** The terms of sign-up for an event that is being written. */
export interface DraftSignUp {
  /** as typed; empty: no limit */
  readonly capacity: string;
  /** minutes before the start; null: a fixed time, which stays */
  readonly closesBefore: number | null;
  /** whether only the organizer sees who comes */
  readonly hides: boolean;
}

export const NEW_SIGN_UP: DraftSignUp = { capacity: "", closesBefore: 0, hides: false };
const MOST_PLACES = 100_000;

/** Returns the sign-up fields of an event; null: no sign-up. */
export function signUpOfEvent(event: JSEvent): DraftSignUp | null {
  const signUp = event["snart:signUp"];
  if (!signUp) return null;
  const length = signUp.closesBefore === undefined ? undefined : parseDuration(signUp.closesBefore);
  const before = length ? nominalDays(length) * DAY + exactMilliseconds(length) : 0;
  return {
    capacity: signUp.capacity === undefined ? "" : String(signUp.capacity),
    closesBefore: signUp.closesAt === undefined ? Math.round(before / MINUTE) : null,
    hides: event.hideAttendees === true,
  };
}

/** Returns whether the number of places is invalid. */
export function isWrongCapacity(signUp: DraftSignUp | null | undefined): boolean {
  const typed = signUp?.capacity.trim() ?? "";
  return typed !== "" && !(/^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_PLACES);
}

const lengthOf = (minutes: number): string =>
  minutes % (DAY / MINUTE) === 0
    ? `P${minutes / (DAY / MINUTE)}D`
    : minutes % (HOUR / MINUTE) === 0
      ? `PT${minutes / (HOUR / MINUTE)}H`
      : `PT${minutes}M`;

function signUpOfDraft({ capacity, closesBefore }: DraftSignUp, former: SignUp | undefined): SignUp {
  const typed = capacity.trim();
  return {
    "@type": "SignUp",
    ...(typed !== "" && { capacity: Number(typed) }),
    ...(closesBefore === null && former?.closesAt !== undefined && { closesAt: former.closesAt }),
    ...(closesBefore !== null && closesBefore > 0 && { closesBefore: lengthOf(closesBefore) }),
  };
}

/** Returns the sign-up properties of a new event. */
export const signUpParts = (
  draft: DraftSignUp | null | undefined,
): Pick<JSEvent, "snart:signUp" | "hideAttendees"> =>
  draft
    ? { "snart:signUp": signUpOfDraft(draft, undefined), ...(draft.hides && { hideAttendees: true }) }
    : {};

/** Returns the changed terms as a patch of the event. */
export function signUpPatch(
  event: JSEvent,
  before: DraftSignUp | null,
  after: DraftSignUp | null,
): PatchObject {
  const patch: Record<string, JsonValue> = {};
  const isSame =
    before !== null &&
    after !== null &&
    before.capacity === after.capacity &&
    before.closesBefore === after.closesBefore;
  if (after && !isSame)
    patch["snart:signUp"] = signUpOfDraft(after, event["snart:signUp"]) as unknown as JsonValue;
  if (before && !after) patch["snart:signUp"] = null;
  if (after && after.hides !== (before?.hides ?? event.hideAttendees === true))
    patch["hideAttendees"] = after.hides ? true : null;
  return patch;
}
