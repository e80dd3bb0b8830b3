import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { addDays, asLocal } from "@snart/calendar/time/local.ts";
import { ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { ApiProblem } from "../api/problem.ts";
import type { AccountState } from "./account-state.ts";
import type { CalendarRemote } from "./calendar-remote.ts";
import { withinChunks } from "./days/within-chunks.ts";
import { entryKey, isTask } from "./entries.ts";
import type { EventBase } from "./event-base.ts";
import { CHUNK_DAYS, chunksOfDays, missingRuns, runsOfChunks } from "./copy/loaded-chunks.ts";
import type { ChunkRun } from "./copy/loaded-chunks.ts";
import { localDateTimeText } from "./local-text.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";

export interface EventSyncOptions {
  readonly remote: CalendarRemote;
  readonly base: EventBase;
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly timeZone: string;
  readonly now: () => number;
  readonly heard: <T>(answer: Result<T, ApiProblem>) => Result<T, ApiProblem>;
  readonly onChange: () => void;
}

/** How long tasks that are done are kept in sight. */
const DONE_DAYS = 90;

/** Keeps the server's calendars, events and tasks here: by spans of days as they are looked at, and what changes in them. */
export class EventSync {
  readonly chunks = new Set<number>();
  fetching = 0;
  readonly #inFlight = new Set<number>();
  /** ids of the accounts whose tasks are being fetched */
  readonly #tasksOf = new Set<string>();
  readonly #options: EventSyncOptions;

  constructor(options: EventSyncOptions) {
    this.#options = options;
  }

  /** Fetches the events of days that are not here yet; `toDay` is exclusive. */
  async load(fromDay: number, toDay: number): Promise<void> {
    const runs = missingRuns(this.chunks, chunksOfDays(fromDay, toDay));
    await Promise.all(runs.map((run) => this.#fetchRun(run)));
    await this.loadTasks();
  }

  /** Fetches the tasks of accounts whose are not here yet. What is on screen first are events. */
  async loadTasks(): Promise<void> {
    const missing = [...this.#options.accounts.values()].filter(
      ({ id, hasTasks }) => !hasTasks && !this.#tasksOf.has(id),
    );
    await Promise.all(missing.map((account) => this.#loadTasksOf(account)));
  }

  async #loadTasksOf(account: AccountState): Promise<void> {
    const { remote, base, heard, now, onChange } = this.#options;
    this.#tasksOf.add(account.id);
    const since = `${new Date(now() - DONE_DAYS * DAY).toISOString().slice(0, 19)}Z`;
    const answer = heard(await remote.tasks(account.id, since));
    this.#tasksOf.delete(account.id);
    if (!answer.ok) return;
    account.hasTasks = true;
    account.eventState ||= answer.value.state;
    for (const task of answer.value.list) if (task.id) base.set(entryKey(account.id, task.id), task);
    onChange();
  }

  /** The chunks whose events are all here, without those that are being fetched. */
  get complete(): readonly number[] {
    return [...this.chunks].filter((chunk) => !this.#inFlight.has(chunk));
  }

  async loadCalendars(account: AccountState): Promise<Result<null, ApiProblem>> {
    const answer = this.#options.heard(await this.#options.remote.calendars(account.id));
    if (!answer.ok) return answer;
    account.calendars = answer.value.list;
    account.calendarState = answer.value.state;
    this.#dropEventsOfLostCalendars(account);
    this.#options.onChange();
    return ok(null);
  }

  /** A calendar that was deleted or is no longer shared takes its events along, without waiting for each one's tombstone. */
  #dropEventsOfLostCalendars(account: AccountState): void {
    const { base } = this.#options;
    const ids = new Set(account.calendars.map((it) => it.id));
    for (const [key, event] of base) {
      if (!key.startsWith(`${account.id}/`)) continue;
      if (!Object.keys(event.calendarIds ?? {}).some((id) => ids.has(id))) base.delete(key);
    }
  }

  async #fetchRun(run: ChunkRun): Promise<void> {
    for (let chunk = run.from; chunk < run.to; chunk++) {
      this.chunks.add(chunk);
      this.#inFlight.add(chunk);
    }
    this.fetching++;
    this.#options.onChange();
    const answers = await Promise.all(
      [...this.#options.accounts.values()].map((account) => this.#fetchRunOf(account, run)),
    );
    this.fetching--;
    for (let chunk = run.from; chunk < run.to; chunk++) {
      this.#inFlight.delete(chunk);
      if (answers.includes(false)) this.chunks.delete(chunk);
    }
    this.#options.onChange();
  }

  async #fetchRunOf(account: AccountState, run: ChunkRun): Promise<boolean> {
    const { remote, base, timeZone, heard } = this.#options;
    const after = localDateTimeText(addDays(asLocal(0), run.from * CHUNK_DAYS));
    const before = localDateTimeText(addDays(asLocal(0), run.to * CHUNK_DAYS));
    const answer = heard(await remote.events(account.id, { after, before, timeZone }));
    if (!answer.ok) return false;
    account.eventState ||= answer.value.state;
    for (const event of answer.value.list) if (event.id) base.set(entryKey(account.id, event.id), event);
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
    account.syncing = this.#syncRounds(account).finally(() => {
      account.syncing = null;
    });
    return account.syncing;
  }

  async #syncRounds(account: AccountState): Promise<boolean> {
    const { remote, base, heard, onChange } = this.#options;
    let isAnswered: boolean;
    do {
      account.again = false;
      const answer = heard(await remote.changes(account.id, account.eventState));
      isAnswered = answer.ok;
      if (answer.ok) {
        account.eventState = answer.value.state;
        this.#take(account, answer.value.changed);
        for (const id of answer.value.destroyed) base.delete(entryKey(account.id, id));
      } else if (answer.problem.kind === "refused" && answer.problem.code === "cannotCalculateChanges") {
        this.#forgetEvents(account);
        await this.refetch();
        await this.loadTasks();
        isAnswered = true;
      }
      onChange();
    } while (account.again);
    if (!account.hasTasks) void this.loadTasks();
    return isAnswered;
  }

  /** Takes in what is shown or may be; the rest of what changes is fetched with its days, should anybody look at them. */
  #take(account: AccountState, changed: readonly JSEvent[]): void {
    const { base, timeZone } = this.#options;
    const isInSight = withinChunks(this.chunks, ianaZone(timeZone) ?? UTC);
    for (const event of changed) {
      const key = entryKey(account.id, event.id ?? "");
      if (event.id && (base.has(key) || isTask(event) || isInSight(event))) base.set(key, event);
    }
  }

  #forgetEvents(account: AccountState): void {
    const { base } = this.#options;
    account.eventState = "";
    account.hasTasks = false;
    for (const key of base.keys()) if (key.startsWith(`${account.id}/`)) base.delete(key);
  }

  /** Reads again all that was loaded. */
  async refetch(): Promise<void> {
    const had = [...this.chunks];
    this.chunks.clear();
    await Promise.all(runsOfChunks(had).map((run) => this.#fetchRun(run)));
  }
}
