import type { HostFacts } from "@snart/calendar/booking-page/facts.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import type { Principal } from "../../../storage/records/people.ts";
import { rulesInForce } from "../../bookables/rules-in-force.ts";

// A house lends its things: guests have a room or a sauna to themselves, and nobody receives them. Its page is that of the group that manages
// the things, and the group itself is the host.

const DAY_MINUTES = 1_440;
const ROUND_THE_CLOCK: WorkingWeek = Array.from({ length: 7 }, () => ({ from: 0, to: DAY_MINUTES }));

/** Whether a host is a house: a group, which has all the time there is, as its things have theirs. */
export const isHouse = ({ kind }: Pick<Principal, "kind">): boolean => kind === "group";

/** Whether an event type is of things of a group alone. */
export const isOfHouse = (owner: Principal, { hosts }: Pick<EventType, "hosts">): boolean =>
  isHouse(owner) && hosts.some(({ id }) => id === owner.id);

/** What is known of a house in a window: it is never away, and its things alone say when they can be had. */
export const houseFacts = (host: PrincipalId, window: Stretch, zone: Zone): HostFacts => ({
  host,
  busy: [],
  sources: [{ name: host, health: "fresh", ...window }],
  hours: { week: ROUND_THE_CLOCK, zone },
});

/** What is wrong with an event type of things of a group, if anything. */
export async function houseProblem(
  tx: ReadTransaction,
  owner: Principal,
  { hosts, rooms, nights, seats = 1 }: EventType,
): Promise<{ readonly code: "invalid-value"; readonly field: string; readonly detail: string } | undefined> {
  const wrong = (field: string, detail: string) => ({ code: "invalid-value", field, detail }) as const;
  if (hosts.length > 1) return wrong("hosts", "a group receives guests by itself, or its members do");
  if (!rooms?.required) return wrong("rooms", "a thing of the group that guests get");
  if (seats > 1) return wrong("seats", "who has a thing has it alone");
  for (const id of rooms.anyOf as readonly PrincipalId[]) {
    const isOwn = (await tx.bookables.byId(id))?.managersId === owner.id;
    const rules = (await rulesInForce(tx, id))?.prepared.rules;
    if (!isOwn || !rules || (rules.mode === "nights") !== (nights !== undefined))
      return wrong("rooms", "things that the group manages, and that are booked by the night if these are");
    if (nights && (rules.nights?.checkIn !== nights.checkIn || rules.nights.checkOut !== nights.checkOut))
      return wrong("nights", "the times of arrival and departure that the thing has");
  }
  return undefined;
}

/** The people among some hosts, whose time is their own; a house has things instead. */
export async function peopleAmong(
  tx: ReadTransaction,
  hosts: readonly PrincipalId[],
): Promise<readonly PrincipalId[]> {
  const known = await tx.principals.byIds(hosts);
  return known.filter((each) => !isHouse(each)).map(({ id }) => id);
}

/** Who hears of a guest: the hosts, and in the place of a house those who manage it. */
export async function receiversOf(
  tx: ReadTransaction,
  hosts: readonly Principal[],
): Promise<readonly Principal[]> {
  const found: Principal[] = [];
  for (const host of hosts) {
    if (!isHouse(host)) found.push(host);
    else
      for (const { memberId, isManager } of await tx.principals.membersOf(host.id)) {
        const member = isManager ? await tx.principals.byId(memberId) : undefined;
        if (member?.status === "active") found.push(member);
      }
  }
  return found;
}
