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
  /** called when the server did not answer for what it had announced */
  readonly onMissed: () => void;
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
  #loading: Promise<boolean> | null = null;
  /**
   * announcements made while accounts and calendars were being fetched: they may be newer than the answer. Each stays,
   * because states that were asked for may arrive after a newer one was announced.
   */
  #unheard: StateChange[] = [];
  readonly #options: AccountSyncOptions;

  constructor(options: AccountSyncOptions) {
    this.#options = options;
  }

  /** Fetches accounts and their calendars; asked again meanwhile, the same fetch answers. False if the server did not. */
  load(fresh: boolean): Promise<boolean> {
    this.#loading ??= this.#load(fresh).finally(() => {
      this.#loading = null;
      const unheard = this.#unheard;
      this.#unheard = [];
      for (const changed of unheard) void this.announced(changed);
    });
    return this.#loading;
  }

  async #load(fresh: boolean): Promise<boolean> {
    const { remote, accounts, events, heard, show } = this.#options;
    const answer = heard(await remote.accounts(fresh));
    if (!answer.ok) return this.#failed(answer.problem);
    const added = this.#take(answer.value.accounts, answer.value.primaryId);
    const isFirst = added.length === accounts.size;
    const unknown = [...accounts.values()].filter(({ calendarState }) => calendarState === "");
    // What was looked at before somebody shared is fetched of theirs alone, together with their calendars.
    const arriving = isFirst ? undefined : events.fetchOf(added);
    const fetched = await Promise.all(unknown.map((it) => events.loadCalendars(it)));
    const broken = fetched.find((result) => !result.ok);
    if (broken && !broken.ok) return this.#failed(broken.problem);
    const wasFresh = this.#isFresh;
    this.#isFresh = true;
    show(this.ready());
    await arriving;
    return wasFresh || isFirst || this.syncAll();
  }

  #failed(problem: ApiProblem): false {
    this.#options.onFailure(problem);
    return false;
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

  /** Fetches the changes that the server announces, and waits for them; false, and told, if it did not answer. */
  async announced(changed: StateChange): Promise<boolean> {
    const notices = noticesOf(changed);
    if (Object.keys(notices).length > 0) this.#options.onNotices(notices);
    const answered = await Promise.all(
      Object.entries(changed).map(([accountId, states]) => this.#announcedOf(accountId, states)),
    );
    const isWhole = !answered.includes(false);
    if (!isWhole) this.#options.onMissed();
    return isWhole;
  }

  async #announcedOf(accountId: string, states: Readonly<Record<string, string>>): Promise<boolean> {
    const { accounts, events } = this.#options;
    if (this.#loading) {
      this.#unheard.push({ [accountId]: states });
      return true;
    }
    const account = accounts.get(accountId);
    if (!account) return this.load(true);
    const state = states["CalendarEvent"] ?? states["Task"];
    const { Calendar: calendarState = account.calendarState } = states;
    const hasOthers = calendarState !== account.calendarState;
    if (hasOthers && accountId === this.primaryId) this.#options.onOwnCalendars();
    const [calendars, isSynced] = await Promise.all([
      hasOthers ? events.loadCalendars(account) : null,
      state === undefined || events.announced(account, state),
    ]);
    return isSynced && calendars?.ok !== false;
  }

  /**
   * Fetches changes that may have been missed, and days on screen that are; false if the server did not answer.
   * @param fresh fetches accounts and calendars again too
   */
  async catchUp(fresh = false): Promise<boolean> {
    const wasFresh = this.#isFresh;
    if ((fresh || !wasFresh) && !(await this.load(true))) return false;
    if ((fresh || wasFresh) && !(await this.syncAll())) return false;
    return this.#options.events.loadShown();
  }

  /** Asks for the states of all accounts, and fetches what has changed; false if the server did not answer. */
  async syncAll(): Promise<boolean> {
    const { accounts, remote, heard } = this.#options;
    const given = heard(await remote.states());
    if (!given.ok) return false;
    const isLost = [...accounts.keys()].some((id) => given.value[id] === undefined);
    if (isLost && !this.#loading && !(await this.load(true))) return false;
    return this.announced(given.value);
  }

  /** Brings one account's events up to date; false if the server did not answer. */
  async syncById(accountId: string): Promise<boolean> {
    const account = this.#options.accounts.get(accountId);
    return account ? this.#options.events.sync(account) : true;
  }

  /** Waits for a running sync of an account's events; false if the server did not answer. */
  async atRest(accountId: string): Promise<boolean> {
    return (await this.#options.accounts.get(accountId)?.syncing) ?? true;
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
    // What a running sync was told may be older than our change.
    if (account.syncing) account.again = true;
    if (oldState === account.eventState) account.eventState = newState;
    else if (newState !== account.eventState) void this.#options.events.sync(account);
  }
}
