import { applyPatch, diffPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { ProfileChange } from "../../api/account/account-api.ts";
import type { RemoteCalendar } from "../../api/items/calendar-api.ts";
import { entryKey, idOfKey } from "../items/entries.ts";

/** One change of one event or calendar. `newEventKey` makes the keys of events that do not exist yet. */
export type Change = (ChangeOfEvent | ChangeOfCalendar | ChangeOfProfile) & {
  /** the other participants are notified of the change and of its undoing */
  readonly tells?: true;
};

type ChangeOfEvent =
  | { readonly kind: "create"; readonly key: string; readonly event: JSEvent }
  | {
      readonly kind: "update";
      readonly key: string;
      readonly patch: PatchObject;
      /** the id of the action that it undoes */
      readonly undoes?: string;
    }
  | { readonly kind: "destroy"; readonly key: string }
  /** restores a destroyed event; `event` is its former content */
  | { readonly kind: "restore"; readonly key: string; readonly event: JSEvent };

/** A person's own choices for a calendar, and its name. */
export type CalendarPatch = Partial<
  Pick<RemoteCalendar, "name" | "color" | "isVisible" | "isSubscribed" | "sortOrder">
>;

/** The last choice wins, so none conflicts. `key` is a `calendarChangeKey`. */
export interface ChangeOfCalendar {
  readonly kind: "calendar";
  readonly key: string;
  /** the calendar's name, for lists of changes */
  readonly name: string;
  readonly patch: CalendarPatch;
  /** the values that `patch` replaces */
  readonly was: CalendarPatch;
}

/** A person's own settings, which hold wherever they are signed in. As with calendars, the last choice wins. */
export interface ChangeOfProfile {
  readonly kind: "profile";
  /** a `profileChangeKey` */
  readonly key: string;
  readonly patch: ProfileChange;
  /** the values that `patch` replaces */
  readonly was: ProfileChange;
}

const CALENDARS = "calendars/";

/** The key of changes of an account's own settings. */
export const profileChangeKey = (accountId: string): string => entryKey(accountId, "profile/");

/** The key of changes of a calendar: no event's, whose ids hold no slash. */
export const calendarChangeKey = (accountId: string, id: string): string =>
  entryKey(accountId, CALENDARS + id);

/** The calendar's id within its account, of such a key. */
export const calendarOfKey = (key: string): string => idOfKey(key).slice(CALENDARS.length);

/** An event before or after a change; undefined if there is none. */
type MaybeEvent = JSEvent | undefined;

/**
 * Returns the event with a change applied. A change that does not fit (the event is gone, a path leads nowhere) does
 * nothing.
 */
export function applyChange(event: MaybeEvent, change: Change): MaybeEvent {
  switch (change.kind) {
    case "create":
    case "restore":
      return change.event;
    case "destroy":
      return undefined;
    case "calendar":
    case "profile":
      return event;
    case "update": {
      const patched = event && applyPatch(event, change.patch);
      return patched?.ok ? patched.value : event;
    }
  }
}

/** The change that undoes a change, from the event's state before it; undefined if there is nothing to undo. */
export function inverseOf(change: Change, before: MaybeEvent): Change | undefined {
  const { key, tells } = change;
  const told = tells ? { tells } : {};
  switch (change.kind) {
    case "create":
    case "restore":
      return { kind: "destroy", key, ...told };
    case "calendar":
      return { ...change, patch: change.was, was: change.patch };
    case "profile":
      return { ...change, patch: change.was, was: change.patch };
    case "destroy":
      return before && { kind: "restore", key, event: before, ...told };
    case "update": {
      const after = applyChange(before, change);
      if (!before || !after) return undefined;
      return { kind: "update", key, patch: diffPatch(withoutEmpty(after), before), ...told };
    }
  }
}

/**
 * Removes empty properties, as the server does: a property whose last part was removed has nothing left to put the
 * part back into.
 */
const withoutEmpty = (event: JSEvent): JSEvent =>
  Object.fromEntries(
    Object.entries(event).filter(
      ([, value]) => typeof value !== "object" || value === null || Object.keys(value).length > 0,
    ),
  ) as unknown as JSEvent;

/** The same change of an event that has got its real key meanwhile. */
export const rekeyed = (change: Change, key: string): Change => ({ ...change, key });
