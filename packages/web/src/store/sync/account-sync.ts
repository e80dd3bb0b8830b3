import type { Result } from "@snart/calendar/result.ts";
import type { ApiProblem } from "../../api/problem.ts";
import type { StateChange } from "../../api/push.ts";
import { newAccountState, type AccountState } from "./account-state.ts";
import type { CalendarRemote } from "../remote/calendar-remote.ts";
import { calendarOfKey, type Change, type ChangeOfCalendar } from "../queue/change.ts";
import { accountOfKey } from "../items/entries.ts";
import type { EventBase } from "./event-base.ts";
import type { EventSync } from "./event-sync.ts";
import type { CalendarSnapshot } from "./snapshot.ts";

interface AccountSyncOptions {
  readonly remote: CalendarRemote;
  readonly base: EventBase;
  readonly accounts: Map<string, AccountState>;
  readonly events: EventSync;
  readonly heard: <T>(answer: Result<T, ApiProblem>) => Result<T, ApiProblem>;
  readonly show: (change: Partial<CalendarSnapshot>) => void;
  readonly onFailure: (problem: ApiProblem) => void;
  /** called when something is not shared any more, with what says whether a change is of it */
  readonly onLost: (isLost: (change: Change) => boolean) => void;
  /** called when there may be new notices: reminders, and notifications of what others did */
  readonly onNotices: (changed?: StateChange) => void;
  /** called when calendars of the person's own account have changed elsewhere */
  readonly onOwnCalendars: () => void;
}

/** The part of an announcement that is of notices. */
const noticesOf = (changed: StateChange): StateChange =>
  Object.fromEntries(
    Object.entries(changed).flatMap(([accountId, states]) => {
      const notices = Object.entries(states).filter(([type]) => isNotice(type));
      return notices.length > 0 ? [[accountId, Object.fromEntries(notices)]] : [];
    }),
  );

/** Whether a type is one that people are notified of: reminders, and what others do. */
const isNotice = (type: string): boolean => /^Reminder$|Notification$/.test(type);

/** Synchronises the person's accounts with the server, and through EventSync their contents. */
export class AccountSync {
  primaryId = "";
  /** accounts and calendars are the server's, not only those on disk */
  #isFresh = false;
  #loading: Promise<void> | null = null;
  /** announcements made while accounts and calendars were being fetched: they may be newer than the answer */
  #unheard: StateChange = {};
  readonly #options: AccountSyncOptions;

  constructor(options: AccountSyncOptions) {
    this.#options = options;
  }

  /** Fetches accounts and their calendars; asked again meanwhile, the same fetch answers. */
  load(fresh: boolean): Promise<void> {
    this.#loading ??= this.#load(fresh).finally(() => {
      this.#loading = null;
      const unheard = this.#unheard;
      this.#unheard = {};
      void this.announced(unheard);
    });
    return this.#loading;
  }

  async #load(fresh: boolean): Promise<void> {
    const { remote, accounts, events, heard, show, onFailure } = this.#options;
    const answer = heard(await remote.accounts(fresh));
    if (!answer.ok) return onFailure(answer.problem);
    const added = this.#take(answer.value.accounts, answer.value.primaryId);
    const isFirst = added.length === accounts.size;
    const unknown = [...accounts.values()].filter(({ calendarState }) => calendarState === "");
    // What was looked at before somebody shared is fetched of theirs alone, together with their calendars.
    const arriving = isFirst ? undefined : events.fetchOf(added);
    const fetched = await Promise.all(unknown.map((it) => events.loadCalendars(it)));
    const broken = fetched.find((result) => !result.ok);
    if (broken && !broken.ok) return onFailure(broken.problem);
    const wasFresh = this.#isFresh;
    this.#isFresh = true;
    show(this.ready());
    await arriving;
    if (!wasFresh && !isFirst) await this.syncAll();
  }

  /** Tries again what failed, and finds out what was missed. */
  async retry(): Promise<void> {
    await this.load(true);
    if (this.#isFresh) await this.syncAll();
  }

  /** The part of a snapshot that says that there is something to show. */
  ready(): Partial<CalendarSnapshot> {
    const accountName = this.#options.accounts.get(this.primaryId)?.name ?? "";
    return { phase: "ready", problem: null, primaryAccountId: this.primaryId, accountName };
  }

  /** Gives the accounts that were not known before. */
  #take(
    found: readonly { readonly id: string; readonly name: string }[],
    primaryId: string,
  ): readonly AccountState[] {
    const { accounts, base, onLost } = this.#options;
    this.primaryId = primaryId;
    const ids = new Set(found.map((it) => it.id));
    for (const id of accounts.keys()) {
      if (ids.has(id)) continue;
      accounts.delete(id);
      for (const key of base.keys()) if (key.startsWith(`${id}/`)) base.delete(key);
      onLost(({ key }) => accountOfKey(key) === id);
    }
    const added = found
      .filter(({ id }) => !accounts.has(id))
      .map(({ id, name }) => newAccountState(id, name, id !== primaryId));
    for (const account of added) accounts.set(account.id, account);
    return added;
  }

  /** Fetches the changes that the server announces, and waits for them. */
  async announced(changed: StateChange): Promise<void> {
    const notices = noticesOf(changed);
    if (Object.keys(notices).length > 0) this.#options.onNotices(notices);
    await Promise.all(
      Object.entries(changed).map(([accountId, states]) => this.#announcedOf(accountId, states)),
    );
  }

  async #announcedOf(accountId: string, states: Readonly<Record<string, string>>): Promise<void> {
    const { accounts, events } = this.#options;
    if (this.#loading) {
      this.#unheard = { ...this.#unheard, [accountId]: { ...this.#unheard[accountId], ...states } };
      return;
    }
    const account = accounts.get(accountId);
    if (!account) return this.load(true);
    const state = states["CalendarEvent"] ?? states["Task"];
    const { Calendar: calendarState = account.calendarState } = states;
    const hasOthers = calendarState !== account.calendarState;
    if (hasOthers && accountId === this.primaryId) this.#options.onOwnCalendars();
    await Promise.all([
      hasOthers ? events.loadCalendars(account) : undefined,
      state === undefined ? undefined : events.announced(account, state),
    ]);
  }

  /** Fetches changes that may have been missed. */
  async catchUp(): Promise<void> {
    await (this.#isFresh ? this.syncAll() : this.load(true));
  }

  /** Asks for the states of all accounts, and fetches what has changed. */
  async syncAll(): Promise<void> {
    const { accounts, remote, heard } = this.#options;
    const given = heard(await remote.states());
    if (!given.ok) return;
    const isLost = [...accounts.keys()].some((id) => given.value[id] === undefined);
    if (isLost && !this.#loading) await this.load(true);
    await this.announced(given.value);
  }

  /** Brings one account's events up to date; false if the server did not answer. */
  async syncById(accountId: string): Promise<boolean> {
    const account = this.#options.accounts.get(accountId);
    return account ? this.#options.events.sync(account) : true;
  }

  /** Takes over a change of a calendar that the server has taken, before it says so itself. */
  changedCalendar({ key, patch }: ChangeOfCalendar): void {
    const account = this.#options.accounts.get(accountOfKey(key));
    if (!account) return;
    account.calendarTurns.outdated = account.calendarTurns.asked;
    const id = calendarOfKey(key);
    account.calendars = account.calendars.map((it) => (it.id === id ? { ...it, ...patch } : it));
  }

  /** Adopts the state that our own change led to, so that it need not be fetched; any other state is synchronised. */
  advance(accountId: string, oldState: string | null, newState: string): void {
    const account = this.#options.accounts.get(accountId);
    if (!account || newState === "") return;
    if (oldState === account.eventState) account.eventState = newState;
    else if (newState !== account.eventState) void this.#options.events.sync(account);
  }
}
