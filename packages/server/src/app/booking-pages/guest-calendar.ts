import { wordsFor } from "@snart/calendar/booking-page/event-type.ts";
import { objectFromEvent } from "@snart/calendar/jscalendar/from-jscalendar.ts";
import { zonedTimes } from "@snart/calendar/jscalendar/item-time.ts";
import { withTimeZones } from "@snart/calendar/jscalendar/write-time-zones.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { timedAt } from "@snart/calendar/time/calendar-time.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { isLanguage, type Language } from "@snart/locales/language.ts";
import type { App } from "../app.ts";
import { addressOf } from "../principal-address.ts";
import { spanText } from "../when-text.ts";
import type { GuestBooking } from "./seen/guest-booking.ts";

/** What a booking is called for its guest: what was booked, and with whom. */
export function guestTitle({ asked, hosts, page }: GuestBooking, language: string): string {
  const title = wordsFor(asked?.eventType.title ?? page.title, language);
  const names = hosts.map(({ displayName }) => displayName).join(", ");
  return names === "" ? title : `${title} – ${names}`;
}

/** The time of a booking on its guest's clocks, and on the host's where these show another one. */
export function guestClocks({ booking, asked }: GuestBooking, language: Language): readonly string[] {
  const { startsAt, endsAt } = booking;
  const mine = ianaZone(booking.timeZone) ?? UTC;
  const theirs = ianaZone(asked?.type.timeZone ?? "");
  const isOther = theirs && theirs.toLocal(startsAt) !== mine.toLocal(startsAt);
  return [mine, ...(isOther ? [theirs] : [])].map((zone) =>
    spanText(timedAt(startsAt, zone, zone.id), timedAt(endsAt, zone, zone.id), language),
  );
}

/**
 * A booking as its guest's calendar has it: the event of the host's calendar, under the same UID, without what is the host's alone or
 * concerns other guests.
 * @param method of the scheduling message that it is (RFC 5546); undefined: it is a file
 */
export function guestCalendar(
  { prodId, now }: Pick<App, "prodId" | "now">,
  seen: GuestBooking,
  method: "REQUEST" | "CANCEL" | undefined,
): string {
  const { booking, hosts, asked } = seen;
  const clocks = guestClocks(seen, isLanguage(booking.language) ? booking.language : "en-GB");
  const isCancelled = method === "CANCEL" || booking.state === "cancelled";
  const [host] = hosts;
  const participants = {
    ...(host && {
      host: {
        name: host.displayName,
        calendarAddress: addressOf(host),
        kind: "individual",
        roles: { owner: true, attendee: true },
        participationStatus: "accepted",
      },
    }),
    guest: {
      name: booking.name,
      calendarAddress: `mailto:${booking.mail}`,
      kind: "individual",
      roles: { attendee: true },
      participationStatus: "accepted",
    },
  };
  const event = {
    "@type": "Event",
    uid: booking.timeId,
    title: guestTitle(seen, booking.language),
    ...zonedTimes(asked?.type.timeZone ?? booking.timeZone, booking.startsAt, booking.endsAt),
    ...(clocks.length > 1 && { description: clocks.join("\n") }),
    sequence: booking.moves + (isCancelled ? 1 : 0),
    status: isCancelled ? "cancelled" : "confirmed",
    ...(booking.place !== "" && { locations: { place: { "@type": "Location", name: booking.place } } }),
    ...(host && { organizerCalendarAddress: addressOf(host), participants }),
  } as JSEvent;
  const made = objectFromEvent(event, { uid: booking.timeId, now: now(), prodId });
  if (!made.ok) throw new Error(`a booking is no event: ${JSON.stringify(made.problem)}`);
  const calendar = withTimeZones(made.value, { first: Math.min(booking.startsAt, now()), now: now() });
  const text = serialiseICalendar(calendar);
  return method === undefined ? text : text.replace("\r\nVERSION:2.0", `\r\nVERSION:2.0\r\nMETHOD:${method}`);
}
