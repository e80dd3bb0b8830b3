import {
  firstProperty,
  parameterValue,
  propertiesNamed,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import type { BusyType } from "./merge-busy-periods.ts";

/** Whether a calendar user address such as `mailto:elin@example.com` is one of a person's; case does not count. */
export type Addresses = (address: string) => boolean;

/** Somebody with these addresses; `elin@example.com` is taken for a mail address. */
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
  if (addresses === NOBODY) return undefined;
  const isOwn = ownedBy(addresses);
  const own = propertiesNamed(component, "ATTENDEE").filter(isOwn);
  if (own.length === 0) return undefined;
  const answers = own.map((attendee) => ANSWERS[partstatOf(attendee, component, isOwn)]);
  // With two of the person's addresses invited, the answer that takes most time counts: coming by one is coming.
  if (answers.includes(undefined)) return undefined;
  return answers.includes("BUSY-TENTATIVE") ? "BUSY-TENTATIVE" : "FREE";
}

/** Whether somebody with these addresses comes to an event, or may come. */
export function isAttendedBy(component: Component, addresses: Addresses): boolean {
  const isOwn = ownedBy(addresses);
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
