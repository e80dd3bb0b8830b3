import type { JSEvent, JSTask } from "@snart/calendar/jscalendar/types.ts";
import { asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { exactMilliseconds, nominalDays, parseDuration } from "@snart/calendar/time/duration.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { MessageKey } from "@snart/locales/keys.ts";
import type { Formats } from "../../i18n/format.ts";
import { readLocalText } from "../../store/items/local-text.ts";

type Item = JSEvent | JSTask;

/** The subject of a change, in a person's words, in the order of the editor. */
const TOPICS: Readonly<Record<Topic, readonly string[]>> = {
  title: ["title"],
  when: ["start", "duration", "timeZone", "endTimeZone", "showWithoutTime"],
  due: ["due"],
  status: ["status", "progress", "percentComplete"],
  repeat: ["recurrenceRule", "recurrenceOverrides"],
  place: ["locations", "virtualLocations"],
  guests: ["participants", "organizerCalendarAddress"],
  reminders: ["alerts", "useDefaultAlerts"],
  description: ["description"],
  rest: [],
};

export type Topic =
  | "title"
  | "when"
  | "due"
  | "status"
  | "repeat"
  | "place"
  | "guests"
  | "reminders"
  | "description"
  | "rest";

/** The name of each topic. */
export const TOPIC_WORDS: Readonly<Record<Topic, MessageKey>> = {
  title: "conflict.topic.title",
  when: "conflict.topic.when",
  due: "history.topic.due",
  status: "history.topic.status",
  repeat: "conflict.topic.repeat",
  place: "conflict.topic.place",
  guests: "history.topic.guests",
  reminders: "history.topic.reminders",
  description: "conflict.topic.description",
  rest: "conflict.topic.rest",
};

/** Said by the server of every writing. */
const STAMPS: ReadonlySet<string> = new Set(["updated", "created", "sequence", "prodId", "progressUpdated"]);

/** The topics in which two versions differ. */
export function changedTopics(before: Item, after: Item): readonly Topic[] {
  const [old, next] = [asJson(before), asJson(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  const changed = [...names].filter((name) => !STAMPS.has(name) && !sameJson(old[name], next[name]));
  const topicOf = (name: string): Topic => ALL.find((topic) => TOPICS[topic].includes(name)) ?? "rest";
  const found = new Set(changed.map(topicOf));
  return ALL.filter((topic) => found.has(topic));
}

const ALL = Object.keys(TOPICS) as readonly Topic[];

const STATUS_WORDS: Readonly<Record<string, MessageKey>> = {
  confirmed: "history.status.confirmed",
  tentative: "history.status.tentative",
  cancelled: "history.status.cancelled",
  "needs-action": "history.status.needs-action",
  "in-process": "history.status.in-process",
  completed: "history.status.completed",
  failed: "history.status.failed",
};

/** The state of an event or task, in words. */
export function statusKey(item: Item): MessageKey | undefined {
  const status = item["@type"] === "Task" ? (item.progress ?? "needs-action") : (item.status ?? "confirmed");
  return STATUS_WORDS[status];
}

/**
 * A version's text on a topic that fits a line; undefined for other topics. `formats` are those of "UTC": times are
 * shown as written.
 */
export function topicText(item: Item, topic: Topic, formats: Formats, withZone = false): string | undefined {
  switch (topic) {
    case "title":
      return item.title ?? "";
    case "description":
      return item.description ?? "";
    case "place":
      return Object.values(item.locations ?? {})
        .map(({ name = "" }) => name)
        .join(", ");
    case "guests":
      return Object.values(item.participants ?? {})
        .map(
          ({ name, calendarAddress, email }) =>
            name ?? email ?? calendarAddress?.replace(/^mailto:/i, "") ?? "",
        )
        .join(", ");
    case "when":
      return whenText(item, formats, withZone);
    case "due":
      return item["@type"] === "Task" ? momentText(item.due, item, formats) : "";
    case "status":
    case "repeat":
    case "reminders":
    case "rest":
      return undefined;
  }
}

/**
 * The times of two versions that take place on the same day by the same clock: there only the hours differ. Undefined
 * where more does.
 */
export function hoursTexts(
  before: Item,
  after: Item,
  formats: Formats,
): readonly [string, string] | undefined {
  if (before.timeZone !== after.timeZone) return undefined;
  const [old, next] = [hoursOf(before), hoursOf(after)];
  if (!old || !next || formats.dayAndYear(old.start) !== formats.dayAndYear(next.start)) return undefined;
  return [formats.timeRange(old.start, old.end), formats.timeRange(next.start, next.end)];
}

/** Start and end of an event by the hour, within one day. */
function hoursOf(item: Item): { readonly start: number; readonly end: number } | undefined {
  const start = readLocalText(item.start ?? "");
  const duration = item["@type"] === "Task" ? undefined : parseDuration(item.duration ?? "PT0S");
  if (start === undefined || !duration || item.showWithoutTime === true) return undefined;
  const end = start + nominalDays(duration) * DAY + exactMilliseconds(duration);
  return Math.floor(start / DAY) === Math.floor(Math.max(start, end - 1) / DAY) ? { start, end } : undefined;
}

function momentText(local: string | undefined, { showWithoutTime }: Item, formats: Formats): string {
  const at = local === undefined ? undefined : readLocalText(local);
  if (at === undefined) return local ?? "";
  return showWithoutTime === true ? formats.dayAndYear(at) : `${formats.dayAndYear(at)}, ${formats.time(at)}`;
}

function whenText(item: Item, formats: Formats, withZone: boolean): string {
  const start = readLocalText(item.start ?? "");
  if (start === undefined) return item.start ?? "";
  const zone = withZone && item.timeZone ? ` (${item.timeZone})` : "";
  if (item["@type"] === "Task") return `${momentText(item.start, item, formats)}${zone}`;
  const duration = parseDuration(item.duration ?? "PT0S");
  const end = duration ? start + nominalDays(duration) * DAY + exactMilliseconds(duration) : start;
  const [from, to] = [formats.dayAndYear(start), formats.dayAndYear(Math.max(start, end - 1))];
  if (item.showWithoutTime === true) return from === to ? from : `${from} – ${to}`;
  return from === to
    ? `${from}, ${formats.timeRange(start, end)}${zone}`
    : `${from} ${formats.time(start)} – ${to} ${formats.time(end)}${zone}`;
}

const VIA: Readonly<Record<string, MessageKey>> = {
  web: "history.via.web",
  jmap: "history.via.jmap",
  dav: "history.via.dav",
  import: "history.via.import",
  scheduling: "history.via.scheduling",
  subscription: "history.via.subscription",
  "command-line": "history.via.command-line",
};

/** By what a change was made, in words; undefined where nobody noted it. */
export const viaKey = (via: string | null): MessageKey | undefined => (via === null ? undefined : VIA[via]);
