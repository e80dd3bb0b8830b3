import type { Actor } from "../../app/actor.ts";
import { createGroup } from "../../app/groups/change-group.ts";
import type { CalendarId, PrincipalId, ShareLevel } from "../../app/types.ts";
import { DavClient } from "../dav-client.ts";
import type { MailWorld } from "../mail-world.ts";

export interface Organizer {
  readonly address: string;
  /** A group organizes, and does not come itself. */
  readonly comes: boolean;
}

/** Whose calendar the meeting is in. */
export interface Home extends Organizer {
  readonly id: PrincipalId;
  readonly login: string;
  readonly calendarId: CalendarId;
}

export const pathOf = (login: string, calendar = "calendar"): string =>
  `/dav/calendars/${login}/${calendar}/`;

export async function otherCalendar(world: MailWorld, actor: Actor): Promise<void> {
  const dav = new DavClient(world.app, actor);
  const made = await dav.send("MKCALENDAR", pathOf(actor.login, "other"), {});
  if (made.status !== 201) throw new Error(made.body);
}

/** The calendar of a group of which Elin is a manager, and this person a member. */
export async function groupHome(world: MailWorld, elin: Actor, me: Actor, isManager: boolean): Promise<Home> {
  const { storage } = world.app;
  await storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
  const members = new Map([
    [elin.principalId, { isManager: true }],
    [me.principalId, { isManager }],
  ]);
  const made = await createGroup(world.app, elin, "Board", members);
  if (!made.ok) throw new Error(made.problem.code);
  const id = made.value;
  const [calendar] = await storage.read((tx) => tx.calendars.ofAccount(id));
  if (!calendar) throw new Error("the group has no calendar");
  return { id, login: "board", calendarId: calendar.id, address: `urn:uuid:${id}`, comes: false };
}

export const share = (
  world: MailWorld,
  calendarId: CalendarId,
  principalId: PrincipalId,
  level: ShareLevel,
): Promise<unknown> =>
  world.app.storage.write((tx) => tx.calendars.setShare({ calendarId, principalId, level }));
