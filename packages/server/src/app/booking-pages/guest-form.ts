import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Language } from "@snart/locales/language.ts";
import type { App } from "../app.ts";
import { HOSTILE, isMail } from "../given-text.ts";

/** What a guest has filled in. */
export interface GuestForm {
  readonly start: Instant;
  /** milliseconds */
  readonly length: number;
  readonly name: string;
  /** whether the form has said that guests who share the time see the name */
  readonly isNameShown: boolean;
  readonly mail: string;
  /** whether it is of the account that is signed in, and needs no proof; not if absent */
  readonly isProved?: boolean;
  readonly language: Language;
  /** IANA name */
  readonly timeZone: string;
  /** one for each question */
  readonly answers: readonly (string | boolean)[];
  /** which of the places, by its number; undefined: there is nothing to choose */
  readonly place: number | undefined;
  /** a phone number, or where the guest would like to meet */
  readonly placeText: string;
  /** made with the form, so that one that is sent again books once */
  readonly once: string;
}

/** A field that is not as it should be. */
export type FormField = "name" | "mail" | "timeZone" | "place" | "placeText" | `answer-${number}`;

const PHONE = /^[+\d][\d\s()./-]{3,39}$/;
const LONGEST_ANSWER = 2_000;

/** A text as it is stored: on one line, without spaces around it. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** Every field of a form that is wrong, in the order in which they stand; none: it can be judged. */
export function wrongFields(
  app: App,
  { questions = [], places = [] }: EventType,
  form: GuestForm,
): readonly FormField[] {
  const wrong: FormField[] = [];
  const name = oneLine(form.name);
  if (name === "" || name.length > app.limits.nameLength || HOSTILE.test(name)) wrong.push("name");
  if (!isMail(form.mail)) wrong.push("mail");
  if (!ianaZone(form.timeZone)) wrong.push("timeZone");
  const place = places.length === 1 ? places[0] : places[form.place ?? -1];
  if (places.length > 0 && !place) wrong.push("place");
  const needsText = place?.kind === "phone" || place?.kind === "askGuest";
  const text = form.placeText.trim();
  const isText =
    place?.kind === "phone" ? PHONE.test(text) : text !== "" && text.length <= app.limits.nameLength;
  if (needsText && !isText) wrong.push("placeText");
  for (const [at, question] of questions.entries())
    if (!isAnswer(question, form.answers[at])) wrong.push(`answer-${at}`);
  return wrong;
}

function isAnswer(
  { kind, required, ...rest }: NonNullable<EventType["questions"]>[number],
  answer: string | boolean | undefined,
): boolean {
  if (kind === "tick") return !required || answer === true;
  const text = typeof answer === "string" ? answer.trim() : "";
  if (text === "") return !required;
  if (kind === "phone") return PHONE.test(text);
  if (kind === "choice")
    return /^\d{1,2}$/.test(text) && Number(text) < ("choices" in rest ? rest.choices.length : 0);
  return text.length <= LONGEST_ANSWER;
}

/** Where it takes place, in words. */
export function placeOf({ places = [] }: EventType, form: GuestForm, bookingId: string): string {
  const place = places.length === 1 ? places[0] : places[form.place ?? -1];
  switch (place?.kind) {
    case "address":
      return place.address;
    case "video":
      return place.url.replaceAll("{booking}", bookingId);
    case "phone":
    case "askGuest":
      return oneLine(form.placeText);
    case undefined:
      return "";
  }
}
