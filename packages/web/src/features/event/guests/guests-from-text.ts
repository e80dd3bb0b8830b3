import { findParty } from "../../../api/calendars/find-party.ts";
import type { Person } from "../../../api/calendars/people-api.ts";
import type { DraftGuest } from "../draft/draft-guests.ts";
import type { GuestGroup } from "./guest-groups.ts";

/** The form of a mail address; only sending mail shows whether the mailbox exists. */
const ADDRESS =
  /^[^\s\p{Cc}@<>"(),:;\\[\]]{1,64}@[^\s\p{Cc}@<>"(),:;\\[\]]{1,190}\.[^\s\p{Cc}@<>"(),:;\\[\]]{2,63}$/u;
/** The form `Anna Lind <anna@example.com>`, in which mail apps copy addresses. */
const NAMED = /^"?([^"<]*)"?\s*<([^<>]+)>$/u;

/** The members of a group. */
export interface FromGroup {
  readonly name: string;
  /** the keys of those guests who were not invited before */
  readonly ids: readonly string[];
}

/** The guests that were typed, and the unknown rest. */
interface TypedGuests {
  readonly guests: readonly DraftGuest[];
  readonly fromGroups: readonly FromGroup[];
  /** the parts that name nobody, or several people, joined by commas; "" if there are none */
  readonly unknown: string;
}

/** The people and groups that a name can stand for. */
export interface Known {
  readonly people: readonly Person[];
  readonly groups: readonly GuestGroup[];
}

type Meant = Pick<DraftGuest, "name" | "address" | "isRoom">;

/**
 * Returns the guests that a text names: people and rooms of the server by name, the members of a group by its name, others
 * by mail address, separated by commas, semicolons or lines. Existing guests are skipped. `newId` names each new
 * participant.
 */
export function guestsFromText(
  typed: string,
  { people, groups }: Known,
  asked: readonly string[],
  newId: () => string,
): TypedGuests {
  const isWhole =
    findParty([...people, ...groups], typed) !== undefined ||
    groups.some(({ text }) => text === typed.trim());
  const parts = isWhole ? [typed] : typed.split(/[,;\n]/);
  const known = new Set(asked);
  const guests: DraftGuest[] = [];
  const fromGroups: FromGroup[] = [];
  const unknown: string[] = [];
  const add = (meant: readonly Meant[]): readonly string[] =>
    meant.flatMap((one) => {
      if (known.has(one.address)) return [];
      known.add(one.address);
      const id = newId();
      guests.push({ ...one, id, isOptional: false, answer: "needs-action" });
      return [id];
    });
  for (const part of parts.map((it) => it.trim()).filter(Boolean)) {
    const group = groupOf(part, people, groups);
    const guest = group ? undefined : guestOf(part, people);
    if (group) fromGroups.push({ name: group.name, ids: add(group.members.flatMap(meantBy)) });
    else if (guest) add([guest]);
    else unknown.push(part);
  }
  return { guests, fromGroups, unknown: unknown.join(", ") };
}

const meantBy = ({ name, email, isRoom }: Person): readonly Meant[] =>
  email === null ? [] : [{ name, address: email, isRoom }];

/** Finds a group by its suggestion, or by a unique name. */
function groupOf(
  part: string,
  people: readonly Person[],
  groups: readonly GuestGroup[],
): GuestGroup | undefined {
  const suggested = groups.filter(({ text }) => text === part);
  if (suggested.length === 1) return suggested[0];
  const party = findParty([...people, ...groups], part);
  return party?.isGroup ? groups.find(({ id }) => id === party.id) : undefined;
}

function guestOf(part: string, people: readonly Person[]): Meant | undefined {
  const [, name = "", bracketed] = NAMED.exec(part) ?? [];
  const address = (bracketed ?? part).trim().toLowerCase();
  const party = findParty(people, bracketed ?? part);
  const person = people.find(({ id }) => id === party?.id);
  if (person) return meantBy(person)[0];
  return ADDRESS.test(address) ? { name: name.trim() || address, address, isRoom: false } : undefined;
}
