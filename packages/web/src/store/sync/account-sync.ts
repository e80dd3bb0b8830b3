import type { Result } from "@snart/calendar/result.ts";
import type { ApiProblem } from "../../api/problem.ts";
import type { StateChange } from "../../api/push.ts";
import { newAccountState, type AccountState } from "./account-state.ts";
import type { CalendarRemote } from "../remote/calendar-remote.ts";
import { calendarOfKey, type ChangeOfCalendar } from "../queue/change.ts";
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
  /** called when there may be new notices: reminders, and notifications of what others did */
  readonly onNotices: () => void;
}

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
      this.announced(unheard);
    });
    return this.#loading;
  }

  async #load(fresh: boolean): Promise<void> {
    const { remote, accounts, events, heard, show, onFailure } = this.#options;
    const answer = heard(await remote.accounts(fresh));
    if (!answer.ok) return onFailure(answer.problem);
    const isNew = this.#take(answer.value.accounts, answer.value.primaryId);
    const fetched = await Promise.all([...accounts.values()].map((it) => events.loadCalendars(it)));
    const broken = fetched.find((result) => !result.ok);
    if (broken && !broken.ok) return onFailure(broken.problem);
    const wasFresh = this.#isFresh;
    this.#isFresh = true;
    show(this.ready());
    if (isNew) await events.refetch();
    if (!wasFresh) await this.syncAll();
  }

  /** The part of a snapshot that says that there is something to show. */
  ready(): Partial<CalendarSnapshot> {
    const accountName = this.#options.accounts.get(this.primaryId)?.name ?? "";
    return { phase: "ready", problem: null, primaryAccountId: this.primaryId, accountName };
  }

  /** True if there is one whose events were never fetched though others' were. */
  #take(found: readonly { readonly id: string; readonly name: string }[], primaryId: string): boolean {
    const { accounts, base, events } = this.#options;
    this.primaryId = primaryId;
    const ids = new Set(found.map((it) => it.id));
    for (const id of accounts.keys()) {
      if (ids.has(id)) continue;
      accounts.delete(id);
      for (const key of base.keys()) if (key.startsWith(`${id}/`)) base.delete(key);
    }
    const added = found.filter(({ id }) => !accounts.has(id));
    for (const { id, name } of added) accounts.set(id, newAccountState(id, name, id !== primaryId));
    return added.length > 0 && events.chunks.size > 0;
  }

  /** Fetches the changes that the server announces. */
  announced(changed: StateChange): void {
    const { accounts, events } = this.#options;
    for (const [accountId, states] of Object.entries(changed)) {
      if (Object.keys(states).some(isNotice)) this.#options.onNotices();
      if (this.#loading) {
        this.#unheard = { ...this.#unheard, [accountId]: { ...this.#unheard[accountId], ...states } };
        continue;
      }
      const account = accounts.get(accountId);
      if (!account) {
        void this.load(true);
        continue;
      }
      if (states["Calendar"] !== undefined && states["Calendar"] !== account.calendarState)
        void events.loadCalendars(account);
      const state = states["CalendarEvent"] ?? states["Task"];
      if (state !== undefined) events.announced(account, state);
    }
  }

  /** Fetches changes that may have been missed. */
  async catchUp(): Promise<void> {
    this.#options.onNotices();
    await (this.#isFresh ? this.syncAll() : this.load(true));
  }

  async syncAll(): Promise<void> {
    const { accounts, events } = this.#options;
    await Promise.all([...accounts.values()].map((account) => events.sync(account)));
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
