import { base } from "../api/place.ts";

const STORED = `snart.poll${base}`;

/** Somebody who is to be asked. */
export interface PollGuestDraft {
  readonly principalId?: string;
  readonly mail?: string;
  readonly name: string;
  readonly isRequired: boolean;
}

/** A poll as it is being made. */
export interface PollDraft {
  /** a group of which one is a manager; null: oneself */
  readonly groupId: string | null;
  readonly title: string;
  readonly place: string;
  /** Its times are whole days, of which each start is 00:00 UTC. */
  readonly isAllDay: boolean;
  /** of whole days 1440 each */
  readonly minutes: number;
  /** what is booked with the decision; null: nothing */
  readonly roomId: string | null;
  readonly guests: readonly PollGuestDraft[];
  /** ms UTC */
  readonly options: readonly number[];
  /** ms UTC; null: until it is decided */
  readonly closesAt: number | null;
  readonly names: boolean;
  readonly votes: boolean;
  readonly suggestions: boolean;
  readonly holds: boolean;
}

/** Stores a new poll in this tab, so that a reload loses nothing, or another page begins it; null forgets it. */
export function keepPoll(draft: Partial<PollDraft> | null): void {
  try {
    if (draft) sessionStorage.setItem(STORED, JSON.stringify(draft));
    else sessionStorage.removeItem(STORED);
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

/** Returns what was stored of a new poll, on what `first` says; undefined without one, or with one that an older page wrote otherwise. */
export function keptPoll(first: PollDraft): PollDraft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    const draft = { ...first, ...kept };
    const isSame = Object.entries(first).every(
      ([name, value]) => value === null || typeof draft[name as keyof PollDraft] === typeof value,
    );
    const isListed = Array.isArray(draft.options) && Array.isArray(draft.guests);
    return isSame && isListed ? draft : undefined;
  } catch {
    return undefined;
  }
}
