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
import { stateOf, type SignUpSpot } from "./sign-up-spot.ts";

/** A person's answer. */
export interface SignUpAnswer {
  readonly isComing: boolean;
  /** how many come, including the person who answers */
  readonly people: number;
  readonly note: string;
}

/** The person who answers, if they have no line yet. */
export interface Newcomer {
  readonly address: string;
  readonly name: string;
  /** identifies them in their own link */
  readonly id: string;
  readonly mail?: string;
  readonly language?: string;
}

/**
 * The component with a person's answer, whether or not there is room: places are assigned when it is written.
 * @param line their existing line; undefined: they are new
 * @returns `sign-up-closed` if they are too late, or the event does not take place; `sign-up-full` if they have a
 * place and would bring more people than there is room for
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

/**
 * Sign-ups get none of the messages of invitations: these people came by themselves, and get our own notices (RFC
 * 6638 §7.1).
 */
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
  // A waiting person keeps waiting, unless the assignment of places decides otherwise.
  const partstat = !isComing ? "DECLINED" : place === "waiting" ? "TENTATIVE" : "ACCEPTED";
  return withParameter(bare, "PARTSTAT", partstat);
}

/** Control characters, and those that change the direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** A name on one line, without invisible characters. */
export const cleanName = (text: string): string =>
  text.normalize("NFC").replace(UNSEEN, " ").replace(/\s+/g, " ").trim();

/** A note with its lines, without invisible characters. */
const cleanNote = (text: string): string =>
  text
    .normalize("NFC")
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(UNSEEN, " ").trimEnd())
    .join("\n")
    .trim();
