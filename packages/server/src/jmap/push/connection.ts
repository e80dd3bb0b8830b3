import { CALENDAR_ALERT } from "../../app/reminders/calendar-alerts.ts";
import type { Modseq, PrincipalId } from "../../app/types.ts";
import type { EndlessSource } from "../../http/endless.ts";
import { stateOf } from "../standard/state.ts";
import { eventIdOf, statesOfEventId, type AccountStates } from "./account-states.ts";
import { EventStream, eventText } from "./event-stream.ts";
import type { PushOptions } from "./push-options.ts";
import type { Schedule } from "../context/schedule.ts";

/** At most one state event per this long: a burst of writes is one event. */
const GATHER_MS = 20;
/** How often a connection without pings is checked all the same. */
const LOOK_EVERY_S = 60;
/** The types whose states are an account's modseq. */
const LOGGED_TYPES = ["Calendar", "CalendarEvent", "Task"];
/** What a client may have missed while it was away: also other people's doings. */
const MISSED_TYPES = [
  ...LOGGED_TYPES,
  "CalendarEventNotification",
  "ShareNotification",
  "PollNotification",
  "Reminder",
];

interface ConnectionParts {
  readonly options: PushOptions;
  readonly schedule: Schedule;
  /** Whether the client may still listen; checked before each event. */
  readonly isAllowed: () => Promise<boolean>;
  /** The states of the accessible accounts. */
  readonly reach: () => Promise<AccountStates>;
  /** The person's own account. */
  readonly ownAccount: PrincipalId;
  /** Alerts that rang after a state of the own account. */
  readonly alerts: (
    since: Modseq,
  ) => Promise<{ readonly modseq: Modseq; readonly alerts: readonly object[] }>;
  readonly onReach: (accountIds: Iterable<PrincipalId>) => void;
  readonly onClose: () => void;
  readonly report: (error: unknown) => void;
}

/**
 * One client of the event source. Changes are gathered by account and type, so the queue of a slow client never
 * outgrows the number of states.
 */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #stream: EventStream;
  readonly #pending = new Map<PrincipalId, Map<string, string>>();
  readonly #states = new Map<PrincipalId, Modseq>();
  #reachIsStale = false;
  /** Accounts are no longer accessible, which the client has not been told. */
  #hasLostReach = false;
  /** The state of the own account up to which alerts have been sent. */
  #alertsSince: Modseq | undefined;
  #hasAlerts = false;
  #cancelGather: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;
  #isFlushing = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#stream = new EventStream(
      parts.schedule,
      () => this.#gather(),
      () => this.#closed(),
    );
    this.#tickLater();
  }

  get source(): EndlessSource {
    return this.#stream;
  }

  /** Finds the accessible accounts, and sends what was missed since the client's last event. */
  async start(): Promise<void> {
    const now = await this.#readReach();
    this.#stream.write(`retry: 2000\nid: ${eventIdOf(now)}\n\n`);
    const { ownAccount, options } = this.#parts;
    const seen = options.lastEventId;
    const before = statesOfEventId(seen ?? "");
    this.#alertsSince = before.get(ownAccount) ?? now.get(ownAccount);
    if (seen === null) return;
    for (const [accountId, modseq] of now) {
      if (before.get(accountId) === modseq) continue;
      for (const type of MISSED_TYPES) this.#add(accountId, type, stateOf(modseq));
      if (accountId === ownAccount) this.#alertsMayHaveRung();
    }
  }

  /** Records a change of these types in an account. */
  changed(accountId: PrincipalId, types: readonly string[], modseq: Modseq): void {
    if ((this.#states.get(accountId) ?? -1) < modseq) this.#states.set(accountId, modseq);
    for (const type of types) this.#add(accountId, type, stateOf(modseq));
    if (accountId === this.#parts.ownAccount && types.includes("Reminder")) this.#alertsMayHaveRung();
  }

  /** The same for a type with a state of its own. */
  stateChanged(accountId: PrincipalId, type: string, state: string): void {
    this.#add(accountId, type, state);
  }

  /** Its accessible accounts may have changed; it checks before the next event. */
  recheckReach(): void {
    this.#reachIsStale = true;
    this.#gather();
  }

  close(): void {
    this.#stream.close();
  }

  #add(accountId: PrincipalId, type: string, state: string): void {
    const { types } = this.#parts.options;
    if (types && !types.has(type)) return;
    const states = this.#pending.get(accountId) ?? new Map<string, string>();
    this.#pending.set(accountId, states.set(type, state));
    this.#gather();
  }

  #alertsMayHaveRung(): void {
    const { types } = this.#parts.options;
    if (types && !types.has(CALENDAR_ALERT)) return;
    this.#hasAlerts = true;
    this.#gather();
  }

  #gather(): void {
    const isOutdated = this.#reachIsStale || this.#hasLostReach;
    const hasWork = this.#pending.size > 0 || isOutdated || this.#hasAlerts;
    if (!hasWork || this.#cancelGather || this.#isFlushing || !this.#stream.isOpen) return;
    this.#cancelGather = this.#parts.schedule(GATHER_MS, () => {
      this.#cancelGather = undefined;
      this.#guarded(() => this.#flush());
    });
  }

  async #flush(): Promise<void> {
    if (!(await this.#stillAllowed())) return;
    if (this.#reachIsStale) await this.#followReach();
    if (this.#hasLostReach && this.#stream.write(eventText("session", { "@type": "SessionChange" })))
      this.#hasLostReach = false;
    if (this.#hasAlerts) await this.#sendAlerts();
    if (this.#pending.size === 0) return;
    const changed = Object.fromEntries(
      [...this.#pending].map(([id, states]) => [id, Object.fromEntries(states)]),
    );
    // An event that can't be written now stays, and is tried again when the stream has room.
    if (!this.#stream.write(eventText("state", { "@type": "StateChange", changed }, eventIdOf(this.#states))))
      return;
    this.#pending.clear();
    this.#tickLater();
    if (this.#parts.options.closeAfterState) this.close();
  }

  /** Sends alerts in their own events (JMAP Calendars, "Push events"); what finds no room is sent when there is some. */
  async #sendAlerts(): Promise<void> {
    const { modseq, alerts } = await this.#parts.alerts(this.#alertsSince ?? 0);
    this.#hasAlerts = false;
    const text = alerts.map((alert) => eventText("calendarAlert", alert)).join("");
    if (text !== "" && !this.#stream.write(text)) this.#hasAlerts = true;
    else this.#alertsSince = modseq;
  }

  /**
   * Newly accessible accounts count as changed. Those that are no longer accessible are left out, and have no state that
   * could say so: the client hears that its session is another (RFC 8620 §2, `state`).
   */
  async #followReach(): Promise<void> {
    this.#reachIsStale = false;
    const before = new Set(this.#states.keys());
    const now = await this.#readReach();
    for (const accountId of before) {
      if (now.has(accountId)) continue;
      this.#pending.delete(accountId);
      this.#hasLostReach = true;
    }
    for (const [accountId, modseq] of now) {
      if (!before.has(accountId))
        for (const type of LOGGED_TYPES) this.#add(accountId, type, stateOf(modseq));
    }
  }

  async #readReach(): Promise<AccountStates> {
    const now = await this.#parts.reach();
    for (const accountId of this.#states.keys()) if (!now.has(accountId)) this.#states.delete(accountId);
    for (const [accountId, modseq] of now)
      this.#states.set(accountId, Math.max(modseq, this.#states.get(accountId) ?? 0));
    this.#parts.onReach(now.keys());
    return now;
  }

  async #stillAllowed(): Promise<boolean> {
    const isAllowed = this.#stream.isOpen && (await this.#parts.isAllowed());
    if (!isAllowed) this.close();
    return isAllowed && this.#stream.isOpen;
  }

  #tickLater(): void {
    this.#cancelTick?.();
    const seconds = this.#parts.options.ping || LOOK_EVERY_S;
    this.#cancelTick = this.#parts.schedule(seconds * 1000, () => this.#guarded(() => this.#tick()));
  }

  async #tick(): Promise<void> {
    const { ping } = this.#parts.options;
    if (!(await this.#stillAllowed())) return;
    if (ping > 0) this.#stream.write(eventText("ping", { interval: ping }));
    this.#tickLater();
  }

  /** Runs one thing at a time; an error ends the connection, and the client comes back. */
  #guarded(work: () => Promise<void>): void {
    this.#isFlushing = true;
    work()
      .catch((error: unknown) => {
        this.#parts.report(error);
        this.close();
      })
      .finally(() => {
        this.#isFlushing = false;
        if (this.#stream.isOpen) this.#gatherIfRoom();
      });
  }

  /** A full stream reports by itself when it has room; polling it would be a busy loop. */
  #gatherIfRoom(): void {
    if (this.#stream.hasRoom) this.#gather();
  }

  #closed(): void {
    this.#cancelGather?.();
    this.#cancelTick?.();
    this.#pending.clear();
    this.#parts.onClose();
  }
}
