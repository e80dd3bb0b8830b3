import { addDays, asLocal } from "@snart/calendar/time/local.ts";
import { ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { ApiProblem } from "../api/problem.ts";
import type { StateChange } from "../api/push.ts";
import { calendarEntries, newAccountState } from "./account-state.ts";
import type { AccountState } from "./account-state.ts";
import type { CalendarRemote } from "./calendar-remote.ts";
import type { Change } from "./change.ts";
import { ChangeQueue } from "./change-queue.ts";
import { entryKey } from "./entries.ts";
import { EventBase } from "./event-base.ts";
import type { CalendarEntry, EventEntry } from "./entries.ts";
import { CHUNK_DAYS, chunksOfDays, missingRuns } from "./loaded-chunks.ts";
import type { ChunkRun } from "./loaded-chunks.ts";
import { localDateTimeText } from "./local-text.ts";
import { Observable } from "./observable.ts";
import { mergeLayers } from "./pending-changes.ts";
import { emptySnapshot } from "./snapshot.ts";
import type { CalendarSnapshot } from "./snapshot.ts";

export interface StoreOptions {
  readonly remote: CalendarRemote;
  /** the viewer's zone, IANA */
  readonly timeZone: string;
  readonly now: () => number;
  /** the server says that nobody is signed in any more */
  readonly onSignedOut: () => void;
}

/**
 * The copy of one person's calendars in this page. Fetches what is looked at, follows what changes elsewhere, shows
 * changes of its own at once and sends them in order.
 */
export class CalendarStore {
  readonly snapshot = new Observable<CalendarSnapshot>(emptySnapshot);
  readonly #options: StoreOptions;
  readonly #accounts = new Map<string, AccountState>();
  readonly #base = new EventBase();
  readonly #chunks = new Set<number>();
  readonly #queue: ChangeQueue;
  #fetching = 0;
  #stopListening: (() => void) | undefined;
  #merged: ReadonlyMap<string, EventEntry> = new Map();
  #mergedFrom: readonly unknown[] = [];
  #entries: readonly CalendarEntry[] = [];
  #entriesFrom: readonly unknown[] = [];

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#queue = new ChangeQueue({
      remote: options.remote,
      now: options.now,
      base: this.#base,
      eventOf: (key) => this.snapshot.get().events.get(key)?.event,
      onChange: () => this.#show({}),
      onAnswer: (answer) => this.#heard(answer),
      onState: (accountId, oldState, newState) => this.#advance(accountId, oldState, newState),
    });
  }

  /** Fetches accounts and calendars and listens for changes; give events a window with `load`. */
  async start(): Promise<void> {
    this.#stopListening ??= this.#options.remote.listen({
      onChange: (changed) => this.#announced(changed),
      onStatus: (open) => (open ? this.#reconnected() : undefined),
    });
    await this.#loadAccounts(false);
  }

  /** Ends listening; the store is of no use afterwards. */
  stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Makes sure that the events of some days are here; `toDay` is exclusive, both are days since 1970-01-01. */
  async load(fromDay: number, toDay: number): Promise<void> {
    if (this.snapshot.get().phase !== "ready") return;
    const runs = missingRuns(this.#chunks, chunksOfDays(fromDay, toDay));
    await Promise.all(runs.map((run) => this.#fetchRun(run)));
  }

  /** Tries everything again that failed for want of the server. */
  async retry(): Promise<void> {
    await this.#loadAccounts(true);
    await this.#queue.send();
  }

  /** Does an action of the user at once and sends it. `title` names it when it is undone. Gives the action's id. */
  perform(title: string, changes: readonly Change[]): number {
    return this.#queue.perform(title, changes);
  }

  /** Takes back an action, the last one unless an id is given; gives its title, or undefined if there is none. */
  undo(id?: number): string | undefined {
    return this.#queue.undo(id);
  }

  /** Sends a refused change of an event again. */
  retryEvent(key: string): void {
    this.#queue.retry(key);
  }

  /** Gives up a refused change of an event. */
  dismissProblem(key: string): void {
    this.#queue.dismiss(key);
  }

  /** The key that an event has now, should it have got its real one meanwhile. */
  currentKey(key: string): string {
    return this.#queue.currentKey(key);
  }

  /** Shows or hides calendars at once and remembers it on the server. */
  async setVisible(visible: ReadonlyMap<string, boolean>): Promise<void> {
    for (const account of this.#accounts.values()) {
      const changed = account.calendars.filter((it) => {
        const wanted = visible.get(entryKey(account.id, it.id));
        return wanted !== undefined && wanted !== it.isVisible;
      });
      if (changed.length === 0) continue;
      account.calendars = account.calendars.map((it) =>
        changed.includes(it) ? { ...it, isVisible: !it.isVisible } : it,
      );
      this.#show({});
      const update = Object.fromEntries(changed.map((it) => [it.id, { isVisible: !it.isVisible }]));
      this.#heard(await this.#options.remote.setCalendars(account.id, update));
    }
  }

  async #loadAccounts(fresh: boolean): Promise<void> {
    const answer = this.#heard(await this.#options.remote.accounts(fresh));
    if (!answer.ok) return this.#failedToStart(answer.problem);
    for (const { id, name } of answer.value.accounts) {
      if (this.#accounts.has(id)) continue;
      const isShared = id !== answer.value.primaryId;
      this.#accounts.set(id, newAccountState(id, name, isShared));
    }
    const fetched = await Promise.all(
      [...this.#accounts.values()].map((account) => this.#loadCalendars(account)),
    );
    const broken = fetched.find((result) => !result.ok);
    if (broken && !broken.ok) return this.#failedToStart(broken.problem);
    const own = this.#accounts.get(answer.value.primaryId);
    this.#show({
      phase: "ready",
      problem: null,
      primaryAccountId: answer.value.primaryId,
      accountName: own?.name ?? "",
    });
  }

  #failedToStart(problem: ApiProblem): void {
    if (this.snapshot.get().phase !== "ready") this.#show({ phase: "failed", problem });
  }

  async #loadCalendars(account: AccountState): Promise<Result<null, ApiProblem>> {
    const answer = this.#heard(await this.#options.remote.calendars(account.id));
    if (!answer.ok) return answer;
    account.calendars = answer.value.list;
    account.calendarState = answer.value.state;
    this.#dropEventsOfLostCalendars(account);
    this.#show({});
    return ok(null);
  }

  /** A calendar that was deleted or is no longer shared takes its events along, without waiting for each one's tombstone. */
  #dropEventsOfLostCalendars(account: AccountState): void {
    const ids = new Set(account.calendars.map((it) => it.id));
    for (const [key, event] of this.#base) {
      if (!key.startsWith(`${account.id}/`)) continue;
      if (!Object.keys(event.calendarIds ?? {}).some((id) => ids.has(id))) this.#base.delete(key);
    }
  }

  async #fetchRun(run: ChunkRun): Promise<void> {
    for (let chunk = run.from; chunk < run.to; chunk++) this.#chunks.add(chunk);
    this.#fetching++;
    this.#show({});
    const after = localDateTimeText(addDays(asLocal(0), run.from * CHUNK_DAYS));
    const before = localDateTimeText(addDays(asLocal(0), run.to * CHUNK_DAYS));
    const window = { after, before, timeZone: this.#options.timeZone };
    const answers = await Promise.all(
      [...this.#accounts.values()].map(async (account) => {
        const answer = this.#heard(await this.#options.remote.events(account.id, window));
        if (!answer.ok) return false;
        account.eventState ||= answer.value.state;
        for (const event of answer.value.list)
          if (event.id) this.#base.set(entryKey(account.id, event.id), event);
        return true;
      }),
    );
    this.#fetching--;
    if (answers.includes(false))
      for (let chunk = run.from; chunk < run.to; chunk++) this.#chunks.delete(chunk);
    this.#show({});
  }

  #announced(changed: StateChange): void {
    for (const [accountId, states] of Object.entries(changed)) {
      const account = this.#accounts.get(accountId);
      if (!account) {
        void this.#loadAccounts(true).then(() => this.#refetch());
        continue;
      }
      if (states["Calendar"] !== undefined && states["Calendar"] !== account.calendarState)
        void this.#loadCalendars(account);
      if (states["CalendarEvent"] !== undefined && states["CalendarEvent"] !== account.eventState)
        void this.#sync(account);
    }
  }

  #reconnected(): void {
    if (this.snapshot.get().phase !== "ready") {
      void this.#loadAccounts(true);
      return;
    }
    for (const account of this.#accounts.values()) void this.#sync(account);
    void this.#queue.send();
  }

  /** Brings an account's events up to date; announcements meanwhile lead to one more round. */
  async #sync(account: AccountState): Promise<void> {
    if (account.eventState === "") return;
    if (account.syncing) {
      account.again = true;
      return;
    }
    account.syncing = true;
    do {
      account.again = false;
      const answer = this.#heard(await this.#options.remote.changes(account.id, account.eventState));
      if (answer.ok) {
        account.eventState = answer.value.state;
        for (const event of answer.value.changed)
          if (event.id) this.#base.set(entryKey(account.id, event.id), event);
        for (const id of answer.value.destroyed) this.#base.delete(entryKey(account.id, id));
      } else if (answer.problem.kind === "refused" && answer.problem.code === "cannotCalculateChanges") {
        this.#forgetEvents(account);
        await this.#refetch();
      }
      this.#show({});
    } while (account.again);
    account.syncing = false;
  }

  #forgetEvents(account: AccountState): void {
    account.eventState = "";
    for (const key of this.#base.keys()) if (key.startsWith(`${account.id}/`)) this.#base.delete(key);
  }

  /** Reads again all that was loaded. */
  async #refetch(): Promise<void> {
    const had = [...this.#chunks];
    this.#chunks.clear();
    const [first, last] = [Math.min(...had), Math.max(...had)];
    if (had.length > 0) await this.#fetchRun({ from: first, to: last + 1 });
  }

  /** Takes over the state that our own change led to, so that it need not be fetched; anything else is synced. */
  #advance(accountId: string, oldState: string | null, newState: string): void {
    const account = this.#accounts.get(accountId);
    if (!account || newState === "") return;
    if (oldState === account.eventState) account.eventState = newState;
    else if (newState !== account.eventState) void this.#sync(account);
  }

  /** Notes from every answer whether the server is there. */
  #heard<T>(answer: Result<T, ApiProblem>): Result<T, ApiProblem> {
    if (answer.ok || answer.problem.kind === "refused")
      this.#show({ isOnline: true, syncedAt: this.#options.now() });
    else if (answer.problem.kind === "unreachable") this.#show({ isOnline: false });
    else this.#options.onSignedOut();
    return answer;
  }

  #show(change: Partial<CalendarSnapshot>): void {
    this.snapshot.set({
      ...this.snapshot.get(),
      ...change,
      calendars: this.#calendars(),
      events: this.#events(),
      chunks: new Set(this.#chunks),
      isFetching: this.#fetching > 0,
      waiting: this.#queue.pending.length,
      undoable: this.#queue.undoable,
    });
  }

  /** The same map as long as nothing it is made of has changed, so that what is drawn from it need not be drawn again. */
  #events(): ReadonlyMap<string, EventEntry> {
    const { pending, failed } = this.#queue;
    const from = [this.#base.version, pending, failed];
    if (!sameParts(from, this.#mergedFrom)) {
      this.#merged = mergeLayers({ base: this.#base, pending, failed });
      this.#mergedFrom = from;
    }
    return this.#merged;
  }

  #calendars(): readonly CalendarEntry[] {
    const from = [...this.#accounts.values()].map((account) => account.calendars);
    if (!sameParts(from, this.#entriesFrom)) {
      this.#entries = calendarEntries(this.#accounts.values());
      this.#entriesFrom = from;
    }
    return this.#entries;
  }
}

const sameParts = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, index) => part === b[index]);
