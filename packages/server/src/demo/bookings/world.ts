import { rulesOfTemplate, TEMPLATES, type TemplateName } from "@snart/calendar/booking/templates.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import type { Result } from "@snart/calendar/result.ts";
import { HOUR, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { addUser } from "../../app/accounts/add-user.ts";
import { mintActor, type Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { createBookable } from "../../app/bookings/bookables.ts";
import { book } from "../../app/bookings/book.ts";
import { createGroup } from "../../app/groups/change-group.ts";
import type { BookingId, PrincipalId } from "../../app/types.ts";
import { DEMO_ZONE, type DemoPerson } from "../to-jscalendar.ts";

/** What a demonstration of bookings is made of. */
export interface DemoWorld {
  readonly app: App;
  /** administers the server, and looks after what is booked */
  readonly admin: Actor;
  readonly language: DemoPerson["language"];
  readonly password: string;
  readonly now: Instant;
  readonly zone: Zone;
}

/** A text in both languages. */
export type Said = readonly [en: string, sv: string];

export const say = ({ language }: Pick<DemoWorld, "language">, [en, sv]: Said): string =>
  language === "sv" ? sv : en;

/** @throws Error if the server refuses its own demonstration data */
export function must<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`the demonstration was refused: ${JSON.stringify(result.problem)}`);
  return result.value;
}

/** An hour of a day, counted from today. */
export function timeOn({ zone, now }: DemoWorld, day: number, hour: number): Instant {
  const local: Local = addDays(startOfDay(zone.toLocal(now)), day);
  return zone.toInstant(asLocal(local + hour * HOUR));
}

/** The same server at another moment: what lay ahead then is booked as it was. */
export const atMoment = (app: App, moment: Instant): App => ({ ...app, now: () => moment });

export async function addPerson({ app, password, language }: DemoWorld, email: string, displayName: string) {
  const preferences = { language, timeZone: DEMO_ZONE };
  const { id, login } = must(
    await addUser(app, { email, displayName, password, isAdmin: false, preferences }),
  );
  return mintActor({ principalId: id, login, isAdmin: false, via: "command-line", proof: "demo" });
}

export async function addManagers({ app, admin }: DemoWorld, name: string): Promise<PrincipalId> {
  const members = new Map([[admin.principalId, { isManager: true }]]);
  return must(await createGroup(app, admin, name, members));
}

/** A thing of a template, with its usual answers. */
export interface DemoThing {
  readonly name: Said;
  readonly template: TemplateName;
  readonly place: Said;
  readonly capacity?: number;
  readonly units?: number;
  readonly labels?: readonly string[];
  readonly equipment?: readonly Said[];
  readonly more?: Partial<BookingRules>;
}

export async function addThing(
  world: DemoWorld,
  managersId: PrincipalId,
  {
    name,
    template: called,
    place,
    capacity = null as never,
    units,
    labels = [],
    equipment = [],
    more = {},
  }: DemoThing,
): Promise<PrincipalId> {
  const template = TEMPLATES.find((one) => one.name === called);
  if (!template) throw new Error(`there is no template ${called}`);
  const answers = { ...template.answers, ...(units !== undefined && { units }) };
  const rules = { ...rulesOfTemplate(template, answers, { timeZone: DEMO_ZONE }), ...more };
  const fields = { name: say(world, name), type: template.type, managersId, labels, description: "" };
  // Rules hold for what was booked under them: they are older than the first booking.
  const before = atMoment(world.app, timeOn(world, -30, 8));
  return must(
    await createBookable(before, world.admin, {
      ...fields,
      place: say(world, place),
      capacity,
      rules,
      equipment: equipment.map((word) => say(world, word)),
    }),
  );
}

/** A time of a day, counted from today; hours of the clock. */
export interface DemoTime {
  readonly day: number;
  readonly from: number;
  /** past 24 on the days after */
  readonly to: number;
}

/** Books for somebody, a day before where it is over by now. */
export async function bookThing(
  world: DemoWorld,
  actor: Actor,
  bookableId: PrincipalId,
  { day, from, to }: DemoTime,
): Promise<BookingId> {
  const start = timeOn(world, day + Math.floor(from / 24), from % 24);
  const end = timeOn(world, day + Math.floor(to / 24), to % 24);
  const then = Math.min(world.now, timeOn(world, day - 1, 8));
  const wish = { bookableId, start, end, key: `${bookableId} ${start}` };
  const booked = must(await book(atMoment(world.app, then), actor, wish));
  if (booked.kind === "refused")
    throw new Error(`the demonstration was refused: ${JSON.stringify(booked.refusal.reasons)}`);
  return booked.booking.id;
}
