import {
  firstProperty,
  parameterValue,
  propertiesNamed,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import type { BusyType } from "./merge-busy-periods.ts";

/** Whether a calendar user address such as `mailto:elin@example.com` belongs to a person; case is ignored. */
export type Addresses = (address: string) => boolean;

/** Matches a person's addresses; `elin@example.com` counts as a mail address. */
export function addressesOf(addresses: readonly string[]): Addresses {
  const keys = new Set(addresses.map((address) => withScheme(address.trim().toLowerCase())));
  return (address) => keys.has(address.trim().toLowerCase());
}

const NOBODY: Addresses = () => false;

/** Some clients write mail addresses without `mailto:`. */
const withScheme = (address: string): string =>
  /^[a-z][a-z0-9+.-]*:|^\//i.test(address) ? address : `mailto:${address}`;

const ownedBy =
  (addresses: Addresses) =>
  ({ value }: Property): boolean =>
    addresses(withScheme(value.trim()));

const valueOf = (component: Component, name: string): string =>
  firstProperty(component, name)?.value.trim().toUpperCase() ?? "";

/** How busy an answer makes the person who gave it; answers not listed here leave the event's own value. */
const ANSWERS: Readonly<Record<string, BusyType | "FREE">> = {
  DECLINED: "FREE",
  DELEGATED: "FREE",
  TENTATIVE: "BUSY-TENTATIVE",
  "NEEDS-ACTION": "BUSY-TENTATIVE",
};

/**
 * How busy an event makes the person with these addresses; undefined for transparent and cancelled events, for events
 * that the person has declined or delegated, and for other components. A person who hasn't answered or may come is
 * tentatively busy; one who is not among the attendees is as busy as the event says (RFC 4791 §7.10, RFC 5545
 * §3.2.12).
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
  if (addresses === NOBODY) return undefined;
  const isOwn = ownedBy(addresses);
  const own = propertiesNamed(component, "ATTENDEE").filter(isOwn);
  if (own.length === 0) return undefined;
  const answers = own.map((attendee) => ANSWERS[partstatOf(attendee, component, isOwn)]);
  // If two of the person's addresses are invited, the answer that takes most time counts: accepting with one is
  // accepting.
  if (answers.includes(undefined)) return undefined;
  return answers.includes("BUSY-TENTATIVE") ? "BUSY-TENTATIVE" : "FREE";
}

/** Whether the person with these addresses comes to an event, or may come. */
export function isAttendedBy(component: Component, addresses: Addresses): boolean {
  const isOwn = ownedBy(addresses);
  return propertiesNamed(component, "ATTENDEE").some(
    (attendee) =>
      isOwn(attendee) && ["ACCEPTED", "TENTATIVE"].includes(partstatOf(attendee, component, isOwn)),
  );
}

/** Without PARTSTAT an invited person has not answered; the organizer takes part in the event. */
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
