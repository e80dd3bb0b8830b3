import type { HostFacts, PageBooking as Booked, PageFacts } from "@snart/calendar/booking-page/facts.ts";
import { prepareEventType, type PreparedEventType } from "@snart/calendar/booking-page/prepare.ts";
import { REACH } from "@snart/calendar/booking-page/ready-facts.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type {
  BookingPage,
  PageBooking,
  PageBookingState,
  PageEventType,
} from "../../storage/records/booking-pages.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { readIfReadable } from "../objects/read-stored.ts";
import { isTimeOf, timeOf } from "./event-time.ts";
import { hostFacts } from "./host-facts.ts";
import { houseFacts, isHouse } from "./house/house.ts";
import { roomFacts } from "./rooms/room-facts.ts";
import { READ_ANEW, type HostSources } from "./host-sources.ts";

/** The states in which a booking keeps its time. */
export const STANDING: readonly PageBookingState[] = ["filling", "held", "requested", "confirmed"];

/** How far around a window bookings are read: the longest period of a limit is a month. */
const AROUND = 33 * DAY;

/** What is asked about: an event type of a page, as its link leaves it. */
export interface AskedType {
  readonly page: BookingPage;
  readonly eventType: PageEventType;
  /** Its rules, which a link can have narrowed. */
  readonly type: EventType;
}

export interface GatheredFacts {
  readonly prepared: PreparedEventType;
  readonly facts: PageFacts;
  /** The bookings that the facts are made of. */
  readonly bookings: readonly PageBooking[];
}

/** Event types of all pages are told apart by this. */
export const typeKey = (pageId: string, typeId: string): string => `${pageId}/${typeId}`;

export const hostIds = ({ hosts }: EventType): readonly PrincipalId[] =>
  hosts.map(({ id }) => id as PrincipalId);

/**
 * Reads what starts within a window are judged by, in one transaction: whoever writes afterwards has locked the page's account and the
 * hosts before.
 * @param own the guest's own bookings, which are moved or confirmed
 * @param sources where nothing is written, also `KEPT`
 */
export async function gatherPageFacts(
  app: App,
  tx: ReadTransaction,
  { page, eventType, type }: AskedType,
  window: Stretch,
  own: readonly PageBooking[] = [],
  sources: HostSources = READ_ANEW,
): Promise<GatheredFacts> {
  const range = { start: window.from - AROUND, end: window.to + AROUND };
  const ids = hostIds(type);
  const [ofPage, ofHosts] = [
    await tx.pageBookings.ofPage(page.id, range, STANDING),
    await tx.pageBookings.ofHosts(ids, range, STANDING),
  ];
  const known = [...new Map([...ofPage, ...ofHosts].map((each) => [each.id, each])).values()];
  const filling = fillingOfOthers(known, own, app.now());
  const prepared = prepareEventType(type);
  const busyIn = { from: window.from - REACH, to: window.to + prepared.longest + REACH };
  const hosts: HostFacts[] = [];
  const houses = new Set<string>();
  const seen = new Set<string>();
  for (const id of ids) {
    const host = await tx.principals.byId(id);
    if (host && isHouse(host)) {
      houses.add(id);
      hosts.push(houseFacts(id, busyIn, prepared.zone));
      continue;
    }
    const theirs = known.filter(({ hosts: those }) => those.includes(id));
    const about = { window: busyIn, own: theirs, seen, sources };
    if (host) hosts.push(await hostFacts(app, tx, host, about));
  }
  const bookings: PageBooking[] = [];
  for (const each of known)
    if (!meets(each, busyIn) || houses.size > 0 || seen.has(each.timeId) || (await isThere(tx, each)))
      bookings.push(each);
  return {
    prepared,
    bookings,
    facts: {
      type: typeKey(page.id, eventType.id),
      page: page.id,
      hosts,
      bookings: bookings.map((each) => withoutHouses(bookedOf(each), each, houses)),
      bookingsFrom: range.start,
      bookingsTo: range.end,
      rooms: await roomFacts(tx, prepared, window, { own, filling }, app.now()),
      ...pauseOf(page),
      own: own.map(({ id }) => id),
    },
  };
}

/** A house can lend several things at once: what it has lent keeps none of its time, and counts by itself. */
const withoutHouses = (booked: Booked, { timeId }: PageBooking, houses: ReadonlySet<string>): Booked =>
  booked.hosts.some((id) => houses.has(id)) ? { ...booked, hosts: [timeId] } : booked;

const meets = ({ startsAt, endsAt }: PageBooking, { from, to }: Stretch): boolean =>
  startsAt < to && from < endsAt;

/**
 * Whether a booking is still where it was booked. A host can move or delete its event in their calendar: then the event counts as what it
 * is, and the booking for nothing.
 */
export async function isThere(tx: ReadTransaction, booking: PageBooking): Promise<boolean> {
  const { state, objectId } = booking;
  if (state !== "confirmed") return true;
  const stored = objectId === null ? undefined : await tx.objects.byId(objectId);
  return stored !== undefined && isTimeOf(timeOf(readIfReadable(stored)), booking);
}

const pauseOf = ({ state, pausedUntil }: BookingPage): Pick<PageFacts, "paused"> =>
  state === "paused" ? { paused: pausedUntil === null ? {} : { until: pausedUntil } } : {};

/** A stored booking as a verdict knows it. */
export const bookedOf = (booking: PageBooking): Booked => ({
  id: booking.id,
  type: typeKey(booking.pageId, booking.typeId),
  page: booking.pageId,
  hosts: booking.hosts,
  start: booking.startsAt,
  end: booking.endsAt,
  before: booking.before,
  after: booking.after,
  booked: booking.createdAt,
  ...(booking.expiresAt !== null && { expires: booking.expiresAt }),
});

/** Whether a booking keeps its time at a moment. */
export const isStanding = ({ state, expiresAt }: PageBooking, now: Instant): boolean =>
  state !== "cancelled" && (expiresAt === null || expiresAt > now);

/** What other guests are filling in, of all that is known. */
export const fillingOfOthers = (
  bookings: readonly PageBooking[],
  own: readonly PageBooking[],
  now: Instant,
): readonly PageBooking[] =>
  bookings.filter(
    (each) => each.state === "filling" && isStanding(each, now) && own.every(({ id }) => id !== each.id),
  );
