import type { RemoteCalendar } from "../../api/items/calendar-api.ts";
import { nearestCalendarColour } from "../items/calendar-colour.ts";
import { entryKey, type CalendarEntry } from "../items/entries.ts";
import { calendarChangeKey, type CalendarPatch, type ChangeOfCalendar } from "../queue/change.ts";
import type { CopiedAccount } from "../copy/local-copy.ts";

/** What the store knows of one account. */
export interface AccountState {
  readonly id: string;
  readonly name: string;
  readonly isShared: boolean;
  /** the state that the events here have; empty before the first fetch */
  eventState: string;
  calendarState: string;
  calendars: readonly RemoteCalendar[];
  /** its tasks are here */
  hasTasks: boolean;
  /** the sync that is under way; whether the server answered */
  syncing: Promise<boolean> | null;
  /** a change was announced while a sync was under way */
  again: boolean;
  /** the state that was announced while nothing was here yet, perhaps after what is on its way was read; else empty */
  announced: string;
  /** states that events were fetched in which are not the one that the others have: older, or newer */
  readonly fetchedIn: Set<string>;
  /**
   * how many times its calendars were asked for, which of these answered last, and up to which they may be older than a change of
   * our own
   */
  readonly calendarTurns: { asked: number; taken: number; outdated: number };
}

/** What is known of an account only while it is being kept in step. */
type AccountInStep = Pick<AccountState, "syncing" | "again" | "announced" | "fetchedIn" | "calendarTurns">;

const notBegun = (): AccountInStep => ({
  syncing: null,
  again: false,
  announced: "",
  fetchedIn: new Set(),
  calendarTurns: { asked: 0, taken: 0, outdated: 0 },
});

/** An account as it was kept on disk. */
export const copiedAccountState = (copied: CopiedAccount): AccountState => ({
  ...copied,
  hasTasks: copied.hasTasks ?? false,
  ...notBegun(),
});

/** What is kept of an account on disk. */
export const copyOfAccount = (account: AccountState): CopiedAccount => {
  const { id, name, isShared, eventState, calendarState, calendars, hasTasks } = account;
  return { id, name, isShared, eventState, calendarState, calendars, hasTasks };
};

/** An account of which nothing has been fetched yet. */
export const newAccountState = (id: string, name: string, isShared: boolean): AccountState => ({
  id,
  name,
  isShared,
  eventState: "",
  calendarState: "",
  calendars: [],
  hasTasks: false,
  ...notBegun(),
});

/** The calendars of all accounts, apart from those that were left. */
export interface KnownCalendars {
  /** In the order of the sidebar: own first, then as their owners sorted them. */
  readonly entries: readonly CalendarEntry[];
  /** The keys of the calendars that were left. */
  readonly left: ReadonlySet<string>;
}

/** The calendars of all accounts, with changes that wait on top. */
export function knownCalendars(
  accounts: Iterable<AccountState>,
  waiting: readonly ChangeOfCalendar[],
): KnownCalendars {
  const patches = new Map<string, CalendarPatch>();
  for (const { key, patch } of waiting) patches.set(key, { ...patches.get(key), ...patch });
  const entries: CalendarEntry[] = [];
  const left = new Set<string>();
  for (const account of accounts)
    for (const it of account.calendars) {
      const changed = { ...it, ...patches.get(calendarChangeKey(account.id, it.id)) };
      if (changed.isSubscribed) entries.push(entryOf(account, changed));
      else left.add(entryKey(account.id, it.id));
    }
  entries.sort(
    (a, b) =>
      Number(a.isShared) - Number(b.isShared) || a.sortOrder - b.sortOrder || (a.name < b.name ? -1 : 1),
  );
  return { entries, left };
}

/** The changes that show or hide calendars, by their keys; what is so already is left alone. */
export const visibilityChanges = (
  calendars: readonly CalendarEntry[],
  visible: ReadonlyMap<string, boolean>,
): readonly ChangeOfCalendar[] =>
  calendars.flatMap(({ key, accountId, id, name, isVisible: was }) => {
    const isVisible = visible.get(key) ?? was;
    if (isVisible === was) return [];
    const change = { kind: "calendar", key: calendarChangeKey(accountId, id), name } as const;
    return [{ ...change, patch: { isVisible }, was: { isVisible: was } }];
  });

const entryOf = (account: AccountState, it: RemoteCalendar): CalendarEntry => ({
  key: entryKey(account.id, it.id),
  accountId: account.id,
  id: it.id,
  name: it.name,
  colour: nearestCalendarColour(it.color, it.id),
  color: it.color,
  isVisible: it.isVisible,
  isDefault: it.isDefault && !account.isShared,
  isShared: account.isShared,
  ...(account.isShared && { ownerName: account.name }),
  sortOrder: it.sortOrder,
  mayWrite: it.mayWrite,
  alertTimed: it.alertTimed ?? null,
  alertAllDay: it.alertAllDay ?? null,
  holdsTasks: it.holdsTasks ?? false,
});
