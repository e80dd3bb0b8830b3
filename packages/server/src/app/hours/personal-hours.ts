import {
  readPersonalHours,
  type Absence,
  type PersonalHours,
} from "@snart/calendar/free-busy/personal-hours.ts";
import { emptyHours, withAbsences, withWeek } from "@snart/calendar/free-busy/write-personal-hours.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { readWorkingWeek, USUAL_WEEK, type WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { availabilityProblem } from "./availability.ts";

/** The actor's hours and absences on the inbox (RFC 7953 §7.2), whichever app wrote them. */
export function personalHours(app: App, actor: Actor): Promise<Result<PersonalHours, Problem>> {
  return app.storage.read(async (tx) => {
    const principal = await tx.principals.byId(actor.principalId);
    return principal ? ok(await hoursOf(tx, principal)) : failed({ code: "not-found" });
  });
}

/** A person's availability on the inbox; empty if it can't be read. */
export async function hoursOf(tx: ReadTransaction, principal: Principal): Promise<PersonalHours> {
  const calendar = await calendarOf(tx, principal.id);
  return readPersonalHours(calendar ?? emptyHours(""), zoneOf(principal));
}

async function calendarOf(tx: ReadTransaction, id: PrincipalId): Promise<Component | undefined> {
  const text = await tx.principals.availability(id);
  const parsed = text === undefined ? undefined : parseICalendar(text);
  return parsed?.ok ? parsed.value.calendar : undefined;
}

const zoneOf = ({ preferences }: Principal): Zone => ianaZone(preferences.timeZone ?? "Etc/UTC") ?? UTC;

export interface HoursChanges {
  /** null removes them */
  readonly week?: WorkingWeek | null;
  /** all of them */
  readonly absences?: readonly Absence[];
}

/**
 * Changes the actor's hours and absences, in the actor's zone. Other apps' additions stay.
 * @returns `object-too-large` and `invalid-calendar-data` if there would be too much
 */
export function setPersonalHours(
  app: App,
  actor: Actor,
  { week, absences }: HoursChanges,
): Promise<Result<PersonalHours, Problem>> {
  return app.storage.write(async (tx) => {
    const principal = await tx.principals.byId(actor.principalId);
    if (!principal) return failed({ code: "not-found" });
    const zone = zoneOf(principal);
    const { prodId, newId } = app;
    const context = { now: app.now(), prodId, newId, zone };
    let calendar = (await calendarOf(tx, principal.id)) ?? emptyHours(prodId);
    if (week !== undefined) calendar = withWeek(calendar, week, context);
    if (absences) calendar = withAbsences(calendar, absences, context);
    const isEmpty = !calendar.components.some(({ name }) => name === "VAVAILABILITY");
    const text = isEmpty ? undefined : serialiseICalendar(calendar);
    const problem = text === undefined ? undefined : availabilityProblem(app, text);
    if (problem) return failed(problem);
    await tx.principals.setAvailability(principal.id, text);
    return ok(readPersonalHours(calendar, zone));
  });
}

/**
 * Once a person's hours or zone are others, the week that is told of them is another too: as it was told, if one was. Before
 * anybody has told a week, none is.
 */
export async function updatePreferredWeek(
  app: App,
  tx: WriteTransaction,
  before: Principal,
  principal: Principal,
): Promise<void> {
  const [was, is] = [before.preferences, principal.preferences];
  if (was.workingHours === is.workingHours && was.timeZone === is.timeZone) return;
  const calendar = await calendarOf(tx, principal.id);
  const told = calendar && readPersonalHours(calendar, zoneOf(principal)).week;
  if (!told) return;
  const isSame = was.workingHours === is.workingHours;
  const week = isSame ? told : (readWorkingWeek(is.workingHours ?? "") ?? USUAL_WEEK);
  const { prodId, newId } = app;
  const text = serialiseICalendar(
    withWeek(calendar, week, { now: app.now(), prodId, newId, zone: zoneOf(principal) }),
  );
  if (!availabilityProblem(app, text)) await tx.principals.setAvailability(principal.id, text);
}
