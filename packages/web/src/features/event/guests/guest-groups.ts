import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import type { Person } from "../../../api/calendars/people-api.ts";
import type { Party } from "../../../api/calendars/sharing-api.ts";

/** A group whose members can be invited together; the event only has the members. */
export interface GuestGroup extends Party {
  /** its text in the list of suggestions */
  readonly text: string;
  readonly members: readonly Person[];
}

/**
 * Returns the groups that the viewer may see, with the members who can be invited: those in `people`. Suspended people are
 * left out, because they would get nothing, and so are groups without members. `textOf` words how many there are.
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
