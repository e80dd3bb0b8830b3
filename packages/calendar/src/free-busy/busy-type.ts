import { firstProperty, parameterValue, propertiesNamed } from "../icalendar/component.ts";
import type { Component, Property } from "../icalendar/component.ts";
import type { BusyType } from "./merge-busy-periods.ts";

/**
 * The addresses of one person in a form to compare with, such as `mailto:` and a mail address: an address without a scheme
 * is taken for a mail address, and case does not count.
 */
export type Addresses = ReadonlySet<string>;

/** Makes ready the addresses by which somebody takes part in events; `elin@example.com` and `MAILTO:Elin@Example.com` are one. */
export const addressesOf = (addresses: readonly string[]): Addresses => new Set(addresses.map(normalised));

const NOBODY: Addresses = new Set();

function normalised(address: string): string {
  const text = address.trim().toLowerCase();
  return /^[a-z][a-z0-9+.-]*:/.test(text) ? text : `mailto:${text}`;
}

const valueOf = (component: Component, name: string): string =>
  firstProperty(component, name)?.value.trim().toUpperCase() ?? "";

/** What an answer makes of an event, for whoever gave it; others take the time that the event itself takes. */
const ANSWERS: Readonly<Record<string, BusyType | "FREE">> = {
  DECLINED: "FREE",
  DELEGATED: "FREE",
  TENTATIVE: "BUSY-TENTATIVE",
  "NEEDS-ACTION": "BUSY-TENTATIVE",
};

/**
 * How busy an event makes somebody with these addresses; undefined for transparent and cancelled events, for events that
 * the person has declined or delegated, and for what is no event. Who has not answered or may come is busy tentatively;
 * who is not among the attendees is as busy as the event says (RFC 4791 §7.10, RFC 5545 §3.2.12).
 */
export function busyTypeOf(component: Component, addresses: Addresses = NOBODY): BusyType | undefined {
  if (component.name !== "VEVENT" || valueOf(component, "TRANSP") === "TRANSPARENT") return undefined;
  const status = valueOf(component, "STATUS");
  if (status === "CANCELLED") return undefined;
  const answer = answerOf(component, addresses);
  if (answer === "FREE") return undefined;
  return answer ?? (status === "TENTATIVE" ? "BUSY-TENTATIVE" : "BUSY");
}

function answerOf(component: Component, addresses: Addresses): BusyType | "FREE" | undefined {
  if (addresses.size === 0) return undefined;
  const isOwn = ({ value }: Property): boolean => addresses.has(normalised(value));
  const own = propertiesNamed(component, "ATTENDEE").filter(isOwn);
  if (own.length === 0) return undefined;
  const answers = own.map((attendee) => ANSWERS[partstatOf(attendee, component, isOwn)]);
  // With two of the person's addresses invited, the answer that takes most time counts: coming by one is coming.
  if (answers.includes(undefined)) return undefined;
  return answers.includes("BUSY-TENTATIVE") ? "BUSY-TENTATIVE" : "FREE";
}

/** Whether somebody with these addresses comes to an event, or may come. */
export function isAttendedBy(component: Component, addresses: Addresses): boolean {
  const isOwn = ({ value }: Property): boolean => addresses.has(normalised(value));
  return propertiesNamed(component, "ATTENDEE").some(
    (attendee) =>
      isOwn(attendee) && ["ACCEPTED", "TENTATIVE"].includes(partstatOf(attendee, component, isOwn)),
  );
}

/** Without PARTSTAT an invited person has not answered; who organises the event comes to it. */
function partstatOf(
  attendee: Property,
  component: Component,
  isOwn: (property: Property) => boolean,
): string {
  const written = parameterValue(attendee, "PARTSTAT")?.trim().toUpperCase();
  if (written) return written;
  const organizer = firstProperty(component, "ORGANIZER");
  return organizer && isOwn(organizer) ? "ACCEPTED" : "NEEDS-ACTION";
}
