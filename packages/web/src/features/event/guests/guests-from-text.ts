import { findParty } from "../../../api/find-party.ts";
import type { Person } from "../../../api/people-api.ts";
import type { DraftGuest } from "../draft-guests.ts";

/** An address as mail knows it, and no more than that: whether there is such a box only mail can tell. */
const ADDRESS =
  /^[^\s\p{Cc}@<>"(),:;\\[\]]{1,64}@[^\s\p{Cc}@<>"(),:;\\[\]]{1,190}\.[^\s\p{Cc}@<>"(),:;\\[\]]{2,63}$/u;
/** `Anna Lind <anna@example.com>`, as mail apps copy it. */
const NAMED = /^"?([^"<]*)"?\s*<([^<>]+)>$/u;

/** What was typed, and what of it means nobody. */
export interface TypedGuests {
  readonly guests: readonly DraftGuest[];
  /** the first part that means nobody, or several; "" if there is none */
  readonly unknown: string;
}

/**
 * Whom a text means: people and rooms of the server by name, anybody else by mail address, several apart by commas,
 * semicolons or lines. Who is asked already comes no second time. `newId` names each among the participants.
 */
export function guestsFromText(
  typed: string,
  people: readonly Person[],
  asked: readonly string[],
  newId: () => string,
): TypedGuests {
  const whole = findParty(people, typed);
  const parts = whole ? [typed] : typed.split(/[,;\n]/);
  const known = new Set(asked);
  const guests: DraftGuest[] = [];
  for (const part of parts.map((it) => it.trim()).filter(Boolean)) {
    const found = guestOf(part, people);
    if (!found) return { guests, unknown: part };
    if (known.has(found.address)) continue;
    known.add(found.address);
    guests.push({ ...found, id: newId(), isOptional: false, answer: "needs-action" });
  }
  return { guests, unknown: "" };
}

function guestOf(
  part: string,
  people: readonly Person[],
): Pick<DraftGuest, "name" | "address" | "isRoom"> | undefined {
  const [, name = "", bracketed] = NAMED.exec(part) ?? [];
  const address = (bracketed ?? part).trim().toLowerCase();
  const party = findParty(people, bracketed ?? part);
  const person = people.find(({ id }) => id === party?.id);
  if (person?.email) return { name: person.name, address: person.email, isRoom: person.isRoom };
  return ADDRESS.test(address) ? { name: name.trim() || address, address, isRoom: false } : undefined;
}
