import type { Item, JSEvent, JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Change } from "../queue/change.ts";
import { isTask } from "../items/entries.ts";
import { localDateTimeText } from "../items/local-text.ts";
import { zoneOfEvent, type Span } from "../items/span.ts";
import type { ShownTask } from "./shown-tasks.ts";

/** A task, or one turn of it, wherever it is shown. */
type Turn = Pick<ShownTask, "entry" | "event" | "recurrenceId">;

/** A change of a task, or of one turn of it alone: the others stay as they are. */
export function changeOfTask({ entry, recurrenceId }: Turn, patch: PatchObject): Change {
  const { key, event } = entry;
  if (recurrenceId === null) return { kind: "update", key, patch };
  const whole = { ...event.recurrenceOverrides?.[recurrenceId], ...patch };
  // A property that one turn removes is set to null explicitly, because the series may have it.
  return { kind: "update", key, patch: turnPatch(event, recurrenceId, whole) };
}

/** A path leads nowhere while no turn has an override yet (RFC 8620 §5.3). */
const turnPatch = (series: JSEvent, recurrenceId: string, whole: PatchObject): PatchObject =>
  series.recurrenceOverrides
    ? { [`recurrenceOverrides/${recurrenceId}`]: whole }
    : { recurrenceOverrides: { [recurrenceId]: whole } };

/** Done, or open again; when it was done and how much of it the server adds. */
export const progressChange = (task: ShownTask, isDone: boolean): Change =>
  isDone || task.recurrenceId === null
    ? changeOfTask(task, { progress: isDone ? "completed" : "needs-action" })
    : reopened(task);

/** A turn whose override is empty is the same as the series. */
function reopened({ entry, recurrenceId }: ShownTask): Change {
  const own = entry.event.recurrenceOverrides?.[recurrenceId ?? ""] ?? {};
  const { progress: _progress, progressUpdated: _at, percentComplete: _percent, ...rest } = own;
  const path = `recurrenceOverrides/${recurrenceId ?? ""}`;
  const left: JsonValue = Object.keys(rest).length > 0 ? rest : null;
  return { kind: "update", key: entry.key, patch: { [path]: left } };
}

/** When something is due: a moment on the clock, or a whole day. */
export interface DueChoice {
  /** on the viewer's clock; of whole days midnight */
  readonly local: Local;
  readonly allDay: boolean;
}

/** The patch that sets another due time of a task, or none. Its start moves along, and stays as far before it. */
export function duePatch(task: JSEvent, choice: DueChoice | null, viewer: Zone): PatchObject {
  if (choice === null) return { due: null, start: null, showWithoutTime: null, timeZone: null };
  if (choice.allDay)
    return {
      due: localDateTimeText(startOfDay(choice.local)),
      start: null,
      showWithoutTime: true,
      timeZone: null,
    };
  const zone = zoneOfEvent(task, viewer);
  const due = zone.toLocal(viewer.toInstant(choice.local));
  return { due: localDateTimeText(due), start: null, showWithoutTime: null, timeZone: zone.id };
}

/** The patch that lays a task into a piece of time: it begins then and is due at its end; whole days are due on the last. */
function spanPatch(task: JSEvent, span: Span, viewer: Zone): PatchObject {
  if (span.allDay) {
    const last = startOfDay(viewer.toLocal(span.end - 1));
    return duePatch(task, { local: last, allDay: true }, viewer);
  }
  const zone = zoneOfEvent(task, viewer);
  return {
    start: span.end > span.start ? localDateTimeText(zone.toLocal(span.start)) : null,
    due: localDateTimeText(zone.toLocal(span.end)),
    showWithoutTime: null,
    timeZone: zone.id,
  };
}

/**
 * The patch that moves a task, or one turn of it; undefined where a turn can't take a form that its series does not
 * have (a day, or a time of day).
 */
export function movePatch(task: Turn, span: Span, viewer: Zone): PatchObject | undefined {
  const { event, recurrenceId } = task;
  if (recurrenceId === null) return spanPatch(event, span, viewer);
  if (span.allDay !== (event.showWithoutTime === true)) return undefined;
  const { start, due } = spanPatch(event, span, viewer);
  const series: Item = task.entry.event;
  // A series without a start has none for its turns either.
  const isByDue = series.start === undefined;
  const begins: PatchObject = isByDue ? {} : { start: start ?? due ?? null };
  const ends: PatchObject = series.due === undefined ? {} : { due: due ?? null };
  return { ...begins, ...ends };
}

/** The change that deletes a task, or one turn of it alone. */
export const removalOfTask = (task: Turn): Change =>
  task.recurrenceId === null
    ? { kind: "destroy", key: task.entry.key }
    : changeOfTask(task, { excluded: true });

/** A copy of a task, or of one turn of it: one task of its own, without guests, and still to be done. */
export function taskCopy({ event }: Turn, uid: string, calendarId: string): JSEvent {
  const {
    id: _id,
    recurrenceId: _recurrenceId,
    recurrenceIdTimeZone: _recurrenceIdTimeZone,
    recurrenceRule: _rule,
    recurrenceOverrides: _overrides,
    participants: _participants,
    organizerCalendarAddress: _organizer,
    isOrigin: _isOrigin,
    "snart:isOthers": _isOthers,
    "snart:warnings": _warnings,
    progress: _progress,
    progressUpdated: _progressUpdated,
    percentComplete: _percent,
    ...rest
  }: Item & JSEvent = event;
  return { ...rest, uid, calendarIds: { [calendarId]: true } };
}

/** The properties of a new task. */
export interface NewTask {
  readonly uid: string;
  readonly title: string;
  readonly calendarId: string;
  readonly due: DueChoice | null;
  readonly recurrenceRule?: JSEvent["recurrenceRule"];
  readonly description?: string;
  readonly priority?: number;
  /** the UID of its parent */
  readonly partOf?: string | undefined;
}

/** A new task in the form that the server receives. */
export function newTask({ uid, title, calendarId, due, partOf, ...rest }: NewTask, viewer: Zone): JSEvent {
  const times = due ? withoutNulls(duePatch(blank, due, viewer)) : {};
  const made: unknown = {
    "@type": "Task",
    uid,
    title,
    calendarIds: { [calendarId]: true },
    ...times,
    ...rest,
    ...(partOf !== undefined && {
      relatedTo: { [partOf]: { "@type": "Relation", relation: { parent: true } } },
    }),
  };
  if (!isItem(made)) throw new TypeError("a task has a type and a UID");
  return made;
}

const blank: JSEvent = { "@type": "Event", uid: "", start: "" };

const withoutNulls = (patch: PatchObject): PatchObject =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));

/** A task stands where events stand; see `isTask`. */
const isItem = (made: unknown): made is JSEvent =>
  typeof made === "object" &&
  made !== null &&
  "@type" in made &&
  typeof made["@type"] === "string" &&
  isTask({ "@type": made["@type"] });
