import { firstProperty, parameterValue, propertiesNamed, type Component } from "../icalendar/component.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { textValue } from "../icalendar/text.ts";
import { readTime } from "../icalendar/time-property.ts";
import { instantOf, type CalendarTime } from "../time/calendar-time.ts";
import { addDuration, addToTime, parseDuration } from "../time/duration.ts";
import type { Instant } from "../time/instant.ts";
import { ianaZone, UTC, type Zone } from "../time/zone.ts";

/** The question that a VPOLL asks, as far as a poll can ask it here. */
export interface ReadPoll {
  readonly title: string;
  readonly place: string;
  readonly isAllDay: boolean;
  /** ms; that of the first option */
  readonly length: number;
  /** ms UTC, each once, by their time; of whole days: 00:00 UTC of the first one */
  readonly starts: readonly Instant[];
  /** mail addresses of who is asked, each once */
  readonly mails: readonly string[];
  /** how many options could not be taken: no event, without a time, in a zone without an IANA name, of another length, or whole days among hours */
  readonly leftOut: number;
  /** how many have answered there; nobody can vote for them here */
  readonly answered: number;
}

/** As long as a calendar file may be that is read at once. */
const LONGEST = 1024 * 1024;
const MAIL = /^mailto:([^\s@]+@[^\s@]+)$/i;

interface Item {
  readonly start: Instant;
  readonly length: number;
  readonly isAllDay: boolean;
}

/**
 * Reads the first VPOLL of an iCalendar text (draft-ietf-calext-vpoll, and draft-york-vpoll before it, whose voters are VOTER properties).
 * Votes are counted and not read.
 * @param viewer the zone of times without one
 * @returns undefined where there is no VPOLL, or none with a time that can be asked about
 */
export function readVpoll(text: string, viewer: Zone): ReadPoll | undefined {
  const parsed = parseICalendar(text, { maxLength: LONGEST });
  if (!parsed.ok) return undefined;
  const { calendar } = parsed.value;
  const vpoll = calendar.components.find(({ name }) => name === "VPOLL");
  if (!vpoll) return undefined;
  const asked = vpoll.components.filter((it) => firstProperty(it, "POLL-ITEM-ID") && it.name !== "VOTE");
  const items = asked.flatMap((it) => itemOf(it, viewer));
  const [first] = items;
  if (!first) return undefined;
  const alike = items.filter(
    ({ length, isAllDay }) => length === first.length && isAllDay === first.isAllDay,
  );
  return {
    title: textValue(vpoll, "SUMMARY")?.trim() ?? "",
    place: (textValue(vpoll, "LOCATION") ?? placeOf(asked))?.trim() ?? "",
    isAllDay: first.isAllDay,
    length: first.length,
    starts: [...new Set(alike.map(({ start }) => start))].toSorted((a, b) => a - b),
    mails: [...new Set(votersOf(vpoll).flatMap(mailOf))],
    leftOut: asked.length - alike.length,
    answered: vpoll.components.filter(hasVoted).length,
  };
}

function itemOf(component: Component, viewer: Zone): readonly Item[] {
  const start = component.name === "VEVENT" ? timeOf(component, "DTSTART") : undefined;
  if (!start) return [];
  const end = firstProperty(component, "DTEND") ? timeOf(component, "DTEND") : endAfter(start, component);
  if (!end) return [];
  const isAllDay = start.kind === "allDay";
  const zone = isAllDay ? UTC : viewer;
  const from = instantOf(start, zone);
  const length = instantOf(end, zone) - from;
  return length > 0 ? [{ start: from, length, isAllDay }] : [];
}

/** A time whose zone has an IANA name: what reads other names is large, and no software writes them in polls. */
function timeOf(component: Component, name: string): CalendarTime | undefined {
  const property = firstProperty(component, name);
  const tzid = property && parameterValue(property, "TZID");
  if (!property || (tzid !== undefined && !ianaZone(tzid))) return undefined;
  return readTime(property, ianaZone);
}

/** Without an end a date lasts a day, and a time has no length (RFC 5545 §3.6.1). */
function endAfter(start: CalendarTime, component: Component): CalendarTime {
  const duration = parseDuration(firstProperty(component, "DURATION")?.value ?? "");
  if (duration) return addDuration(start, duration);
  return start.kind === "allDay" ? addToTime(start, 1, 0) : start;
}

const placeOf = (items: readonly Component[]): string | undefined =>
  items.map((it) => textValue(it, "LOCATION")).find((place) => place !== undefined);

/** The calendar addresses of those who vote. */
function votersOf(vpoll: Component): readonly string[] {
  const inside = vpoll.components.filter(({ name }) => name === "PARTICIPANT" || name === "VVOTER");
  return [
    ...propertiesNamed(vpoll, "VOTER").map(({ value }) => value),
    ...inside
      .filter((it) => /^VOTER$/i.test(firstProperty(it, "PARTICIPANT-TYPE")?.value ?? "VOTER"))
      .flatMap((it) => firstProperty(it, it.name === "VVOTER" ? "VOTER" : "CALENDAR-ADDRESS")?.value ?? []),
  ];
}

const mailOf = (address: string): readonly string[] => {
  const mail = MAIL.exec(address.trim())?.[1];
  return mail === undefined ? [] : [mail.toLowerCase()];
};

const hasVoted = ({ name, components }: Component): boolean =>
  (name === "PARTICIPANT" || name === "VVOTER") && components.some((it) => it.name === "VOTE");
