import type { BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import {
  makeComponent,
  makeProperty,
  type Component,
  type Property,
} from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { App } from "../../app/app.ts";
import { freeBusy } from "../../app/hours/free-busy.ts";
import { personFreeBusy } from "../../app/hours/person-free-busy.ts";
import { reply } from "../../http/reply.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { readDepth } from "../headers.ts";
import { refuse, refuseWith, type Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { childNamed, type XmlElement } from "../xml/element.ts";
import { caldav } from "../xml/names.ts";
import { readUtcRange } from "../xml/requests/utc-range.ts";
import { floatingZone } from "./floating-zone.ts";

/**
 * CALDAV:free-busy-query (RFC 4791 §7.10) on a calendar or, at Depth infinity, on a home: people with free/busy
 * access get an answer too. A home answers for its person as an outbox does, by the calendars that count. A missing
 * Depth means 1, as with a calendar-query.
 */
export async function freeBusyQuery(exchange: Exchange, resource: Resource, body: XmlElement): Answer {
  const element = childNamed(body, caldav("time-range"));
  const range = element && readUtcRange(element);
  if (!range || range.from === null || range.to === null) {
    return failed(refuseWith(400, "A free-busy-query has a time-range with a start before an end, in UTC."));
  }
  const window = { from: range.from, to: range.to };
  const busy = await periodsOf(exchange, resource, window);
  if (!busy.ok) return busy;
  const text = serialiseICalendar(freeBusyComponent(exchange.app, window, busy.value));
  return ok(reply(text, { headers: { "Content-Type": "text/calendar; charset=utf-8" } }));
}

async function periodsOf(
  exchange: Exchange,
  resource: Resource,
  window: Window,
): Promise<Result<readonly BusyPeriod[], Refusal>> {
  const { app, actor, request } = exchange;
  const depth = readDepth(request, "1");
  if (resource.kind === "calendar") {
    if (depth === "0") return ok([]);
    // A day is read in the zone of the calendar's owner, whoever asks.
    const zone = await floatingZone(exchange, resource, {}, resource.ownerLogin);
    if (!zone.ok) return zone;
    const busy = await freeBusy(app, actor, [resource.grant.calendar.id], window, zone.value);
    return busy.ok ? busy : failed(refusalOf(busy.problem, resource));
  }
  if (resource.kind !== "home")
    return failed(
      refuse("supported-report", "Only calendars and their home can be asked when they are busy."),
    );
  if (depth !== "infinity") return ok([]);
  const busy = await personFreeBusy(app, actor, resource.principal.id, window);
  return busy.ok ? ok(busy.value.periods) : failed(refusalOf(busy.problem, resource));
}

function freeBusyComponent(app: App, window: Window, periods: readonly BusyPeriod[]): Component {
  const properties = [
    makeProperty("UID", app.newId()),
    makeProperty("DTSTAMP", utc(app.now())),
    makeProperty("DTSTART", utc(window.from)),
    makeProperty("DTEND", utc(window.to)),
    ...periods.map(freeBusyProperty),
  ];
  return makeComponent(
    "VCALENDAR",
    [makeProperty("VERSION", "2.0"), makeProperty("PRODID", app.prodId)],
    [makeComponent("VFREEBUSY", properties)],
  );
}

/** A FREEBUSY without a type means BUSY (RFC 5545 §3.2.9). */
const freeBusyProperty = ({ from, to, type }: BusyPeriod): Property =>
  makeProperty("FREEBUSY", `${utc(from)}/${utc(to)}`, type === "BUSY" ? {} : { FBTYPE: type });

/** A time as iCalendar writes it in UTC, to the second. */
const utc = (instant: Instant): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");
