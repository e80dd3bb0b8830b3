import { askingForDefaults } from "@snart/calendar/alarms/ask-for-defaults.ts";
import { withHidden } from "@snart/calendar/access/hidden-attendees.ts";
import { ownPartsOf, withOwnParts } from "@snart/calendar/access/own-parts.ts";
import { withContacts } from "@snart/calendar/access/sign-up-contacts.ts";
import { whatChanged, withAnswer, type WhatChanged } from "@snart/calendar/access/what-changed.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import type { CalendarGrant } from "../grants.ts";
import { mayWriteObject } from "../objects/object-rights.ts";
import { objectOf, type ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";

/** What a write in somebody else's calendar comes to. */
export interface SharedWrite {
  /** What is to be stored for everybody. */
  readonly object: CalendarObject;
  /** What is to be kept for the writer alone; null: nothing; undefined: that is not for this writer. */
  readonly own: Component | null | undefined;
  /** What right the change asks for. */
  readonly what: WhatChanged;
}

/**
 * Takes what is the writer's own (JMAP Calendars, "Per-user properties") out of what somebody writes into another's calendar, and leaves
 * what the owner has of the kind. Who owns the calendar writes all of it, as do deliveries.
 */
export function settleSharedWrite(
  { scheduling }: WriteScope,
  grant: CalendarGrant,
  current: ReadObject | undefined,
  written: CalendarObject,
): SharedWrite {
  if (grant.isOwner || scheduling?.delivery) return { object: written, own: undefined, what: "more" };
  const own = ownPartsOf(written.calendar) ?? null;
  if (!current) return { object: forOwner(written), own, what: "more" };
  const former = current.object;
  const object = withUnseen(grant, former, written);
  const what = whatChanged(former, object, grant.isMine);
  if (what === "own") return { object: former, own, what };
  const shared = what === "more" ? object : objectOf(withAnswer(former, object, grant.isMine));
  return { object: withOwn(shared, ownPartsOf(former.calendar)), own, what };
}

/** With the attendees, and what they left for who organises, that the writer does not see. */
function withUnseen(grant: CalendarGrant, former: CalendarObject, written: CalendarObject): CalendarObject {
  const { isMine } = grant;
  const object = mayWriteObject(grant, former) ? written : withContacts(former, written, isMine);
  return changed(object, withHidden(former, object, isMine));
}

const withOwn = (object: CalendarObject, of: Component | undefined): CalendarObject =>
  changed(object, withOwnParts(object.calendar, of));

/** What is new without what the writer has of their own: its owner has said nothing of it, and is reminded as their calendar says. */
const forOwner = (object: CalendarObject): CalendarObject =>
  changed(object, askingForDefaults(withOwnParts(object.calendar, undefined)));

const changed = (object: CalendarObject, calendar: Component): CalendarObject =>
  calendar === object.calendar ? object : objectOf(calendar);
