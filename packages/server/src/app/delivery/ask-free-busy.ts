import type { BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import {
  firstProperty,
  makeComponent,
  makeProperty,
  propertiesNamed,
  type Component,
  type Property,
} from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { readTime } from "@snart/calendar/icalendar/time-property.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { utcStamp } from "@snart/calendar/scheduling/itip-message.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { personFreeBusy } from "../hours/person-free-busy.ts";
import type { Problem } from "../problems.ts";
import { inboxOf } from "./inbox.ts";
import { isAddressOf, routeOf } from "../principal-address.ts";
import { mayFind } from "../visible-people.ts";

/** The answer about one of the requested people (RFC 6638 §10.4). */
export interface FreeBusyAnswer {
  /** the address as it was written */
  readonly recipient: string;
  /** as in REQUEST-STATUS: a code and a word */
  readonly status: string;
  /** a VFREEBUSY REPLY; undefined if the actor may not know */
  readonly icalendar?: string;
}

export type FreeBusyRefusal =
  | Problem
  /** the message is not a free/busy request */
  | { readonly code: "invalid-scheduling-message"; readonly detail: string }
  | { readonly code: "not-own-organizer" };

interface Question {
  readonly source: Component;
  readonly window: Window;
  readonly organizer: Property;
  readonly attendees: readonly Property[];
}

/**
 * Answers a VFREEBUSY REQUEST posted to an outbox (RFC 6638 §5): each ATTENDEE's busy times, as far as the actor may
 * know them.
 * @param login the owner of the outbox
 */
export async function askFreeBusy(
  app: App,
  actor: Actor,
  login: string,
  text: string,
): Promise<Result<readonly FreeBusyAnswer[], FreeBusyRefusal>> {
  const owner = await inboxOf(app, actor, login);
  if (!owner.ok) return owner;
  const question = readQuestion(text, app.limits.freeBusyRecipients);
  if (!question.ok) return question;
  const { organizer, attendees, window } = question.value;
  if (!isAddressOf(owner.value.principal)(organizer.value)) return failed({ code: "not-own-organizer" });
  const limitDays = app.limits.queryRangeDays;
  if (window.to - window.from > limitDays * 86_400_000) return failed({ code: "range-too-long", limitDays });
  const answers: FreeBusyAnswer[] = [];
  for (const attendee of attendees) answers.push(await answerFor(app, actor, question.value, attendee));
  return ok(answers);
}

const invalid = (detail: string) => failed({ code: "invalid-scheduling-message", detail } as const);

function readQuestion(text: string, most: number): Result<Question, FreeBusyRefusal> {
  const parsed = parseICalendar(text);
  if (!parsed.ok) return failed({ code: "invalid-calendar-data", problem: parsed.problem });
  const { calendar } = parsed.value;
  if (textValue(calendar, "METHOD")?.trim().toUpperCase() !== "REQUEST") return invalid("METHOD is REQUEST");
  const [source, ...others] = calendar.components.filter(({ name }) => name !== "VTIMEZONE");
  if (source?.name !== "VFREEBUSY" || others.length > 0) return invalid("one VFREEBUSY is asked");
  const organizer = firstProperty(source, "ORGANIZER");
  const attendees = propertiesNamed(source, "ATTENDEE");
  if (!organizer || attendees.length === 0) return invalid("ORGANIZER and ATTENDEE are needed");
  if (attendees.length > most) return invalid(`at most ${most} people are asked about at once`);
  const [from, to] = ["DTSTART", "DTEND"].map((name) => utcTime(source, name));
  if (from === undefined || to === undefined || from >= to)
    return invalid("DTSTART before DTEND are needed, both in UTC");
  return ok({ source, window: { from, to }, organizer, attendees });
}

function utcTime(component: Component, name: string): number | undefined {
  const property = firstProperty(component, name);
  const time = property && readTime(property, () => undefined);
  return time?.kind === "timed" ? instantOf(time, UTC) : undefined;
}

async function answerFor(
  app: App,
  actor: Actor,
  question: Question,
  attendee: Property,
): Promise<FreeBusyAnswer> {
  const recipient = attendee.value.trim();
  const asked = await app.storage.read(async (tx) => {
    const route = await routeOf(tx, recipient);
    return route.kind === "principal" && (await mayFind(tx, actor, route.principal))
      ? route.principal
      : undefined;
  });
  // Somebody hidden answers like nobody.
  if (!asked) return { recipient, status: "3.7;Invalid calendar user" };
  const busy = await personFreeBusy(app, actor, asked.id, question.window);
  if (busy.ok)
    return {
      recipient,
      status: "2.0;Success",
      icalendar: replyText(app, question, attendee, busy.value.periods),
    };
  const isHidden = busy.problem.code === "not-found" || busy.problem.code === "forbidden";
  return { recipient, status: isHidden ? "3.8;No authority" : "5.1;Could not be answered" };
}

function replyText(
  app: App,
  { source, window, organizer }: Question,
  attendee: Property,
  periods: readonly BusyPeriod[],
): string {
  const uid = firstProperty(source, "UID") ?? makeProperty("UID", app.newId());
  const freeBusy = makeComponent("VFREEBUSY", [
    uid,
    makeProperty("DTSTAMP", utcStamp(app.now())),
    makeProperty("DTSTART", utcStamp(window.from)),
    makeProperty("DTEND", utcStamp(window.to)),
    organizer,
    attendee,
    ...periods.map(({ from, to, type }) =>
      makeProperty("FREEBUSY", `${utcStamp(from)}/${utcStamp(to)}`, type === "BUSY" ? {} : { FBTYPE: type }),
    ),
  ]);
  const head = [
    makeProperty("VERSION", "2.0"),
    makeProperty("PRODID", app.prodId),
    makeProperty("METHOD", "REPLY"),
  ];
  return serialiseICalendar(makeComponent("VCALENDAR", head, [freeBusy]));
}
