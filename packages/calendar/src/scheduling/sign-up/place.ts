import { firstProperty, parameterValue, type Component, type Property } from "../../icalendar/component.ts";
import type { Instant } from "../../time/instant.ts";
import { addressKey, attendeesOf, partstatOf } from "../attendee.ts";
import { withoutParameters, withParameter } from "../with-parameter.ts";

// The ATTENDEE lines of an event with sign-up say who comes, so that every client sees it: ACCEPTED has a place,
// TENTATIVE with X-SNART-WAITING waits for one. Our own parameters hold what iCalendar has no parameter for.

const NOTE = {
  /** when the answer came */
  at: "X-SNART-SIGNED-UP",
  /** the person signed up uninvited; identifies them in the link by which they change it */
  id: "X-SNART-SIGN-UP-ID",
  /** number of people who come; absent: one */
  people: "X-SNART-PEOPLE",
  /** a number that is lower for those who came earlier */
  waiting: "X-SNART-WAITING",
  /** TRUE for people who attended */
  attended: "X-SNART-ATTENDED",
  /** where a person without an account is notified of a place */
  mail: "X-SNART-MAIL",
  language: "X-SNART-LANGUAGE",
} as const;
type SignUpNote = keyof typeof NOTE;

const NAMES: readonly string[] = Object.values(NOTE);

/** A person's standing: has a place, waits for one, or neither. */
export type Place = "placed" | "waiting" | "none";

export const noteOf = (line: Property, note: SignUpNote): string | undefined =>
  parameterValue(line, NOTE[note])?.trim() || undefined;

/** The line with notes set; undefined removes one. */
export const withNotes = (
  line: Property,
  notes: Readonly<Partial<Record<SignUpNote, string | undefined>>>,
): Property =>
  Object.entries(notes).reduce(
    (result, [note, value]) => withParameter(result, NOTE[note as SignUpNote], value),
    line,
  );

/** The line without the notes between the organizer and their server. */
export const withoutSignUpNotes = (line: Property): Property => withoutParameters(line, NAMES);

const notesText = (line: Property | undefined): string => {
  const notes = line?.parameters.filter(({ name }) => NAMES.includes(name)) ?? [];
  return notes
    .map(({ name, values }) => `${name}=${values.join()}`)
    .toSorted()
    .join(";");
};

/**
 * The line with exactly the notes of another: the people who answer may not change them. The same line if they are
 * equal.
 */
export function withNotesOf(line: Property, former: Property | undefined): Property {
  if (notesText(line) === notesText(former)) return line;
  const bare = withoutSignUpNotes(line);
  const notes = former?.parameters.filter(({ name }) => NAMES.includes(name)) ?? [];
  return notes.length === 0 ? bare : { ...bare, parameters: [...bare.parameters, ...notes] };
}

/** Whether a person signed up without being invited. */
export const isOwnSignUp = (line: Property): boolean => noteOf(line, "id") !== undefined;

const MOST_PEOPLE = 99;

/** How many people come with one answer. */
export function peopleOfSignUp(line: Property): number {
  const people = Number(noteOf(line, "people") ?? 1);
  return Number.isInteger(people) && people >= 1 ? Math.min(people, MOST_PEOPLE) : 1;
}

/** The number in the queue; undefined for people who do not wait. */
export function waitingNumber(line: Property): number | undefined {
  const number = Number(noteOf(line, "waiting"));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function placeOf(line: Property): Place {
  const partstat = partstatOf(line);
  const mayCome = partstat === "ACCEPTED" || partstat === "TENTATIVE";
  if (mayCome && waitingNumber(line) !== undefined) return "waiting";
  return partstat === "ACCEPTED" ? "placed" : "none";
}

const STAMP = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** When the answer came, ms UTC to the second; undefined if it is not recorded. */
export function signedUpAt(line: Property): Instant | undefined {
  const match = STAMP.exec(noteOf(line, "at") ?? "");
  if (!match) return undefined;
  const [year = 0, month = 1, ...rest] = match.slice(1).map(Number);
  const at = Date.UTC(year, month - 1, ...rest);
  return Number.isNaN(at) ? undefined : at;
}

export const signedUpStamp = (now: Instant): string =>
  new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** Resources are not people, and the organizer takes no place, unless they have signed up. */
export function signUpLines(component: Component): readonly Property[] {
  const organizer = addressKey(firstProperty(component, "ORGANIZER")?.value ?? "");
  return attendeesOf(component).filter((line) => {
    const type = parameterValue(line, "CUTYPE")?.toUpperCase();
    if (type === "ROOM" || type === "RESOURCE") return false;
    return isOwnSignUp(line) || addressKey(line.value) !== organizer;
  });
}

/** How many people have a place, and how many answers wait for one. */
export function countPlaces(component: Component): { readonly taken: number; readonly waiting: number } {
  let [taken, waiting] = [0, 0];
  for (const line of signUpLines(component)) {
    const place = placeOf(line);
    if (place === "placed") taken += peopleOfSignUp(line);
    if (place === "waiting") waiting += 1;
  }
  return { taken, waiting };
}

/** The people who wait, earliest first. */
export const queueOf = (component: Component): readonly Property[] =>
  signUpLines(component)
    .filter((line) => placeOf(line) === "waiting")
    .toSorted((a, b) => (waitingNumber(a) ?? 0) - (waitingNumber(b) ?? 0));
