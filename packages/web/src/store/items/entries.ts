import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { ApiProblem } from "../../api/problem.ts";
import type { CalendarColour } from "./calendar-colour.ts";

/** A calendar as the app shows it. */
export interface CalendarEntry {
  /** account and id together: unique on this page */
  readonly key: string;
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly colour: CalendarColour;
  /** the stored colour: `colour` is the nearest of ours */
  readonly color?: string | null;
  readonly isVisible: boolean;
  readonly isDefault: boolean;
  readonly isShared: boolean;
  /** it is that of a thing that can be booked, which the viewer looks after */
  readonly isOfBookable?: boolean;
  /** whose it is, where it is somebody else's */
  readonly ownerName?: string;
  readonly sortOrder: number;
  readonly mayWrite: boolean;
  /** its times alone are shown */
  readonly isBusyOnly?: boolean;
  /** also what its owner and others organize, and so in their name */
  readonly mayWriteAll?: boolean;
  /** mail address, or another, of its owner, where that is somebody else */
  readonly ownerAddress?: string | null;
  /** the calendar's reminder for the viewer, as an offset from the start such as `-PT10M`; missing: it sets none */
  readonly alertTimed?: string | null;
  readonly alertAllDay?: string | null;
  /** not only events */
  readonly holdsTasks?: boolean;
  /** not only tasks (default true) */
  readonly holdsEvents?: boolean;
}

/** An event as the app knows it, unsaved changes included. */
export interface EventEntry {
  readonly key: string;
  readonly accountId: string;
  readonly id: string;
  readonly event: JSEvent;
  readonly calendarKey: string;
  /** changes of it are on their way since then */
  readonly savingSince: number | null;
  /** why its last change was not kept */
  readonly problem: ApiProblem | null;
}

/** Whether an item is a task. A task is stored like an event; only its times have other properties. */
export const isTask = ({ "@type": type }: { readonly "@type": string }): boolean => type === "Task";

/** The key of an object of an account. */
export const entryKey = (accountId: string, id: string): string => `${accountId}/${id}`;

/** The account of a key. */
export const accountOfKey = (key: string): string => key.slice(0, key.indexOf("/"));

/** The id of a key within its account. */
export const idOfKey = (key: string): string => key.slice(key.indexOf("/") + 1);

/** The key of the calendar that an event is in; of several, the first. */
export function calendarKeyOf(accountId: string, event: JSEvent): string {
  const id = Object.entries(event.calendarIds ?? {}).find(([, isIn]) => isIn)?.[0] ?? "";
  return entryKey(accountId, id);
}
