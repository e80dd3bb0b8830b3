import type { JSEvent, JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { firstOfRepeat, repeatProblems, type Repeat } from "@snart/calendar/recurrence/editor/rule-editor.ts";
import type { RuleStart } from "@snart/calendar/recurrence/editor/rule-pattern.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import { localDateTimeText } from "../../../store/items/local-text.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { durationText, newEventTimes, timePatch, type Span } from "../../../store/items/span.ts";
import { alertsOf, changedAlerts, remindersOf } from "./draft-alerts.ts";
import { categoriesOfEvent, categoriesPatch, keywordsOf } from "./draft-categories.ts";
import { repeatAt, repeatOfEvent, repeatToJs, sameRepeat, type DraftRepeat } from "./draft-repeat.ts";
import {
  isWrongCapacity,
  signUpOfEvent,
  signUpParts,
  signUpPatch,
  type DraftSignUp,
} from "./draft-sign-up.ts";
import { roomOverrides, type RoomDates } from "./draft-rooms.ts";
import {
  guestsOfEvent,
  guestsPatch,
  participantsOf,
  type DraftGuest,
  type DraftOrganizer,
} from "./draft-guests.ts";

/** An event that is being edited: the contents of the fields. */
export interface EventDraft {
  readonly title: string;
  readonly allDay: boolean;
  /** wall-clock time in `timeZone`; of whole days midnight of the first */
  readonly start: Local;
  /** the end, exclusive, in `endTimeZone`; of whole days midnight of the last day, inclusive */
  readonly end: Local;
  readonly timeZone: string;
  /** the zone of the end, if that is another: of a journey */
  readonly endTimeZone?: string | undefined;
  readonly repeat: DraftRepeat;
  readonly calendarKey: string;
  readonly place: string;
  readonly description: string;
  /** the names of the categories; absent in drafts of an older page */
  readonly categories?: readonly string[];
  /** minutes before the start; other kinds of reminders stay unchanged */
  readonly reminders: readonly number[];
  /** whether only the calendar's reminder rings; absent in drafts of an older page */
  readonly remindsAsCalendar?: boolean;
  readonly isPrivate: boolean;
  readonly isFree: boolean;
  /** whether the person chose it; until then, a new event's status follows from whole days or hours */
  readonly isFreeChosen?: boolean;
  /** the terms of sign-up; null: none; absent in drafts of an older page */
  readonly signUp?: DraftSignUp | null;
  /** the guests; absent in drafts of an older page */
  readonly guests?: readonly DraftGuest[];
  /** other rooms or times on single dates; absent: the same on all */
  readonly roomDates?: RoomDates;
  /** whether the writer invites in somebody else's calendar; else its owner does, through the writer */
  readonly invitesAsSelf?: boolean;
  /** the inviter of the first guests; none: the calendar's owner */
  readonly organizer?: DraftOrganizer | null;
}

/** Returns the fields of an occurrence; its repeat is that of its series. */
export function draftOf(occurrence: ShownOccurrence, viewer: Zone): EventDraft {
  const { event, entry } = occurrence;
  const zone = (event.timeZone ? ianaZone(event.timeZone) : undefined) ?? viewer;
  const { allDay } = occurrence;
  const endZone = allDay || !event.endTimeZone ? undefined : ianaZone(event.endTimeZone);
  const isElsewhere = endZone !== undefined && endZone !== zone;
  const start = allDay ? startOfDay(viewer.toLocal(occurrence.start)) : zone.toLocal(occurrence.start);
  return {
    title: event.title ?? "",
    allDay,
    start,
    end: allDay
      ? startOfDay(viewer.toLocal(Math.max(occurrence.start, occurrence.end - 1)))
      : (endZone ?? zone).toLocal(occurrence.end),
    timeZone: event.timeZone ?? viewer.id,
    ...(isElsewhere && { endTimeZone: endZone.id }),
    repeat: { repeat: repeatOfEvent(entry.event, start), at: start, isChosen: false },
    calendarKey: entry.calendarKey,
    place: Object.values(event.locations ?? {})[0]?.name ?? "",
    description: event.description ?? "",
    categories: categoriesOfEvent(event),
    reminders: remindersOf(event),
    remindsAsCalendar: event.useDefaultAlerts === true,
    isPrivate: event.privacy === "private" || event.privacy === "secret",
    isFree: event.freeBusyStatus === "free",
    signUp: signUpOfEvent(event),
    guests: guestsOfEvent(event),
  };
}

/** Returns the time of a draft in the viewer's zone. */
export function spanOfDraft(draft: EventDraft, viewer: Zone): Span {
  if (draft.allDay) {
    return {
      start: viewer.toInstant(draft.start),
      end: viewer.toInstant(addDays(draft.end, 1)),
      allDay: true,
    };
  }
  const zone = ianaZone(draft.timeZone) ?? viewer;
  const end = endZoneOf(draft, zone).toInstant(draft.end);
  return { start: zone.toInstant(draft.start), end, allDay: false };
}

const endZoneOf = ({ endTimeZone }: Pick<EventDraft, "endTimeZone">, zone: Zone): Zone =>
  (endTimeZone === undefined ? undefined : ianaZone(endTimeZone)) ?? zone;

/** Returns the end that was probably meant if a draft ends before it starts; else null. */
export function endProblem(
  draft: Pick<EventDraft, "start" | "end" | "allDay"> & Partial<Pick<EventDraft, "timeZone" | "endTimeZone">>,
): Local | null {
  const { start, end, allDay, timeZone = "", endTimeZone } = draft;
  const zone = endTimeZone === undefined ? undefined : ianaZone(timeZone);
  if (zone && !allDay) {
    // Clocks of two zones can't be compared: who flies west may land before they left.
    const [from, endZone] = [zone.toInstant(start), endZoneOf(draft, zone)];
    return endZone.toInstant(end) >= from ? null : endZone.toLocal(from + HOUR);
  }
  if (end >= start) return null;
  return allDay ? start : asLocal(start + HOUR);
}

/** Returns the repeat as the fields show it. */
export const repeatOfDraft = (draft: EventDraft): Repeat => repeatAt(draft.repeat, draft.start);

/** Returns the start of a draft for the rule of its repeat. */
export function ruleStart(draft: EventDraft): RuleStart {
  if (draft.allDay) return { start: startOfDay(draft.start), allDay: true };
  const zone = ianaZone(draft.timeZone);
  return { start: draft.start, ...(zone && { zone }) };
}

/** Returns whether a draft can't be saved. */
export const isWrongDraft = (draft: EventDraft): boolean =>
  endProblem(draft) !== null ||
  isWrongCapacity(draft.signUp) ||
  repeatProblems(repeatOfDraft(draft), draft.start).length > 0;

/** Returns a draft that begins with the first event of its repeat. */
function fromFirst(draft: EventDraft): EventDraft {
  if (!draft.repeat.isChosen) return draft;
  const repeat = repeatOfDraft(draft);
  const start = firstOfRepeat(repeat, draft.start);
  const end = asLocal(draft.end + start - draft.start);
  return { ...draft, start, end, repeat: { repeat, at: start, isChosen: true } };
}

/** Returns the event of a new draft. It begins with the first time of its repeat. */
export function eventOfDraft(written: EventDraft, uid: string, viewer: Zone): JSEvent {
  const draft = fromFirst(written);
  const blank: JSEvent = { "@type": "Event", uid, ...newEventTimes(spanOfDraft(draft, viewer), viewer) };
  const zone = ianaZone(draft.timeZone);
  const times =
    draft.allDay || !zone
      ? {}
      : { start: localDateTimeText(draft.start), timeZone: zone.id, ...endZoneText(draft) };
  const repeat = repeatOfDraft(draft);
  const rule = repeatToJs(repeat, ruleStart(draft));
  const participants = participantsOf(draft.guests ?? [], draft.organizer);
  const keywords = keywordsOf(draft.categories);
  const overrides = rule ? roomOverrides(draft.guests ?? [], draft.roomDates) : undefined;
  return {
    ...blank,
    ...times,
    ...(draft.title.trim() ? { title: draft.title.trim() } : {}),
    ...(draft.place.trim() ? { locations: { "1": { "@type": "Location", name: draft.place.trim() } } } : {}),
    ...(draft.description ? { description: draft.description } : {}),
    ...(keywords && { keywords }),
    ...(draft.remindsAsCalendar !== undefined && { useDefaultAlerts: draft.remindsAsCalendar }),
    ...(draft.reminders.length > 0 ? { alerts: alertsOf(draft.reminders) } : {}),
    ...(draft.isPrivate ? { privacy: "private" as const } : {}),
    ...(draft.isFree ? { freeBusyStatus: "free" as const } : {}),
    ...signUpParts(draft.signUp),
    ...(rule ? { recurrenceRule: rule } : {}),
    ...(participants ? { participants } : {}),
    ...(overrides ? { recurrenceOverrides: overrides } : {}),
  };
}

/** Returns the changed fields as a patch of the occurrence, without unchanged properties. */
export function patchOfDraft(
  occurrence: ShownOccurrence,
  before: EventDraft,
  after: EventDraft,
  viewer: Zone,
): PatchObject {
  const { event, entry } = occurrence;
  const patch: Record<string, JsonValue> = { ...timesOf(event, before, after, viewer) };
  if (after.title !== before.title) patch["title"] = after.title.trim() || null;
  if (after.description !== before.description) patch["description"] = after.description || null;
  if (after.place !== before.place) Object.assign(patch, placePatch(event, after.place.trim()));
  Object.assign(patch, categoriesPatch(before.categories, after.categories));
  Object.assign(patch, remindersPatch(event, before, after));
  if (after.isPrivate !== before.isPrivate) patch["privacy"] = after.isPrivate ? "private" : null;
  if (after.isFree !== before.isFree) patch["freeBusyStatus"] = after.isFree ? "free" : null;
  Object.assign(
    patch,
    guestsPatch(event, before.guests ?? [], after.guests ?? before.guests ?? [], after.organizer),
  );
  if (after.signUp !== undefined)
    Object.assign(patch, signUpPatch(event, before.signUp ?? null, after.signUp));
  Object.assign(patch, repeatPatch(entry.event, before, after));
  Object.assign(patch, roomPatch(entry.event, after));
  return patch;
}

function timesOf(event: JSEvent, before: EventDraft, after: EventDraft, viewer: Zone): PatchObject {
  const endTimeZone = after.allDay ? null : (endZoneText(after).endTimeZone ?? null);
  const ofEnd = endTimeZone === (event.endTimeZone ?? null) ? {} : { endTimeZone };
  if (after.timeZone === before.timeZone || after.allDay) {
    return { ...timePatch(event, spanOfDraft(before, viewer), spanOfDraft(after, viewer), viewer), ...ofEnd };
  }
  const span = spanOfDraft(after, viewer);
  return {
    start: localDateTimeText(after.start),
    duration: durationText(span, viewer),
    timeZone: after.timeZone,
    ...ofEnd,
    ...(before.allDay ? { showWithoutTime: null } : {}),
  };
}

/** An end in the zone of the start needs no zone of its own. */
const endZoneText = ({ timeZone, endTimeZone }: EventDraft): Pick<JSEvent, "endTimeZone"> =>
  endTimeZone === undefined || endTimeZone === timeZone ? {} : { endTimeZone };

/** Returns the patch of a chosen repeat; the move of the series handles one that only follows its start. */
function repeatPatch(series: JSEvent, before: EventDraft, after: EventDraft): PatchObject {
  const start = ruleStart(after);
  const repeat = repeatOfDraft(after);
  if (!after.repeat.isChosen || sameRepeat(repeat, repeatAt(before.repeat, after.start), start)) return {};
  const rule = repeatToJs(repeat, start, series.recurrenceRule);
  return rule
    ? { recurrenceRule: rule as unknown as JsonValue }
    : { recurrenceRule: null, ...(series.recurrenceOverrides ? { recurrenceOverrides: null } : {}) };
}

/** Returns the patch of the dates with another room; what else is different on them stays. */
function roomPatch(series: JSEvent, { guests = [], roomDates }: EventDraft): PatchObject {
  const overrides = Object.entries(roomOverrides(guests, roomDates) ?? {});
  return Object.fromEntries(
    overrides.map(([start, patch]) => [
      `recurrenceOverrides/${start}`,
      { ...series.recurrenceOverrides?.[start], ...patch } as unknown as JsonValue,
    ]),
  );
}

/** Returns the patch of the first location's name; its other properties, and other locations, stay. */
function placePatch(event: JSEvent, name: string): PatchObject {
  const [id] = Object.keys(event.locations ?? {});
  if (id === undefined) return name ? { locations: { "1": { "@type": "Location", name } } } : {};
  return { [`locations/${id}${name ? "/name" : ""}`]: name || null };
}

/** Returns the patch of the reminders. Those silent while the calendar's rang must not ring after that is removed. */
function remindersPatch(event: JSEvent, before: EventDraft, after: EventDraft): PatchObject {
  const { reminders, remindsAsCalendar = before.remindsAsCalendar ?? false } = after;
  const isTurned = remindsAsCalendar !== (before.remindsAsCalendar ?? false);
  const isChanged = !sameJson([...reminders], [...before.reminders]);
  return {
    ...((isChanged || (isTurned && event.alerts)) && { alerts: changedAlerts(event, reminders) }),
    ...(isTurned && { useDefaultAlerts: remindsAsCalendar }),
  };
}
