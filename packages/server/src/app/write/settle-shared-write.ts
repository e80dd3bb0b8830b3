import { askingForDefaults } from "@snart/calendar/alarms/ask-for-defaults.ts";
import { withHidden } from "@snart/calendar/access/hidden-attendees.ts";
import { ownPartsOf, withOwnParts } from "@snart/calendar/access/own-parts.ts";
import { withContacts } from "@snart/calendar/access/sign-up-contacts.ts";
import { whatChanged, withAnswer, type WhatChanged } from "@snart/calendar/access/what-changed.ts";
import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { CalendarGrant } from "../grants.ts";
import { mayWriteObject } from "../objects/object-rights.ts";
import { prepareAdjusted, type PreparedObject } from "../objects/prepare-object.ts";
import { readStored } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";

/** What a write in somebody else's calendar comes to. */
export interface SharedWrite {
  /** What is to be stored for everybody. */
  readonly prepared: PreparedObject;
  /** What is to be kept for the writer alone, as iCalendar text; null: nothing; undefined: that is not for this writer. */
  readonly own: string | null | undefined;
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
  current: StoredObject | undefined,
  written: PreparedObject,
): SharedWrite {
  if (grant.isOwner || scheduling?.delivery) return { prepared: written, own: undefined, what: "more" };
  const own = ownPartsOf(written.object.calendar);
  const kept = own ? serialiseICalendar(own) : null;
  const former = current && readStored(current);
  const prepared = former ? withUnseen(grant, former, written) : written;
  if (!current || !former) return { prepared: forOwner(prepared), own: kept, what: "more" };
  const what = whatChanged(former, prepared.object, grant.isMine);
  if (what === "own") return { prepared: unchanged(current, former), own: kept, what };
  const of = ownPartsOf(former.calendar);
  if (what === "more") return { prepared: sharedPart(prepared, of), own: kept, what };
  const answered = withOwnParts(withAnswer(former, prepared.object, grant.isMine), of);
  return { prepared: adjusted(answered, prepared.object), own: kept, what };
}

/** With the attendees, and what they left for who organises, that the writer does not see. */
function withUnseen(grant: CalendarGrant, former: CalendarObject, written: PreparedObject): PreparedObject {
  const { isMine } = grant;
  const object = mayWriteObject(grant, former)
    ? written.object
    : withContacts(former, written.object, isMine);
  const calendar = withHidden(former, object, isMine);
  return calendar === written.object.calendar ? written : adjusted(calendar, written.object);
}

const unchanged = (current: StoredObject, former: CalendarObject): PreparedObject => ({
  ...prepareAdjusted(current.icalendar, former),
  etag: current.etag,
});

function sharedPart(prepared: PreparedObject, of: Component | undefined): PreparedObject {
  const calendar = withOwnParts(prepared.object.calendar, of);
  return calendar === prepared.object.calendar ? prepared : adjusted(calendar, prepared.object);
}

/** What is new without what the writer has of their own: its owner has said nothing of it, and is reminded as their calendar says. */
function forOwner(prepared: PreparedObject): PreparedObject {
  const calendar = askingForDefaults(withOwnParts(prepared.object.calendar, undefined));
  return calendar === prepared.object.calendar ? prepared : adjusted(calendar, prepared.object);
}

function adjusted(calendar: Component, { uid }: CalendarObject): PreparedObject {
  const read = readCalendarObject(calendar);
  if (!read.ok) throw new Error(`${uid} is no object any more without what is somebody's own`);
  return prepareAdjusted(serialiseICalendar(calendar), read.value);
}
