import {
  makeProperty,
  withProperties,
  type Component,
  type Property,
} from "@snart/calendar/icalendar/component.ts";
import { escapeText } from "@snart/calendar/icalendar/text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { withAttendeeComment } from "@snart/calendar/scheduling/attendee-comment.ts";
import { mapAttendees } from "@snart/calendar/scheduling/organizer-change.ts";
import {
  countPlaces,
  peopleOfSignUp,
  placeOf,
  signedUpStamp,
  withNotes,
} from "@snart/calendar/scheduling/sign-up/place.ts";
import { withoutParameters, withParameter } from "@snart/calendar/scheduling/with-parameter.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { stateOf, type SignUpSpot } from "./spot.ts";

/** What somebody answers. */
export interface SignUpAnswer {
  readonly isComing: boolean;
  /** how many come, the one who answers included */
  readonly people: number;
  readonly note: string;
}

/** Who answers, should there be no line of theirs yet. */
export interface Newcomer {
  readonly address: string;
  readonly name: string;
  /** names them to their own link */
  readonly id: string;
  readonly mail?: string;
  readonly language?: string;
}

/**
 * The component with somebody's answer in it, whether or not there is room: places are given where it is written.
 * @param line theirs as it stands there; undefined: they are new
 * @returns `sign-up-closed` for who comes too late, or to what does not take place; `sign-up-full` for who has a place and would bring
 * more than there is room for
 */
export function answered(
  app: App,
  spot: SignUpSpot,
  line: Property | undefined,
  newcomer: Newcomer,
  answer: SignUpAnswer,
): Result<Component, Problem> {
  const problem = answerProblem(app, spot, line, answer);
  if (problem) return failed(problem);
  const { component } = spot;
  if (!line && !answer.isComing) return ok(component);
  const there = line ?? newLine(newcomer);
  const written = answeredLine(there, line, newcomer, answer, app.now());
  const added = line
    ? mapAttendees(component, (one) => (one === line ? written : one))
    : withProperties(component, [...component.properties, written]);
  const note = escapeText(cleanNote(answer.note).slice(0, app.limits.signUpNote));
  return ok(withAttendeeComment(added, note, written.value.trim(), signedUpStamp(app.now())));
}

function answerProblem(
  app: App,
  spot: SignUpSpot,
  line: Property | undefined,
  { isComing, people, note }: SignUpAnswer,
): Problem | undefined {
  const most = app.limits.peoplePerSignUp;
  if (!Number.isInteger(people) || people < 1 || people > most)
    return { code: "invalid-value", field: "people", detail: `from 1 to ${most}` };
  if (note.length > app.limits.signUpNote)
    return { code: "invalid-value", field: "note", detail: `at most ${app.limits.signUpNote} characters` };
  const now = app.now();
  const state = stateOf(spot, now);
  const place = line ? placeOf(line) : "none";
  const isLate = state === "closed" && place === "none" && isComing;
  if (state === "over" || state === "cancelled" || isLate) return { code: "sign-up-closed" };
  if (!isComing || !line || place !== "placed") return undefined;
  const more = people - peopleOfSignUp(line);
  const free = (spot.terms.capacity ?? Infinity) - countPlaces(spot.component).taken;
  if (more > 0 && state === "closed") return { code: "sign-up-closed" };
  return more > Math.max(0, free) || (more > 0 && state === "full")
    ? { code: "sign-up-full", free: Math.max(0, free) }
    : undefined;
}

/** Nobody is sent anything by the rules of invitations: they came by themselves, and are told by ours (RFC 6638 §7.1). */
const newLine = ({ address, name, id, mail, language }: Newcomer): Property =>
  withNotes(
    makeProperty("ATTENDEE", address, { CN: name, ROLE: "REQ-PARTICIPANT", "SCHEDULE-AGENT": "NONE" }),
    {
      id,
      mail,
      language,
    },
  );

function answeredLine(
  there: Property,
  line: Property | undefined,
  { mail, language, name }: Newcomer,
  { isComing, people }: SignUpAnswer,
  now: Instant,
): Property {
  const place = line ? placeOf(line) : "none";
  const notes = withNotes(there, {
    people: people === 1 ? undefined : String(people),
    ...(mail !== undefined && { mail: mail || undefined, language }),
    ...(place === "none" && { at: signedUpStamp(now), waiting: undefined }),
  });
  const named = mail === undefined ? notes : withParameter(notes, "CN", name);
  const bare = withoutParameters(named, ["RSVP"]);
  // Who waits goes on waiting, unless the rules of giving places say otherwise.
  const partstat = !isComing ? "DECLINED" : place === "waiting" ? "TENTATIVE" : "ACCEPTED";
  return withParameter(bare, "PARTSTAT", partstat);
}

/** Control characters, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** A name on one line, without what is not seen. */
export const cleanName = (text: string): string =>
  text.normalize("NFC").replace(UNSEEN, " ").replace(/\s+/g, " ").trim();

/** A note with its lines, without what is not seen. */
export const cleanNote = (text: string): string =>
  text
    .normalize("NFC")
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(UNSEEN, " ").trimEnd())
    .join("\n")
    .trim();
