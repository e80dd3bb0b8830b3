import type { JSEvent, LocalDateTime, Participant } from "../jscalendar/types.ts";
import { parseLocalDateTime } from "../jscalendar/date-time-text.ts";
import { occurrenceEvent, seriesOfEvent } from "../jscalendar/series/series-of-event.ts";
import type { Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";
import { containsText } from "./contains-text.ts";
import { takesPlaceInside, type IndexedObject } from "./decided-by-head.ts";
import { foldText } from "./fold-text.ts";
import { hasWordFrom, isShortWord } from "./short-word.ts";
import { someOccurrence } from "./scan-occurrences.ts";
import { boundsOfEvent } from "./bounds-of-event.ts";

/** The FilterCondition of CalendarEvent/query (JMAP Calendars); an absent or null property doesn't restrict. */
export interface EventFilterCondition {
  readonly inCalendar?: string | null;
  readonly inCalendars?: readonly string[] | null;
  /** the event or an occurrence ends after this, in the query's zone */
  readonly after?: LocalDateTime | null;
  /** the event or an occurrence starts before this, in the query's zone */
  readonly before?: LocalDateTime | null;
  readonly text?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly location?: string | null;
  readonly owner?: string | null;
  readonly attendee?: string | null;
  readonly participationStatus?: string | null;
  readonly uid?: string | null;
  /** Snart's own, as Email/query has it (RFC 8621 §4.4.1): whether a file is attached */
  readonly hasAttachment?: boolean | null;
}

/** Whether a part of a condition restricts anything. */
const isSet = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

type Texts = readonly (string | undefined)[];

/** Distinct words of one search; people don't type more, and each needs a look through the whole event. */
const MAX_TOKENS = 50;

const TOKEN = /"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|(\S+)/g;

/** The phrases and words of a search, folded: every one must be found. */
export function searchTokens(search: string): string[] {
  const tokens = [...search.matchAll(TOKEN)].map(([, double, single, word]) => {
    const phrase = double ?? single;
    return foldText(phrase === undefined ? (word ?? "") : phrase.replace(/\\(["'\\])/g, "$1"));
  });
  return [...new Set(tokens)].slice(0, MAX_TOKENS);
}

function contains(texts: Texts, search: string): boolean {
  const folded = texts.filter((text) => text !== undefined).map(foldText);
  return searchTokens(search).every((token) => {
    const isFound = isShortWord(token) ? hasWordFrom : containsText;
    return folded.some((text) => isFound(text, token));
  });
}

const peopleOf = (event: JSEvent): readonly Participant[] => Object.values(event.participants ?? {});
const withRole = (event: JSEvent, role: string): readonly Participant[] =>
  peopleOf(event).filter(({ roles }) => roles?.[role] === true);
/** A search for "mail" must not match the scheme of every address. */
const withoutScheme = (address: string | undefined): string | undefined => address?.replace(/^mailto:/i, "");
const namesOf = (people: readonly Participant[]): Texts =>
  people.flatMap(({ name, email, calendarAddress }) => [name, email, withoutScheme(calendarAddress)]);
const placesOf = (event: JSEvent): Texts => [
  ...Object.values(event.locations ?? {}).map(({ name }) => name),
  ...Object.values(event.virtualLocations ?? {}).flatMap(({ name, uri }) => [name, uri]),
];
/** Names and addresses, and every other property that people read. */
const allTexts = (event: JSEvent): Texts => [
  event.title,
  event.description,
  ...placesOf(event),
  ...namesOf(peopleOf(event)),
  ...peopleOf(event).flatMap(({ description, participationComment }) => [description, participationComment]),
  ...Object.values(event.links ?? {}).map(({ title }) => title),
  ...Object.keys(event.keywords ?? {}),
  ...Object.keys(event.categories ?? {}),
];

/** Default of RFC 8984 §4.4.6. */
const hasStatus = (people: readonly Participant[], status: string): boolean =>
  people.some(({ participationStatus = "needs-action" }) => participationStatus === status);

/** The participants that the owner and attendee conditions name; all of them if there is no such condition. */
function namedPeople(event: JSEvent, { owner, attendee }: EventFilterCondition): readonly Participant[] {
  if (!isSet(owner) && !isSet(attendee)) return peopleOf(event);
  const named = (role: string, search: string | null | undefined) =>
    !isSet(search) ? [] : withRole(event, role).filter((person) => contains(namesOf([person]), search));
  return [...named("owner", owner), ...named("attendee", attendee)];
}

type TextCheck = (event: JSEvent, condition: EventFilterCondition) => boolean;
const searched =
  (name: "text" | "title" | "description" | "location", texts: (event: JSEvent) => Texts): TextCheck =>
  (event, condition) =>
    !isSet(condition[name]) || contains(texts(event), condition[name]);
const someone =
  (name: "owner" | "attendee"): TextCheck =>
  (event, { [name]: search }) =>
    !isSet(search) || withRole(event, name).some((person) => contains(namesOf([person]), search));

/** Conditions that any occurrence may meet, each on its own. */
const TEXT_CHECKS: readonly TextCheck[] = [
  searched("text", allTexts),
  searched("title", ({ title }) => [title]),
  searched("description", ({ description }) => [description]),
  searched("location", placesOf),
  someone("owner"),
  someone("attendee"),
  (event, condition) =>
    !isSet(condition.participationStatus) ||
    hasStatus(namedPeople(event, condition), condition.participationStatus),
];

const hasFile = ({ links }: JSEvent): boolean =>
  Object.values(links ?? {}).some(({ rel }) => rel === "enclosure");

/** The event itself, then each version that its overrides describe. */
function* versionsOf(event: JSEvent): Generator<JSEvent> {
  yield event;
  for (const [key, patch] of Object.entries(event.recurrenceOverrides ?? {})) {
    if (patch["excluded"] !== true) yield occurrenceEvent(event, key);
  }
}

function matchesTexts(event: JSEvent, condition: EventFilterCondition): boolean {
  const { hasAttachment } = condition;
  if (isSet(hasAttachment) && [...versionsOf(event)].some(hasFile) !== hasAttachment) return false;
  const asked = TEXT_CHECKS.filter((check) => !check(event, condition));
  return asked.every((check) => versionsOf(event).some((version) => check(version, condition)));
}

const instantIn = (text: LocalDateTime | null | undefined, zone: Zone): Instant | null => {
  const local = typeof text === "string" ? parseLocalDateTime(text) : undefined;
  return local === undefined ? null : zone.toInstant(local);
};

/** Whether some occurrence ends after `after` and starts before `before`. A rule that can't be understood matches. */
function matchesTimes(
  event: JSEvent,
  { after, before }: EventFilterCondition,
  zone: Zone,
  stored?: IndexedObject,
): boolean {
  if (!isSet(after) && !isSet(before)) return true;
  const range = { from: instantIn(after, zone), to: instantIn(before, zone) };
  if (stored && takesPlaceInside(stored, range)) return true;
  const series = seriesOfEvent(event);
  if (!series.ok) return true;
  return someOccurrence(
    { series: series.value, bounds: boundsOfEvent(series.value), zone },
    range,
    () => true,
  );
}

function matchesPlace(event: JSEvent, { inCalendar, inCalendars, uid }: EventFilterCondition): boolean {
  const isIn = (calendar: string): boolean => event.calendarIds?.[calendar] === true;
  return (
    (!isSet(uid) || event.uid === uid) &&
    (!isSet(inCalendar) || isIn(inCalendar)) &&
    (!isSet(inCalendars) || inCalendars.some(isIn))
  );
}

/**
 * Whether an event matches a condition of CalendarEvent/query. All parts must hold; each may hold for another
 * occurrence. Texts are compared without regard to case and accents (but å, ä and ö are letters), every word or quoted phrase must be found. `zone` is the
 * query's `timeZone`, also for floating times. `stored` is what the event was read from: it may spare the expansion.
 */
export const matchesCondition = (
  event: JSEvent,
  condition: EventFilterCondition,
  zone: Zone,
  stored?: IndexedObject,
): boolean =>
  matchesPlace(event, condition) &&
  matchesTexts(event, condition) &&
  matchesTimes(event, condition, zone, stored);
