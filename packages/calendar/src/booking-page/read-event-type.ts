import { dateTime } from "../booking/read/read-times.ts";
import { JsonReader, type RuleProblem } from "../booking/read/json-reader.ts";
import { mostOf, readSpan } from "../booking/span.ts";
import { failed, ok, type Result } from "../result.ts";
import { DAY } from "../time/instant.ts";
import { list, readObject, type FieldReader } from "../booking/read/read-object.ts";
import { SNART_COLOURS, type SnartColour } from "../jscalendar/snart-colours.ts";
import { ianaZone } from "../time/zone.ts";
import type { EventType, Host, PageLink } from "./event-type.ts";
import { hostRoles } from "./host-roles.ts";
import { PAGE_LIMITS } from "./page-limits.ts";
import { readSchedule } from "./read/read-hours.ts";
import {
  exactSpan,
  readChange,
  readHorizon,
  readHost,
  readPageLimit,
  readPageNights,
  readPlace,
  readQuestion,
  readRooms,
  readStart,
} from "./read/read-parts.ts";
import { checkSense } from "./read/sense.ts";

const readLength = (json: JsonReader, value: unknown, path: string) =>
  exactSpan(json, value, path, {
    least: PAGE_LIMITS.leastLengthMinutes,
    most: PAGE_LIMITS.mostLengthMinutes,
    step: PAGE_LIMITS.rasterMinutes,
  });
const readBuffer: FieldReader = (json, value, path) =>
  exactSpan(json, value, path, { least: 0, most: PAGE_LIMITS.bufferMinutes, step: 1 });
const readNotice = (json: JsonReader, value: unknown, path: string) =>
  json.span(value, path, PAGE_LIMITS.noticeDays * DAY)?.text;

const COLOURS = Object.keys(SNART_COLOURS) as readonly SnartColour[];

const READERS: { readonly [K in keyof EventType]-?: FieldReader } = {
  timeZone: (json, value, path) => json.as(value, path, "unknown-zone", ianaZone),
  lengths: (json, value, path) =>
    json.list(value, path, PAGE_LIMITS.lengths, (each, at) => readLength(json, each, at)),
  inRow: (json, value, path) => json.whole(value, path, 1, PAGE_LIMITS.inRow),
  nights: readPageNights,
  start: readStart,
  schedule: readSchedule,
  before: readBuffer,
  after: readBuffer,
  minNotice: readNotice,
  horizon: readHorizon,
  limits: list(PAGE_LIMITS.limits, readPageLimit),
  hosts: list(PAGE_LIMITS.hosts, readHost),
  mode: (json, value, path) => json.choice(value, path, ["one", "collective", "rotate", "mixed"]),
  calendarId: (json, value, path) => json.text(value, path),
  color: (json, value, path) => json.choice(value, path, COLOURS),
  rooms: readRooms,
  seats: (json, value, path) => json.whole(value, path, 1, PAGE_LIMITS.seats),
  showsGuests: (json, value, path) => json.flag(value, path),
  approval: (json, value, path) => json.flag(value, path),
  questions: list(PAGE_LIMITS.questions, readQuestion),
  places: list(PAGE_LIMITS.places, readPlace),
  change: readChange,
  reminders: list(PAGE_LIMITS.reminders, readNotice),
};

const REQUIRED = ["timeZone", "lengths", "start", "schedule", "horizon", "hosts", "mode"] as const;

/** An event type out of JSON from outside, or everything that is wrong with it (at most a hundred problems). */
export const readEventType = (value: unknown): Result<EventType, readonly RuleProblem[]> =>
  readObject(value, { readers: READERS, required: REQUIRED, checkSense });

/**
 * A link of its own out of JSON from outside, or everything that is wrong with it. What it fixes must be among what the event type has:
 * a link only narrows.
 */
export function readPageLink(value: unknown, type: EventType): Result<PageLink, readonly RuleProblem[]> {
  const json = new JsonReader();
  const fields = json.object(value, "", ["uses", "until", "length", "host", "room"]);
  if (!fields) return failed(json.problems);
  const among = (key: string, known: readonly string[]): string | undefined =>
    fields[key] === undefined ? undefined : json.choice(fields[key], key, known);
  const uses =
    fields["uses"] === undefined ? undefined : json.whole(fields["uses"], "uses", 1, PAGE_LIMITS.linkUses);
  const until = fields["until"] === undefined ? undefined : dateTime(json, fields["until"], "until");
  const length = fields["length"] === undefined ? undefined : readLength(json, fields["length"], "length");
  if (length !== undefined && !type.lengths.some((each) => isSameLength(each, length)))
    json.fail("unknown-value", "length");
  const host = among(
    "host",
    type.hosts.map(({ id }) => id),
  );
  // Who meets several people together cannot choose one of them, but one of those who take turns to be with them.
  const isMet = hostRoles(type).required.length > 1 || type.mode === "mixed";
  if (host !== undefined && isMet && hostRoles(type).pool.every(({ id }) => id !== host))
    json.fail("not-in-this-mode", "host");
  const room = among("room", type.rooms?.anyOf ?? []);
  if (json.problems.length > 0) return failed(json.problems);
  return ok({
    ...(uses !== undefined && { uses }),
    ...(until !== undefined && { until }),
    ...(length !== undefined && { length }),
    ...(host !== undefined && { host }),
    ...(room !== undefined && { room }),
  });
}

function isSameLength(a: string, b: string): boolean {
  const [one, other] = [readSpan(a), readSpan(b)];
  return one !== undefined && other !== undefined && mostOf(one) === mostOf(other);
}

/** The hosts where one is chosen; none if it is nobody who can be. */
function withOne({ hosts, mode }: EventType, chosen: string): readonly Host[] {
  const one = hosts.filter(({ id, role }) => id === chosen && role !== "required");
  if (mode !== "mixed" || one.length === 0) return one;
  return hosts.filter(({ id, role }) => id === chosen || role === "required");
}

/** An event type as a link of its own leaves it: one length, and not several in a row. A room that the link names is required. */
export function narrowed(type: EventType, { length, host, room }: PageLink): EventType {
  const { inRow, ...rest } = type;
  return {
    ...rest,
    ...(length === undefined ? inRow !== undefined && { inRow } : { lengths: [length] }),
    ...(host !== undefined && { hosts: withOne(type, host) }),
    ...(room !== undefined && { rooms: { anyOf: [room], required: true } }),
  };
}
