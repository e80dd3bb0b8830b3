import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { addDays, asLocal } from "@snart/calendar/time/local.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { ApiProblem } from "../../api/problem.ts";
import type { AccountState } from "./account-state.ts";
import type { Change } from "../queue/change.ts";
import type { CalendarRemote } from "../remote/calendar-remote.ts";
import { LookedAtDays } from "../days/looked-at-days.ts";
import { withinChunks } from "../days/within-chunks.ts";
import { accountOfKey, entryKey, isTask } from "../items/entries.ts";
import type { EventBase } from "./event-base.ts";
import {
  CHUNK_DAYS,
  chunksIn,
  chunksOfDays,
  missingRuns,
  runsOfChunks,
  type ChunkRun,
} from "../days/loaded-chunks.ts";
import { localDateTimeText } from "../items/local-text.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";

interface EventSyncOptions {
  readonly remote: CalendarRemote;
  readonly base: EventBase;
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly timeZone: string;
  readonly now: () => number;
  readonly heard: <T>(answer: Result<T, ApiProblem>) => Result<T, ApiProblem>;
  readonly onChange: () => void;
  /** called when something is not shared any more, with what says whether a change is of it */
  readonly onLost: (isLost: (change: Change) => boolean) => void;
  /** the keys of events that must stay, whether their days are here or not */
  readonly inUse: () => ReadonlySet<string>;
}

/** How long finished tasks stay in sight. */
const DONE_DAYS = 90;
/** How many events are looked at between two frames when days are let go. */
const AT_ONCE = 250;

/**
 * Holds the server's calendars, events and tasks here: fetches spans of days when somebody looks at them, and follows
 * their changes.
 */
export class EventSync {
  /** in the order in which the chunks were last looked at */
  readonly chunks = new Set<number>();
  readonly days = new LookedAtDays();
  fetching = 0;
  readonly #inFlight = new Map<number, Promise<void>>();
  /** ids of the accounts whose tasks are being fetched */
  readonly #tasksOf = new Set<string>();
  readonly #options: EventSyncOptions;

  constructor(options: EventSyncOptions) {
    this.#options = options;
  }

  /** Fetches the events of days that are not here yet, and waits for those on their way; `toDay` is exclusive. */
  async load(fromDay: number, toDay: number): Promise<void> {
    const wanted = chunksOfDays(fromDay, toDay);
    for (const chunk of chunksIn(wanted)) if (this.chunks.delete(chunk)) this.chunks.add(chunk);
    await this.#loadChunks(wanted);
    await this.loadTasks();
    await this.#letGo();
  }

  async #loadChunks(wanted: ChunkRun): Promise<void> {
    for (const run of missingRuns(this.chunks, wanted)) void this.#fetchRun(run);
    for (const chunk of chunksIn(wanted)) await this.#inFlight.get(chunk);
  }

  /** Fetches days on screen that nobody answered for; false if that happens again. */
  async loadShown(): Promise<boolean> {
    const shown = [...this.days.runs];
    await Promise.all(shown.map((run) => this.#loadChunks(run)));
    return shown.flatMap(chunksIn).every((chunk) => this.chunks.has(chunk));
  }

  /**
   * Fetches the tasks of accounts that have none here yet. The events come first, because the first screen shows
   * them.
   */
  async loadTasks(): Promise<void> {
    const missing = [...this.#options.accounts.values()].filter(
      ({ id, hasTasks }) => !hasTasks && !this.#tasksOf.has(id),
    );
    await Promise.all(missing.map((account) => this.#loadTasksOf(account)));
  }

  async #loadTasksOf(account: AccountState): Promise<void> {
    const { remote, heard, now, onChange } = this.#options;
    this.#tasksOf.add(account.id);
    const since = `${new Date(now() - DONE_DAYS * DAY).toISOString().slice(0, 19)}Z`;
    const answer = heard(await remote.tasks(account.id, since));
    this.#tasksOf.delete(account.id);
    if (!answer.ok) return;
    account.hasTasks = true;
    this.#arrived(account, answer.value.state);
    this.#add(account, answer.value.list);
    onChange();
  }

  /**
   * Forgets the days that were looked at longest ago, if there are too many, with the events that lie in them alone.
   */
  async #letGo(): Promise<void> {
    const { base, inUse, onChange } = this.#options;
    const gone = this.days.surplus(this.chunks, (chunk) => this.#inFlight.has(chunk));
    if (gone.length === 0) return;
    for (const chunk of gone) this.chunks.delete(chunk);
    const wasThere = withinChunks(gone, this.#zone);
    const keys = [...base.keys()];
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      // Days may have come back meanwhile.
      const [isInSight, used] = [withinChunks(this.chunks, this.#zone), inUse()];
      for (const key of keys.slice(at, at + AT_ONCE)) {
        const event = base.get(key);
        if (!event || isTask(event) || used.has(key)) continue;
        if (wasThere(event) && !isInSight(event)) base.delete(key);
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    onChange();
  }

  get #zone(): Zone {
    return ianaZone(this.#options.timeZone) ?? UTC;
  }

  /** The chunks whose events are all here, without those that are being fetched. */
  get complete(): readonly number[] {
    return [...this.chunks].filter((chunk) => !this.#inFlight.has(chunk));
  }

  async loadCalendars(account: AccountState): Promise<Result<null, ApiProblem>> {
    const turn = ++account.calendarTurns.asked;
    const answer = this.#options.heard(await this.#options.remote.calendars(account.id));
    if (!answer.ok) return answer;
    // Answers may overtake each other: a later answer is here already.
    if (turn < account.calendarTurns.taken) return ok(null);
    // It is unknown whether the answer was read before or after our own change.
    if (turn <= account.calendarTurns.outdated) return this.loadCalendars(account);
    account.calendarTurns.taken = turn;
    account.calendars = answer.value.list;
    account.calendarState = answer.value.state;
    this.#dropEventsOfLostCalendars(account);
    this.#options.onChange();
    return ok(null);
  }

  /**
   * Drops the events of a calendar that was deleted or is no longer shared, without waiting for each one's tombstone.
   */
  #dropEventsOfLostCalendars(account: AccountState): void {
    const { base, onLost } = this.#options;
    const ids = new Set(account.calendars.map((it) => it.id));
    const isLost = ({ calendarIds }: JSEvent): boolean =>
      !Object.keys(calendarIds ?? {}).some((id) => ids.has(id));
    const lost = new Set<string>();
    for (const [key, event] of base) if (accountOfKey(key) === account.id && isLost(event)) lost.add(key);
    for (const key of lost) base.delete(key);
    // One's own calendar comes back by undo, with everything that was done in it.
    if (!account.isShared) return;
    onLost(
      (change) =>
        lost.has(change.key) ||
        (change.kind === "create" && accountOfKey(change.key) === account.id && isLost(change.event)),
    );
  }

  /** Fetches the events of days, of some accounts alone or of all. */
  #fetchRun(
    run: ChunkRun,
    accounts: Iterable<AccountState> = this.#options.accounts.values(),
  ): Promise<void> {
    const fetched: Promise<void> = Promise.all(
      [...accounts].map((account) => this.#fetchRunOf(account, run)),
    ).then((answers) => this.#fetchedRun(run, fetched, !answers.includes(false)));
    for (const chunk of chunksIn(run)) {
      this.chunks.add(chunk);
      this.#inFlight.set(chunk, fetched);
    }
    this.fetching++;
    this.#options.onChange();
    return fetched;
  }

  #fetchedRun(run: ChunkRun, fetched: Promise<void>, isWhole: boolean): void {
    this.fetching--;
    for (const chunk of chunksIn(run)) {
      // They may have been asked for again meanwhile.
      if (this.#inFlight.get(chunk) === fetched) this.#inFlight.delete(chunk);
      if (!isWhole) this.chunks.delete(chunk);
    }
    this.#options.onChange();
  }

  async #fetchRunOf(account: AccountState, run: ChunkRun): Promise<boolean> {
    const { remote, timeZone, heard } = this.#options;
    const after = localDateTimeText(addDays(asLocal(0), run.from * CHUNK_DAYS));
    const before = localDateTimeText(addDays(asLocal(0), run.to * CHUNK_DAYS));
    const answer = heard(await remote.events(account.id, { after, before, timeZone }));
    if (!answer.ok) return false;
    this.#arrived(account, answer.value.state);
    this.#add(account, answer.value.list);
    return true;
  }

  /**
   * Adds what was fetched. What is here already follows the changes, and has one's own that an answer on its way cannot
   * have.
   */
  #add(account: AccountState, fetched: readonly JSEvent[]): void {
    const { base } = this.#options;
    for (const event of fetched) {
      const key = entryKey(account.id, event.id ?? "");
      if (event.id && !base.has(key)) base.set(key, event);
    }
  }

  /**
   * Notes the state of an answer. Meanwhile a newer or older state may have been announced or fetched: then the
   * changes between the two are requested.
   */
  #arrived(account: AccountState, state: string): void {
    const isNews = [...account.announced].some((it) => it !== state);
    account.announced.clear();
    if (account.eventState === "") account.eventState = state;
    else if (state !== account.eventState) account.fetchedIn.add(state);
    const isBehind = account.fetchedIn.size > 0 || isNews;
    // A running sync looks at the state of the fetched days when it ends.
    if (isBehind && !account.syncing) void this.sync(account);
  }

  /**
   * Fetches the changes that the server announces; days on their way for the first time are compared once they are
   * here. False if the server did not answer.
   */
  async announced(account: AccountState, state: string): Promise<boolean> {
    if (account.eventState === "") account.announced.add(state);
    else if (state !== account.eventState) return this.sync(account);
    return true;
  }

  /**
   * Brings an account's events up to date; announcements meanwhile lead to one more round. False if the server did
   * not answer.
   */
  sync(account: AccountState): Promise<boolean> {
    if (account.eventState === "") return Promise.resolve(true);
    if (account.syncing) {
      account.again = true;
      return account.syncing;
    }
    account.syncing = this.#syncRounds(account);
    return account.syncing;
  }

  /** Ends in the same turn as its last look: what is announced later begins a sync of its own. */
  async #syncRounds(account: AccountState): Promise<boolean> {
    let isAnswered: boolean;
    do {
      account.again = false;
      const reached = await this.#takeChanges(account, account.eventState);
      isAnswered = reached !== null;
      if (reached) account.eventState = reached;
      // Days fetched in the present state are as new as the rest.
      account.fetchedIn.delete(account.eventState);
      const [fetchedIn] = isAnswered ? account.fetchedIn : [];
      if (fetchedIn === undefined) continue;
      account.fetchedIn.delete(fetchedIn);
      const now = await this.#takeChanges(account, fetchedIn);
      isAnswered = now !== null;
      account.again ||= isAnswered && now !== account.eventState;
    } while (account.again || (isAnswered && account.fetchedIn.size > 0));
    account.syncing = null;
    if (!account.hasTasks) void this.loadTasks();
    return isAnswered;
  }

  /** Applies the changes since a state, and returns the new state; null if the server did not answer. */
  async #takeChanges(account: AccountState, since: string): Promise<string | null> {
    const { remote, base, heard, onChange } = this.#options;
    const answer = heard(await remote.changes(account.id, since));
    let reached: string | null = null;
    if (answer.ok) {
      reached = answer.value.state;
      this.#take(account, answer.value.changed);
      for (const id of answer.value.destroyed) base.delete(entryKey(account.id, id));
    } else if (answer.problem.kind === "refused" && answer.problem.code === "cannotCalculateChanges") {
      this.#forgetEvents(account);
      await this.fetchOf([account]);
      reached = account.eventState;
    }
    onChange();
    return reached;
  }

  /**
   * Applies changes of events that are shown or may be; other changes are fetched with their days, when somebody
   * looks at them.
   */
  #take(account: AccountState, changed: readonly JSEvent[]): void {
    const { base } = this.#options;
    const isInSight = withinChunks(this.chunks, this.#zone);
    for (const event of changed) {
      const key = entryKey(account.id, event.id ?? "");
      if (event.id && (base.has(key) || isTask(event) || isInSight(event))) base.set(key, event);
    }
  }

  #forgetEvents(account: AccountState): void {
    const { base } = this.#options;
    account.eventState = "";
    account.hasTasks = false;
    account.fetchedIn.clear();
    for (const key of base.keys()) if (key.startsWith(`${account.id}/`)) base.delete(key);
  }

  /** Fetches of some accounts the days that are here of the others, and the tasks. */
  async fetchOf(accounts: readonly AccountState[]): Promise<void> {
    if (accounts.length === 0) return;
    const runs = runsOfChunks(this.chunks).map((run) => this.#fetchRun(run, accounts));
    await Promise.all([...runs, this.loadTasks()]);
  }
}
