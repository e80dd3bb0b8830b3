import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import type { Person } from "../../../api/calendars/people-api.ts";
import type { Party } from "../../../api/calendars/sharing-api.ts";

/** A group whose members can be asked all at once; the event knows only of them. */
export interface GuestGroup extends Party {
  /** how it stands in the list of suggestions */
  readonly text: string;
  readonly members: readonly Person[];
}

/**
 * The groups that the viewer knows of, with those of their members that can be asked: somebody suspended would not hear of
 * it. Nobody but `people` comes into question; a group of none of them is no suggestion. `textOf` says how many they are.
 */
export function guestGroups(
  groups: readonly GroupRecord[],
  people: readonly Person[],
  textOf: (name: string, count: number) => string,
): readonly GuestGroup[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  return groups.flatMap(({ id, name, status, members }) => {
    const asked = Object.entries(members).flatMap(([memberId, { isSuspended }]) => {
      const person = isSuspended ? undefined : byId.get(memberId);
      return person?.email ? [person] : [];
    });
    if (status === "deleted" || asked.length === 0) return [];
    return [{ id, name, email: null, isGroup: true, text: textOf(name, asked.length), members: asked }];
  });
}
