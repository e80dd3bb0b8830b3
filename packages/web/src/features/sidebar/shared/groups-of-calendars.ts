import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { sortedByName } from "../../../i18n/format.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { foldedText } from "../../../store/items/found-events.ts";

/** Calendars that stand together at the side. */
export interface CalendarGroup {
  /** the id of the server's group; empty: the calendars of people who are in none */
  readonly id: string;
  readonly name: string;
  readonly calendars: readonly CalendarEntry[];
}

/**
 * Sorts others' calendars into the groups of the server, by name: a group's own, and those of its members. Somebody in several
 * groups stands in the first. What is left over comes last.
 */
export function groupsOfCalendars(
  calendars: readonly CalendarEntry[],
  groups: readonly GroupRecord[],
  nameOfRest: string,
): readonly CalendarGroup[] {
  const known = sortedByName(
    groups.filter(({ status }) => status !== "deleted"),
    ({ name }) => name,
  );
  const groupOf = ({ accountId }: CalendarEntry): string =>
    (known.find(({ id }) => id === accountId) ?? known.find(({ members }) => accountId in members))?.id ?? "";
  const byGroup = Map.groupBy(calendars, groupOf);
  return [...known, { id: "", name: nameOfRest }].flatMap(({ id, name }) => {
    const its = byGroup.get(id);
    return its ? [{ id, name, calendars: its }] : [];
  });
}

/** The groups with only those calendars whose name or owner, or whose group, has all the words. */
export function foundIn(groups: readonly CalendarGroup[], words: string): readonly CalendarGroup[] {
  const sought = foldedText(words).split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => sought.every((word) => foldedText(text).includes(word));
  return groups.flatMap((group) => {
    const calendars = group.calendars.filter(({ name, ownerName = "" }) =>
      has(`${name} ${ownerName} ${group.name}`),
    );
    return calendars.length > 0 ? [{ ...group, calendars }] : [];
  });
}
