import { askingForDefaults } from "@snart/calendar/alarms/ask-for-defaults.ts";
import { withBookedGuests } from "@snart/calendar/access/booked-guests.ts";
import { withHidden } from "@snart/calendar/access/hidden-attendees.ts";
import { withoutOwnInstances } from "@snart/calendar/access/own-instances.ts";
import { ownPartsOf, withOwnParts } from "@snart/calendar/access/own-parts.ts";
import { withContacts } from "@snart/calendar/access/sign-up-contacts.ts";
import { whatChanged, withAnswer, type WhatChanged } from "@snart/calendar/access/what-changed.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { withAnswers } from "@snart/calendar/scheduling/own/guest-answers.ts";
import { ownScope, type CalendarGrant } from "../grants.ts";
import { mayMakeObject } from "../objects/object-rights.ts";
import { objectOf, type ReadObject } from "../objects/read-stored.ts";
import { readOwnParts } from "../objects/seen-objects.ts";
import type { WriteScope } from "../scope.ts";

/** The result of a write in somebody else's calendar. */
export interface SharedWrite {
  /** The object to store for everybody. */
  readonly object: CalendarObject;
  /** The writer's own parts to store; null: none; undefined: this writer has no separate parts. */
  readonly own: Component | null | undefined;
  /** The writer's own parts before this write, as they are stored. */
  readonly ownBefore: string | null;
  /** The right that the change needs. */
  readonly what: WhatChanged;
}

/**
 * Separates the writer's own parts (JMAP Calendars, "Per-user properties") from a write into another's calendar, and
 * keeps the owner's. A member of a group separates only their alarms. The calendar's owner writes all of it, as do
 * deliveries.
 */
export async function settleSharedWrite(
  { scheduling, tx, actor }: WriteScope,
  grant: CalendarGrant,
  current: ReadObject | undefined,
  written: CalendarObject,
): Promise<SharedWrite> {
  const parts = ownScope(grant);
  if (parts === undefined || scheduling?.delivery) return wholeWrite(written);
  const id = current?.stored.id;
  const ownBefore = (id && (await tx.objects.ownParts(actor.principalId, [id])).get(id)) ?? null;
  const own = ownPartsOf(written.calendar, parts) ?? null;
  const before = (): Component | undefined => (ownBefore === null ? undefined : readOwnParts(ownBefore));
  const shared =
    parts === "alarms"
      ? settleGroupWrite(grant, current, written, before)
      : settleSharees(grant, current, written, before);
  return { ...shared, own, ownBefore };
}

/** A write that has no parts of the writer's own. */
export const wholeWrite = (object: CalendarObject): SharedWrite => ({
  object,
  own: undefined,
  ownBefore: null,
  what: "more",
});

type ForAll = Pick<SharedWrite, "object" | "what">;

function settleSharees(
  grant: CalendarGrant,
  current: ReadObject | undefined,
  written: CalendarObject,
  own: () => Component | undefined,
): ForAll {
  if (!current) return { object: forOwner(withoutOwnInstances(undefined, written, own)), what: "more" };
  const former = current.object;
  const object = withoutOwnInstances(former, withUnseen(grant, former, written), own);
  const what = whatChanged(former, object, grant.isMine);
  if (what === "own") return { object: former, what };
  const shared = what === "more" ? object : objectOf(withAnswer(former, object, grant.isMine));
  return { object: withOwn(shared, ownPartsOf(former.calendar)), what };
}

/** In a group's calendar: what is stored has no alarms, which are none of the group's. */
function settleGroupWrite(
  { isMine }: CalendarGrant,
  current: ReadObject | undefined,
  written: CalendarObject,
  own: () => Component | undefined,
): ForAll {
  const object = withoutOwnInstances(current?.object, written, own, "alarms");
  const isOwn = current && whatChanged(current.object, object, isMine, "alarms") === "own";
  if (isOwn) return { object: current.object, what: "own" };
  return { object: changed(object, withOwnParts(object.calendar, undefined, "alarms")), what: "more" };
}

/** Restores attendees, contacts, answers and places that the writer does not see. */
function withUnseen(grant: CalendarGrant, former: CalendarObject, written: CalendarObject): CalendarObject {
  const { isMine } = grant;
  const object = mayMakeObject(grant, former)
    ? written
    : withBookedGuests(former, withAnswers(former, withContacts(former, written, isMine)), isMine);
  return changed(object, withHidden(former, object, isMine));
}

const withOwn = (object: CalendarObject, of: Component | undefined): CalendarObject =>
  changed(object, withOwnParts(object.calendar, of));

/**
 * A new object without the writer's own parts: its owner has not set any, and is reminded by their calendar's
 * settings.
 */
const forOwner = (object: CalendarObject): CalendarObject =>
  changed(object, askingForDefaults(withOwnParts(object.calendar, undefined)));

const changed = (object: CalendarObject, calendar: Component): CalendarObject =>
  calendar === object.calendar ? object : objectOf(calendar);
