import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { exactMilliseconds, nominalDays, parseDuration } from "@snart/calendar/time/duration.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Formats } from "../../i18n/format.ts";
import { calendarKeyOf, type CalendarEntry } from "../../store/items/entries.ts";
import { eventFacts } from "../../store/items/event-facts.ts";
import { readLocalText } from "../../store/items/local-text.ts";
import { zoneOfEvent } from "../../store/items/span.ts";
import type { ConflictTopic } from "./conflict-rows.ts";

interface VersionContext {
  readonly zone: Zone;
  readonly formats: Formats;
  readonly accountId: string;
  readonly calendars: readonly CalendarEntry[];
}

/** A version's text on a topic; empty if it has none, undefined if it does not fit a line. */
export function versionText(
  event: JSEvent,
  topic: ConflictTopic,
  context: VersionContext,
): string | undefined {
  switch (topic) {
    case "title":
      return event.title ?? "";
    case "description":
      return event.description ?? "";
    case "place":
      return eventFacts(event, "").place;
    case "calendar": {
      const key = calendarKeyOf(context.accountId, event);
      return context.calendars.find((it) => it.key === key)?.name ?? "";
    }
    case "when":
      return whenText(event, context);
    case "repeat":
    case "rest":
      return undefined;
  }
}

function whenText(event: JSEvent, { zone, formats }: VersionContext): string {
  const local = readLocalText(event.start);
  if (local === undefined) return event.start;
  const start = zoneOfEvent(event, zone).toInstant(local);
  const duration = parseDuration(event.duration ?? "PT0S");
  const end = duration ? start + nominalDays(duration) * DAY + exactMilliseconds(duration) : start;
  const [from, to] = [formats.day(start), formats.day(Math.max(start, end - 1))];
  if (event.showWithoutTime === true) return from === to ? from : `${from} – ${to}`;
  return from === to
    ? `${from}, ${formats.timeRange(start, end)}`
    : `${from} ${formats.time(start)} – ${to} ${formats.time(end)}`;
}
