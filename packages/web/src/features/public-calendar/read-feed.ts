import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { splitByUid, type StreamHeader } from "@snart/calendar/icalendar/split-stream.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import type { RuleStart } from "@snart/calendar/recurrence/editor/rule-pattern.ts";
import { ruleText } from "@snart/calendar/recurrence/sentence/rule-text.ts";
import { seriesOfObject, type Series } from "@snart/calendar/recurrence/series.ts";
import type { CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";

/** A published calendar, read. */
export interface PublicFeed {
  readonly name: string;
  readonly colour: string | null;
  /** what its owner says of it; empty where nothing is said */
  readonly description: string;
  /** when an event of it was last changed; null where the feed does not say, as with busy times alone */
  readonly changedAt: Instant | null;
  readonly series: readonly Series<Component>[];
}

/** One time that something takes place. */
export interface PublicOccurrence {
  readonly key: string;
  readonly title: string;
  /** It says only that the time is taken; the title is in the language of the calendar's owner. */
  readonly isBusyOnly: boolean;
  readonly place: string;
  readonly notes: string;
  /** an address of the web that belongs to it; empty where there is none */
  readonly link: string;
  readonly allDay: boolean;
  readonly isCancelled: boolean;
  /** the number of the series that it is one of many alike of; null where it stands for itself */
  readonly series: number | null;
  /** the rule of that series in words, such as “every other Tuesday”; empty where no words can say it */
  readonly rule: string;
  readonly start: Instant;
  /** exclusive */
  readonly end: Instant;
}

/** Reads iCalendar text as far as it can be read. */
export async function readPublicFeed(text: string): Promise<PublicFeed> {
  let header: StreamHeader = {};
  const options = {
    newUid: (own: string) => own.slice(0, 200),
    onHeader: (found: StreamHeader) => void (header = found),
  };
  const series: Series<Component>[] = [];
  let changedAt: Instant = 0;
  for await (const item of splitByUid([text], options)) {
    const object = item.ok ? readCalendarObject(item.calendar) : undefined;
    if (!object?.ok || object.value.type !== "VEVENT") continue;
    const one = seriesOfObject(object.value);
    if (one.ok) series.push(one.value);
    changedAt = Math.max(changedAt, ...object.value.calendar.components.map(changeOf));
  }
  return {
    name: header.name ?? "",
    colour: header.colour ?? null,
    description: header.description ?? "",
    changedAt: changedAt > 0 ? changedAt : null,
    series,
  };
}

/** LAST-MODIFIED (RFC 5545 §3.8.7.3), ms UTC; 0 where it is absent. */
function changeOf(component: Component): Instant {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(valueOf(component, "LAST-MODIFIED")) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) || 0;
}

/** A page of the web, and nothing else that a calendar program may have written. */
const webLink = (text: string): string => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : "");

const valueOf = (component: Component, wanted: string): string =>
  component.properties.find(({ name }) => name === wanted)?.value.trim() ?? "";

/** Who reads: times are in their zone, rules in their language. */
export interface Reader {
  readonly zone: Zone;
  readonly language: Language;
}

/** What takes place within a window, by start, the longer first. */
export function publicOccurrences(
  feed: PublicFeed,
  window: Window,
  { zone, language }: Reader,
): readonly PublicOccurrence[] {
  const found: PublicOccurrence[] = [];
  for (const [index, series] of feed.series.entries()) {
    const { occurrences } = expandAsFar(series, window, zone);
    const isAlike = series.rules.length + series.recurrenceDates.length > 0;
    const rule = isAlike && occurrences.length > 0 ? ruleInWords(series, language) : "";
    for (const one of occurrences) {
      const { startInstant, endInstant, start, source, isOverride } = one;
      found.push({
        key: `${index} ${startInstant}`,
        title: textValue(source, "SUMMARY") ?? "",
        // Public events are never private, and private ones are published as their times.
        isBusyOnly: textValue(source, "CLASS")?.toUpperCase() === "PRIVATE",
        place: textValue(source, "LOCATION") ?? "",
        notes: textValue(source, "DESCRIPTION") ?? "",
        link: webLink(valueOf(source, "URL")),
        allDay: start.kind === "allDay",
        isCancelled: textValue(source, "STATUS")?.toUpperCase() === "CANCELLED",
        series: isAlike && !isOverride ? index : null,
        rule: isOverride ? "" : rule,
        start: startInstant,
        end: Math.max(startInstant, endInstant),
      });
    }
  }
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end || (a.key < b.key ? -1 : 1));
}

/** Two rules together have no words. */
function ruleInWords({ rules, recurrenceDates, start }: Series<Component>, language: Language): string {
  const [rule] = rules;
  if (!rule || rules.length + recurrenceDates.length > 1) return "";
  return ruleText(rule, ruleStartOf(start), language) ?? "";
}

function ruleStartOf(start: CalendarTime): RuleStart {
  if (start.kind === "allDay") return { start: start.date, allDay: true };
  return { start: start.local, ...(start.kind === "timed" && { zone: start.zone }) };
}
