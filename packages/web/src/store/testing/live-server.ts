import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { ProfileChange } from "../../api/account/account-api.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { EventSet, EventSetResult, RemoteCalendar } from "../../api/items/calendar-api.ts";
import type { ApiProblem, Asked } from "../../api/problem.ts";
import type { PushListener, StateChange } from "../../api/push.ts";
import { isTask } from "../items/entries.ts";
import type { CalendarRemote } from "../remote/calendar-remote.ts";

const refused = (code: string, fields: Readonly<Record<string, unknown>> = {}): ApiProblem => ({
  kind: "refused",
  status: 200,
  code,
  fields,
});

const calendar: RemoteCalendar = {
  id: "c",
  name: "Elin",
  color: "#269792",
  sortOrder: 0,
  isVisible: true,
  isSubscribed: true,
  isDefault: true,
  mayWrite: true,
  mayDelete: true,
};

function differences(sent: JSEvent, kept: JSEvent): Record<string, unknown> | null {
  const [a, b] = [sent, kept].map((event) => Object.fromEntries(Object.entries(event)));
  const names = Object.keys({ ...a, ...b }).filter(
    (name) => JSON.stringify(a?.[name]) !== JSON.stringify(b?.[name]),
  );
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, b?.[name] ?? null])) : null;
}

/**
 * A server of one account for tests: it keeps a change log, guards states, refuses a UID that is taken, and can be
 * unreachable.
 */
export class LiveServer implements CalendarRemote {
  readonly stored = new Map<string, JSEvent>();
  readonly trash = new Map<string, JSEvent>();
  readonly listeners = new Set<PushListener>();
  readonly sets: EventSet[] = [];
  readonly asked: string[] = [];
  readonly calendarSets: unknown[] = [];
  refusesCalendars = false;
  #calendar = calendar;
  /** for each restored event, whether others are notified */
  readonly restores: boolean[] = [];
  isAway = false;
  /** stores events in its own form, and says so */
  keeps = (event: JSEvent): JSEvent => event;
  /** makes the change, but loses the answer */
  losesAnswers = false;
  #log: string[] = [];

  get state(): string {
    return String(this.#log.length);
  }

  /** A change by another client; undefined takes the event away. */
  elsewhere(id: string, event: JSEvent | undefined): void {
    if (event) this.stored.set(id, event);
    else this.#destroy(id);
    this.#log.push(id);
    this.#announce();
  }

  #announce(): void {
    if (this.isAway) return;
    for (const listener of this.listeners) listener.onChange({ A: { CalendarEvent: this.state } });
  }

  #destroy(id: string): void {
    const event = this.stored.get(id);
    if (event) this.trash.set(id, event);
    this.stored.delete(id);
  }

  /** The network comes and goes. */
  goAway(): void {
    this.isAway = true;
    for (const listener of this.listeners) listener.onStatus(false);
  }
  comeBack(): void {
    this.isAway = false;
    for (const listener of this.listeners) listener.onStatus(true);
  }

  #answer<T>(name: string, value: () => T) {
    this.asked.push(name);
    const away: ApiProblem = { kind: "unreachable" };
    if (this.isAway) return Promise.resolve(failed(away));
    const answer = value();
    return Promise.resolve(this.losesAnswers ? failed(away) : ok(answer));
  }

  accounts = () =>
    this.#answer("accounts", () => ({
      accounts: [{ id: "A", name: "Elin", isPersonal: true, isReadOnly: false }],
      primaryId: "A",
    }));
  states = (): Asked<StateChange> =>
    this.#answer("states", () => ({ A: { Calendar: "1", CalendarEvent: this.state, Task: this.state } }));
  calendars = () => this.#answer("calendars", () => ({ state: "1", list: [this.#calendar] }));
  events = () =>
    this.#answer("events", () => ({
      state: this.state,
      list: [...this.stored.values()].filter((it) => !isTask(it)),
    }));
  tasks = () =>
    this.#answer("tasks", () => ({ state: this.state, list: [...this.stored.values()].filter(isTask) }));
  changes = (_account: string, since: string) =>
    this.#answer("changes", () => {
      const ids = [...new Set(this.#log.slice(Number(since)))];
      return {
        state: this.state,
        changed: ids.flatMap((id) => this.stored.get(id) ?? []),
        destroyed: ids.filter((id) => !this.stored.has(id)),
      };
    });
  eventsById = (_account: string, ids: readonly string[]) =>
    this.#answer("eventsById", () => ids.flatMap((id) => this.stored.get(id) ?? []));
  eventsByUid = (_account: string, uid: string) =>
    this.#answer("eventsByUid", () => [...this.stored.values()].filter((it) => it.uid === uid));

  set = async (_account: string, set: EventSet) => {
    if (!this.isAway && set.ifInState !== undefined && set.ifInState !== this.state)
      return failed(refused("stateMismatch"));
    return this.#answer("set", () => this.#set(set));
  };

  #set(set: EventSet): EventSetResult {
    const { create = {}, update = {}, destroy = [] } = set;
    this.sets.push(set);
    const oldState = this.state;
    const refusals: Record<string, ApiProblem> = {};
    const created: Record<string, Record<string, unknown>> = {};
    const updated: Record<string, Record<string, unknown> | null> = {};
    for (const [name, event] of Object.entries(create)) {
      if ([...this.stored.values()].some((it) => it.uid === event.uid)) {
        refusals[name] = refused("invalidProperties", { code: "uid-taken" });
        continue;
      }
      const id = `s${String(this.#log.length)}`;
      const kept = this.keeps({ ...event, id });
      this.stored.set(id, kept);
      this.#log.push(id);
      created[name] = { ...differences(event, kept), id };
    }
    for (const [id, patch] of Object.entries(update)) {
      const before = this.stored.get(id);
      const patched = before && applyPatch(before, patch);
      if (patched?.ok) {
        const kept = this.keeps(patched.value);
        this.stored.set(id, kept);
        updated[id] = differences(patched.value, kept);
      } else refusals[id] = refused(before ? "invalidPatch" : "notFound");
      this.#log.push(id);
    }
    for (const id of destroy) {
      if (!this.stored.has(id)) refusals[id] = refused("notFound");
      this.#destroy(id);
      this.#log.push(id);
    }
    const answer = { oldState, newState: this.state, created, updated, refused: refusals };
    this.#announce();
    return answer;
  }

  restore = (_account: string, ids: readonly string[], tells: boolean) =>
    this.#answer("restore", () => {
      this.restores.push(tells);
      return ids.flatMap((id) => {
        const event = this.trash.get(id);
        if (!event) return [];
        this.stored.set(id, event);
        this.#log.push(id);
        this.#announce();
        return [event];
      });
    });
  readonly settings: ProfileChange[] = [];
  refusesSettings = false;
  setProfile = async (_account: string, change: ProfileChange) => {
    if (this.refusesSettings) return failed(refused("invalid-name"));
    return this.#answer("setProfile", () => {
      this.settings.push(change);
      return undefined;
    });
  };

  setCalendars = async (_account: string, update: Readonly<Record<string, PatchObject>>) => {
    if (this.refusesCalendars) return failed(refused("forbidden"));
    return this.#answer("setCalendars", () => {
      this.calendarSets.push(update);
      this.#calendar = { ...this.#calendar, ...update[this.#calendar.id] };
      return null;
    });
  };
  listen = (listener: PushListener) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}
