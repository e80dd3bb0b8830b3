import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { EventSet, EventSetResult } from "../../api/items/calendar-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import type { CalendarRemote } from "../remote/calendar-remote.ts";
import { calendarOfKey, type Change, type ChangeOfCalendar, type ChangeOfProfile } from "./change.ts";
import type { ChangeQueue } from "./change-queue.ts";
import { conflictOf, serverSet } from "./find-conflict.ts";
import { accountOfKey, idOfKey, isTask } from "../items/entries.ts";
import type { PendingChange } from "./queue-entry.ts";

interface ChangeSenderOptions {
  readonly remote: CalendarRemote;
  readonly queue: ChangeQueue;
  readonly base: Map<string, JSEvent>;
  /** whether this tab is the one that sends */
  readonly maySend: () => boolean;
  /** the state that an account's events here have; empty if there is none */
  readonly stateOf: (accountId: string) => string;
  /** brings an account's events up to date; false if the server did not answer */
  readonly sync: (accountId: string) => Promise<boolean>;
  /** waits for what is under way of that; false if the server did not answer */
  readonly atRest: (accountId: string) => Promise<boolean>;
  readonly heard: <T>(answer: Result<T, ApiProblem>) => Result<T, ApiProblem>;
  readonly onState: (accountId: string, oldState: string | null, newState: string) => void;
}

/** How often others may be faster in a row before a change is sent without asking for their changes. */
const MAX_OVERTAKEN = 8;

/** Sends the changes that wait, one after the other, each against the newest events. */
export class ChangeSender {
  readonly #options: ChangeSenderOptions;
  #sending: Promise<void> | null = null;
  #isWoken = false;

  constructor(options: ChangeSenderOptions) {
    this.#options = options;
  }

  /** Sends the waiting changes until no more may be sent, or the server is away. */
  send(): Promise<void> {
    this.#isWoken = true;
    this.#sending ??= this.#sendAll();
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    await Promise.resolve();
    try {
      while (this.#isWoken) {
        this.#isWoken = false;
        if (!(await this.#sendRound())) return;
      }
    } finally {
      // This happens in the same turn as the last look: a later call starts the sending again.
      this.#sending = null;
    }
  }

  /** False: the server is away. */
  async #sendRound(): Promise<boolean> {
    for (let next = this.#next(); next; next = this.#next()) if (!(await this.#sendOne(next))) return false;
    return true;
  }

  /** The first change that nothing blocks: a conflict blocks its event and the changes made together with it. */
  #next(): PendingChange | undefined {
    const { maySend, queue } = this.#options;
    if (!maySend()) return undefined;
    const held = new Set<string>();
    for (const entry of queue.pending) {
      const { change, action, conflict } = entry;
      const actionKey = `action ${action}`;
      if (!conflict && !held.has(change.key) && !held.has(actionKey)) return entry;
      held.add(change.key).add(actionKey);
    }
    return undefined;
  }

  /** False: the server is away, the change waits. */
  async #sendOne(entry: PendingChange): Promise<boolean> {
    const accountId = accountOfKey(entry.change.key);
    for (let overtaken = 0; ; overtaken++) {
      // The state is read before the check: a later change of the event then has a later state, and the server says
      // so.
      // A sync that was asked before our last change may be answered after it, and then shows the event as it was.
      if (!(await this.#options.atRest(accountId))) return false;
      const state = overtaken < MAX_OVERTAKEN ? this.#options.stateOf(accountId) : "";
      const checked = await this.#isMergeable(entry);
      if (checked !== true) return checked !== "away";
      const answer = this.#options.heard(await this.#ask(entry, state));
      const isGuarded = state !== "" && isGuardable(entry.change);
      if (answer.ok) return this.#took(entry, answer.value, isGuarded ? state : null);
      const { problem } = answer;
      if (problem.kind !== "refused") return false;
      if (problem.code !== "stateMismatch" || state === "") {
        this.#options.queue.commit({ kind: "refused", id: entry.id, problem });
        return true;
      }
      if (!(await this.#options.sync(accountId))) return false;
    }
  }

  /** Whether a change still fits the event; if not, the entry says so from now on and waits. */
  async #isMergeable({ id, change, before }: PendingChange): Promise<boolean | "away"> {
    const { queue } = this.#options;
    const entry = queue.pending.find((it) => it.id === id);
    if (!entry) return false;
    if (change.kind === "create" || change.kind === "restore" || !before) return true;
    const theirs = await this.#newest(change.key);
    if (theirs === "away") return "away";
    const conflict = conflictOf(change, before, theirs);
    if (conflict) queue.commit({ kind: "revised", entry: { ...entry, conflict } });
    return conflict === null;
  }

  /** The newest server version of the event that we know. An event that is not here is requested. */
  async #newest(key: string): Promise<JSEvent | null | "away"> {
    const { base, remote, heard } = this.#options;
    const known = base.get(key);
    if (known) return known;
    const answer = heard(await remote.eventsById(accountOfKey(key), [idOfKey(key)]));
    if (!answer.ok) return "away";
    const [found] = answer.value;
    if (found) base.set(key, found);
    return found ?? null;
  }

  async #ask({ change, before }: PendingChange, state: string): Promise<Result<EventSetResult, ApiProblem>> {
    const { remote, queue } = this.#options;
    const accountId = accountOfKey(change.key);
    const guarded = state !== "" && isGuardable(change);
    if (change.kind === "calendar") return this.#askOfCalendar(change);
    if (change.kind === "profile") return this.#askOfProfile(change);
    if (change.kind !== "restore") {
      const tells = change.tells ? { sendSchedulingMessages: true } : {};
      const undoTo = queue.stateBefore(change);
      return remote.set(accountId, {
        ...setOf(change, before),
        ...(guarded ? { ifInState: state } : {}),
        ...(undoTo === undefined ? {} : { undoTo: { [idOfKey(change.key)]: undoTo } }),
        ...tells,
      });
    }
    const answer = await remote.restore(accountId, [idOfKey(change.key)], change.tells ?? false);
    if (!answer.ok) return answer;
    // The state is left to the push that follows: restoring is rare.
    return ok(withoutState);
  }

  async #askOfCalendar({ key, patch }: ChangeOfCalendar): Promise<Result<EventSetResult, ApiProblem>> {
    const update = { [calendarOfKey(key)]: { ...patch } };
    const answer = await this.#options.remote.setCalendars(accountOfKey(key), update);
    return answer.ok ? ok(withoutState) : answer;
  }

  async #askOfProfile({ key, patch }: ChangeOfProfile): Promise<Result<EventSetResult, ApiProblem>> {
    const answer = await this.#options.remote.setProfile(accountOfKey(key), patch);
    return answer.ok ? ok(withoutState) : answer;
  }

  /** The server did what we asked, or said why it did not. */
  async #took(entry: PendingChange, answer: EventSetResult, oldState: string | null): Promise<boolean> {
    const { queue, onState } = this.#options;
    const { change, id } = entry;
    const name = idOfKey(change.key);
    const refused = answer.refused[name];
    if (!refused || isGoneAlready(change, refused)) {
      const added = answer.created[name] ?? answer.updated[name] ?? null;
      queue.commit({ kind: "confirmed", id, added, oldState });
    } else {
      const made = await this.#madeBefore(change, refused);
      if (made === "away") return false;
      if (made) queue.commit({ kind: "confirmed", id, added: { ...made }, oldState });
      else queue.commit({ kind: "refused", id, problem: refused });
    }
    if (answer.newState !== "") onState(accountOfKey(change.key), answer.oldState, answer.newState);
    return true;
  }

  /** An event whose making was answered into the void is there already, by its UID. */
  async #madeBefore(change: Change, problem: ApiProblem): Promise<JSEvent | undefined | "away"> {
    if (change.kind !== "create" || wordedCode(problem) !== "uid-taken") return undefined;
    const accountId = accountOfKey(change.key);
    const answer = this.#options.heard(await this.#options.remote.eventsByUid(accountId, change.event.uid));
    if (!answer.ok) return answer.problem.kind === "refused" ? undefined : "away";
    const calendarIds = Object.keys(change.event.calendarIds ?? {});
    return answer.value.find((it) => calendarIds.some((calendarId) => it.calendarIds?.[calendarId]));
  }
}

/** Whether a change can be made on condition that nobody else was faster. */
const isGuardable = ({ kind }: Change): boolean => kind === "update" || kind === "destroy";

/** The change is done, and the server says nothing about the events' state. */
const withoutState: EventSetResult = { oldState: null, newState: "", created: {}, updated: {}, refused: {} };

/** A destroy has its result if the event is already gone. */
const isGoneAlready = (change: Change, refused: ApiProblem): boolean =>
  change.kind === "destroy" && refused.kind === "refused" && refused.code === "notFound";

function setOf(change: Change, before: JSEvent | null): EventSet {
  const id = idOfKey(change.key);
  const type = before && isTask(before) ? ({ type: "Task" } as const) : {};
  if (change.kind === "update") return { ...type, update: { [id]: change.patch } };
  if (change.kind === "destroy") return { ...type, destroy: [id] };
  if (change.kind !== "create") return {};
  const event = Object.fromEntries(Object.entries(change.event).filter(([name]) => !serverSet.has(name)));
  const made = { create: { [id]: event as unknown as JSEvent } };
  return isTask(change.event) ? { type: "Task", ...made } : made;
}
