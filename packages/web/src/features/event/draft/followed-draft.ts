import { asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { EventDraft } from "./draft.ts";
import type { DraftGuest } from "./draft-guests.ts";

/** What a field is about, in a person's words. */
export type DraftTopic =
  | "title"
  | "when"
  | "repeat"
  | "calendar"
  | "place"
  | "description"
  | "guests"
  | "reminders"
  | "rest";

/** The fields of one topic have a meaning only together. Null: the writer's alone, no event has it. */
const TOPICS: Readonly<Record<keyof EventDraft, DraftTopic | null>> = {
  title: "title",
  allDay: "when",
  start: "when",
  end: "when",
  timeZone: "when",
  endTimeZone: "when",
  repeat: "repeat",
  calendarKey: "calendar",
  place: "place",
  description: "description",
  categories: "rest",
  guests: "guests",
  roomDates: "guests",
  reminders: "reminders",
  remindsAsCalendar: "reminders",
  isPrivate: "rest",
  isFree: "rest",
  isFreeChosen: null,
  signUp: "rest",
  invitesAsSelf: null,
  organizer: null,
};

const FIELDS = Object.keys(TOPICS) as readonly (keyof EventDraft)[];
const ALL: readonly DraftTopic[] = [
  ...new Set(Object.values(TOPICS).filter((topic): topic is DraftTopic => topic !== null)),
];

/** A draft that has followed its event, which was changed elsewhere while it was written. */
export interface FollowedDraft {
  readonly draft: EventDraft;
  /** the topics that were changed elsewhere */
  readonly changed: readonly DraftTopic[];
  /** those of them in which the writer had changed something too: the draft keeps what they wrote */
  readonly overlaps: readonly DraftTopic[];
}

/**
 * Returns the draft with all that was changed elsewhere and not here. Guests are brought together person by person, so
 * they never overlap.
 * @param before the fields of the event as the writer began with it
 * @param now the fields of the event as it is now
 */
export function followedDraft(before: EventDraft, draft: EventDraft, now: EventDraft): FollowedDraft {
  const differs = (topic: DraftTopic, a: EventDraft, b: EventDraft): boolean =>
    FIELDS.some((field) => TOPICS[field] === topic && !isSame(a, b, field));
  const written = ALL.filter((topic) =>
    topic === "repeat" ? draft.repeat.isChosen : differs(topic, before, draft),
  );
  const changed = ALL.filter((topic) => differs(topic, before, now));
  const overlaps = changed.filter(
    (topic) => topic !== "guests" && written.includes(topic) && differs(topic, draft, now),
  );
  if (written.length === 0) return { draft: now, changed, overlaps };
  const next = withTopics(now, draft, written);
  const guests = bothGuests(before.guests ?? [], draft.guests ?? [], now.guests ?? []);
  const { isFreeChosen, invitesAsSelf, organizer } = draft;
  const own = {
    ...(isFreeChosen !== undefined && { isFreeChosen }),
    ...(invitesAsSelf !== undefined && { invitesAsSelf }),
    ...(organizer !== undefined && { organizer }),
  };
  return { draft: { ...next, ...own, guests }, changed, overlaps };
}

/** Returns a draft whose fields of some topics are those of another. */
export function withTopics(draft: EventDraft, from: EventDraft, topics: readonly DraftTopic[]): EventDraft {
  const chosen = FIELDS.filter((field) => TOPICS[field] !== null && topics.includes(TOPICS[field]));
  return { ...draft, ...Object.fromEntries(chosen.map((field) => [field, from[field]])) };
}

/** A repeat counts by what it is, not by the day from which it was read. */
function isSame(a: EventDraft, b: EventDraft, field: keyof EventDraft): boolean {
  const [one, other] = field === "repeat" ? [a.repeat.repeat, b.repeat.repeat] : [a[field], b[field]];
  return sameJson(asJson({ value: one ?? null }), asJson({ value: other ?? null }));
}

/** Returns the guests of both: those who are there now, without those removed here, and those added here. */
function bothGuests(
  before: readonly DraftGuest[],
  draft: readonly DraftGuest[],
  now: readonly DraftGuest[],
): readonly DraftGuest[] {
  const [known, written] = [new Map(byId(before)), new Map(byId(draft))];
  const isThere = new Set(now.map(({ address }) => address));
  const stay = now
    .filter(({ id }) => !known.has(id) || written.has(id))
    .map((guest) => {
      const mine = written.get(guest.id);
      const isTurned = mine && mine.isOptional !== known.get(guest.id)?.isOptional;
      return isTurned ? { ...guest, isOptional: mine.isOptional } : guest;
    });
  const added = draft.filter(({ id, address }) => !known.has(id) && !isThere.has(address));
  return [...stay, ...added];
}

const byId = (guests: readonly DraftGuest[]) => guests.map((guest) => [guest.id, guest] as const);
