import type { JSEvent, Participant } from "@snart/calendar/jscalendar/types.ts";
import { bareAddress, isAddressOf } from "./former-addresses.ts";

/** How the viewer stands to an event. */
type Answer = "none" | "needs-action" | "accepted" | "tentative" | "declined";

export interface Guest {
  readonly id: string;
  readonly name: string;
  /** in small letters, without `mailto:` */
  readonly address: string;
  readonly answer: Exclude<Answer, "none"> | "delegated";
  /** who comes in their place, by name; empty: nobody */
  readonly delegates: readonly string[];
  /** what they say besides; empty: nothing */
  readonly note: string;
  readonly isMe: boolean;
  readonly isOrganizer: boolean;
}

/** The facts of an event that the screens show. */
export interface EventFacts {
  readonly title: string;
  readonly place: string;
  readonly answer: Answer;
  readonly isCancelled: boolean;
  readonly isTentative: boolean;
  readonly isRepeating: boolean;
  readonly isPrivate: boolean;
  /** somebody else's event that shows only its time */
  readonly isBusyOnly: boolean;
  /** where to click to take part from afar */
  readonly video: string | null;
  readonly guests: readonly Guest[];
}

/**
 * The name of the organizer of an event that somebody else organizes; null if the calendar's owner decides. An event
 * that the server has yet to see was made here.
 */
export function arrangerOf(event: JSEvent): string | null {
  return event.isOrigin === false ? organizerNameOf(event) : null;
}

/** Returns the organizer's name, or address if they have none; null: there is no organizer. */
export function organizerNameOf(
  event: Pick<JSEvent, "organizerCalendarAddress" | "participants">,
): string | null {
  const { organizerCalendarAddress: organizer } = event;
  if (organizer === undefined) return null;
  const people = Object.values(event.participants ?? {});
  const named = people.find(
    (it) => bareAddress(it.calendarAddress ?? it.email ?? "") === bareAddress(organizer),
  );
  return (named ?? people.find((it) => it.roles?.["owner"]))?.name || bareAddress(organizer);
}

const facts = new WeakMap<JSEvent, { readonly address: string; readonly facts: EventFacts }>();

/** Reads the facts of an event that the screens show; `address` is the viewer's e-mail address. */
export function eventFacts(event: JSEvent, address: string): EventFacts {
  const known = facts.get(event);
  if (known?.address === address) return known.facts;
  const read = readFacts(event, address);
  facts.set(event, { address, facts: read });
  return read;
}

function readFacts(event: JSEvent, address: string): EventFacts {
  const guests = Object.entries(event.participants ?? {})
    .filter(([, it]) => takesPart(it))
    .map(([id, it]) => guestOf(id, it, event, address));
  const me = guests.find((guest) => guest.isMe && !guest.isOrganizer);
  const [video] = Object.values(event.virtualLocations ?? {});
  return {
    title: event.title ?? "",
    place: Object.values(event.locations ?? {}).find((it) => it.name)?.name ?? "",
    // A guest who has delegated the invitation does not come.
    answer: me?.answer === "delegated" ? "declined" : (me?.answer ?? "none"),
    isCancelled: event.status === "cancelled",
    isTentative: event.status === "tentative" || me?.answer === "tentative",
    isRepeating: Boolean(event.recurrenceRule) || Boolean(event.recurrenceId) || hasAddedDates(event),
    isPrivate: event.privacy === "private" || event.privacy === "secret",
    isBusyOnly: isBusyOnly(event),
    video: video && /^https?:\/\//i.test(video.uri) ? video.uri : null,
    guests,
  };
}

/**
 * The viewer's own event without a name has an empty title when it is shown; somebody else's private event has none
 * at all.
 */
export const isBusyOnly = ({ privacy, title }: JSEvent): boolean =>
  privacy === "private" && title === undefined;

const hasAddedDates = (event: JSEvent): boolean =>
  Object.values(event.recurrenceOverrides ?? {}).some((patch) => patch["excluded"] !== true);

/** A group, or whoever only organizes, does not come. */
const takesPart = ({ roles = {}, participationStatus }: Participant): boolean =>
  participationStatus !== undefined || !roles["owner"] || Object.values(roles).filter(Boolean).length > 1;

const answers = ["accepted", "tentative", "declined", "delegated"] as const;

function guestOf(id: string, it: Participant, event: JSEvent, address: string): Guest {
  const own = bareAddress(it.calendarAddress ?? it.email ?? "");
  const given = answers.find((known) => known === it.participationStatus);
  const isOrganizer =
    it.roles?.["owner"] === true || own === bareAddress(event.organizerCalendarAddress ?? " ");
  // Nobody asks the organizer, who comes unless they say otherwise.
  const answer = given ?? (isOrganizer ? "accepted" : "needs-action");
  return {
    id,
    name: it.name ?? own,
    address: own,
    answer,
    note: it.participationComment?.trim() ?? "",
    delegates: answer === "delegated" ? delegatesOf(it, event) : [],
    isMe: isAddressOf(address, own),
    isOrganizer,
  };
}

/** The guest with an address who is invited by somebody else. */
export function guestAt(event: JSEvent, address: string): Guest | undefined {
  const guests = Object.entries(event.participants ?? {}).map(([id, it]) => guestOf(id, it, event, address));
  return guests.find((guest) => guest.isMe && !guest.isOrganizer);
}

/** Who sends an organizer's invitations in their place, by name if they are invited too; null: nobody. */
export function senderOf({ sentBy, participants = {} }: JSEvent): string | null {
  if (sentBy === undefined) return null;
  const own = bareAddress(sentBy);
  const known = Object.values(participants).find((it) => bareAddress(it.calendarAddress ?? "") === own);
  return known?.name ?? own;
}

const delegatesOf = ({ delegatedTo = {} }: Participant, { participants = {} }: JSEvent): readonly string[] =>
  Object.keys(delegatedTo).map((address) => {
    const own = bareAddress(address);
    return (
      Object.values(participants).find((it) => bareAddress(it.calendarAddress ?? "") === own)?.name ?? own
    );
  });
