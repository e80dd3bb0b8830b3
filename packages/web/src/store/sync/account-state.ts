import type { RemoteCalendar } from "../../api/items/calendar-api.ts";
import { rememberFormer } from "../items/former-addresses.ts";
import { nearestCalendarColour } from "../items/calendar-colour.ts";
import { entryKey, type CalendarEntry } from "../items/entries.ts";
import { calendarChangeKey, type CalendarPatch, type ChangeOfCalendar } from "../queue/change.ts";
import type { CopiedAccount } from "../copy/local-copy.ts";

/** The store's knowledge of one account. */
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
  /** the states announced before anything was here, perhaps later than the answer on its way */
  readonly announced: Set<string>;
  /** states in which events were fetched that differ from the others' state: older, or newer */
  readonly fetchedIn: Set<string>;
  /**
   * how many times its calendars were asked for, which of these answered last, and up to which they may be older than a change of
   * our own
   */
  readonly calendarTurns: { asked: number; taken: number; outdated: number };
}

/** The part of an account's state that is needed only while the account is being synchronised. */
type AccountInStep = Pick<AccountState, "syncing" | "again" | "announced" | "fetchedIn" | "calendarTurns">;

const notBegun = (): AccountInStep => ({
  syncing: null,
  again: false,
  announced: new Set(),
  fetchedIn: new Set(),
  calendarTurns: { asked: 0, taken: 0, outdated: 0 },
});

/** The state of an account from its copy on disk. */
export const copiedAccountState = (copied: CopiedAccount): AccountState => ({
  ...copied,
  hasTasks: copied.hasTasks ?? false,
  ...notBegun(),
});

/** The form of an account that is stored on disk. */
export const copyOfAccount = (account: AccountState): CopiedAccount => {
  const { id, name, isShared, eventState, calendarState, calendars, hasTasks } = account;
  return { id, name, isShared, eventState, calendarState, calendars, hasTasks };
};

/** An account from which nothing has been fetched yet. */
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

/**
 * The changes that show or hide calendars, by their keys. Calendars that already are in the wanted state are left
 * out.
 */
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
  ...(it.isOfBookable && { isOfBookable: true }),
  ...(account.isShared && { ownerName: account.name }),
  sortOrder: it.sortOrder,
  mayWrite: it.mayWrite,
  ...(it.mayRead === false && { isBusyOnly: true }),
  mayWriteAll: it.mayWriteAll ?? it.mayWrite,
  ownerAddress: rememberFormer(it.ownerAddress, it.ownerFormerAddresses),
  alertTimed: it.alertTimed ?? null,
  alertAllDay: it.alertAllDay ?? null,
  holdsTasks: it.holdsTasks ?? false,
  holdsEvents: it.holdsEvents ?? true,
});
