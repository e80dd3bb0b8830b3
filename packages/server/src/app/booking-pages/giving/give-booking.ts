import type { EventType, Host } from "@snart/calendar/booking-page/event-type.ts";
import { hostRoles } from "@snart/calendar/booking-page/host-roles.ts";
import { judgeStart } from "@snart/calendar/booking-page/judge-start.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { PageBookingId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import type { Problem } from "../../problems.ts";
import { giveBookedEvent } from "../booked-event.ts";
import { rememberFormer } from "../forgetting/remember-former.ts";
import { hostsOf } from "../placing/whose-time.ts";
import { claimHosts } from "../claim-hosts.ts";
import { asHost } from "../host-answers.ts";
import { enqueuePageNotice } from "../notice.ts";
import { gatherPageFacts, type AskedType } from "../page-facts.ts";
import { scheduleReminders } from "../reminders.ts";

interface Writing {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly now: number;
}

/** Further than any page goes. */
const FAR = "P730D";

/** The time is the guest's already, whichever row of starts it is in. */
const ANY_START = { every: "PT5M" };

/**
 * Gives a booking to another host of those who take turns: the guest keeps link, UID and time, and hears who it is; whoever is required
 * stays. The verdict that offers times says who can, without notice, horizon and starts, which bind guests.
 * @param hostId whoever is meant; undefined: whoever’s turn it is
 * @returns `nobody-else-free` where nobody can; `booking-not-now` for what begins before, or has no turns
 */
export const giveToAnother = (
  app: App,
  actor: Actor,
  id: PageBookingId,
  hostId: PrincipalId | undefined,
): Promise<Result<PageBooking, Problem>> =>
  asHost(app, actor, id, async (write, { booking, asked, standing }) => {
    const isOpen = standing === "confirmed" || standing === "requested";
    // The link by which a guest came can have left one host: that bound the guest.
    const whole = asked && { ...asked, type: asked.eventType.type };
    const former = whole && whoGives(whole.type, booking);
    if (!whole || former === undefined || !isOpen || booking.startsAt <= write.now)
      return failed({ code: "booking-not-now" });
    const others = hostRoles(whole.type).pool.filter(
      ({ id: other }) =>
        !booking.hosts.some((host) => host === other) && (hostId === undefined || other === hostId),
    );
    const { minNotice: _, ...type } = whole.type;
    const asking = {
      ...type,
      mode: "rotate",
      hosts: others,
      horizon: { within: FAR },
      start: ANY_START,
    } as const;
    const taker =
      others.length === 0 ? undefined : await whoTakes(write, { ...whole, type: asking }, booking);
    if (taker === undefined) return failed({ code: "nobody-else-free" });
    return giveTo(write, whole, booking, { former, taker, byId: actor.principalId });
  });

/** Whose place another one can take: of who takes turns, or does no more; undefined where nobody does. */
function whoGives(type: EventType, { hosts }: PageBooking): PrincipalId | undefined {
  const { required, pool } = hostRoles(type);
  if (pool.length === 0) return undefined;
  const isAmong = (those: readonly Host[]) => (id: string) => those.some((host) => host.id === id);
  return hosts.find(isAmong(pool)) ?? hosts.find((id) => !isAmong(required)(id));
}

/** Whose turn it is among those who can have the time of a booking. */
async function whoTakes(
  { app, tx, now }: Writing,
  asked: AskedType,
  booking: PageBooking,
): Promise<PrincipalId | undefined> {
  const { startsAt: start, endsAt: end } = booking;
  const gathered = await gatherPageFacts(app, tx, asked, { from: start, to: end }, [booking]);
  // A page that is paused takes no new guests; this one has their time.
  const { paused: _, ...facts } = gathered.facts;
  const verdict = judgeStart(gathered.prepared, facts, { start, end }, now);
  return verdict.ok ? (await hostsOf(tx, asked, gathered, verdict, now))[0] : undefined;
}

async function giveTo(
  write: Writing,
  asked: AskedType,
  booking: PageBooking,
  { former, taker, byId }: { readonly [K in "former" | "taker" | "byId"]: PrincipalId },
): Promise<Result<PageBooking, Problem>> {
  const { tx, now } = write;
  const hosts = booking.hosts.map((host) => (host === former ? taker : host));
  const next = { hosts, moves: booking.moves + 1, changedAt: now };
  const given: PageBooking = { ...booking, ...next };
  await tx.pageBookings.update(booking.id, next);
  await rememberFormer(write, booking);
  if (!(await claimHosts(tx, given, now))) return failed({ code: "nobody-else-free" });
  if (booking.state === "confirmed") {
    const event = await giveBookedEvent(write, asked, booking, given);
    if (!event.ok) return event;
    await tx.pageBookings.update(booking.id, { objectId: event.value });
    await scheduleReminders(write, asked.type, given);
  }
  await enqueuePageNotice(write, given, "given", { byId, formerId: former, takerId: taker });
  return ok(given);
}
