import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { whoReaches } from "../../app/calendars/who-reaches.ts";
import { alertsSince } from "../../app/reminders/calendar-alerts.ts";
import type { AccountChange, PrincipalId } from "../../app/types.ts";
import { accountStates } from "./account-states.ts";
import { Connection } from "./connection.ts";
import type { ImportWatch } from "../context/import-watch.ts";
import type { PushOptions } from "./push-options.ts";
import type { Schedule } from "../context/schedule.ts";

interface PushHubParts {
  readonly app: App;
  readonly imports: ImportWatch;
  readonly schedule: Schedule;
  readonly isStillSignedIn: (actor: Actor) => Promise<boolean>;
  readonly report: (error: unknown) => void;
}

/** After a change of a calendar, other clients check this much later whether they have new access. */
const RECHECK_MS = 1_000;

/** Listens to changes once for the whole server and passes each to the clients with access to the account. */
export class PushHub {
  readonly #parts: PushHubParts;
  readonly #connections = new Map<Connection, Set<PrincipalId>>();
  readonly #byAccount = new Map<PrincipalId, Set<Connection>>();
  readonly #byActor = new Map<PrincipalId, Set<Connection>>();
  /** Accounts with a changed calendar that others may have come to reach. */
  readonly #changedReach = new Set<PrincipalId>();
  #stopListening: (() => void) | undefined;
  #cancelRecheck: (() => void) | undefined;

  constructor(parts: PushHubParts) {
    this.#parts = parts;
  }

  /** Connections open at the moment. */
  get size(): number {
    return this.#connections.size;
  }

  connectionsOf(actor: Actor): number {
    return this.#byActor.get(actor.principalId)?.size ?? 0;
  }

  /** Opens a connection for an actor. */
  async open(actor: Actor, options: PushOptions): Promise<Connection> {
    const { app, schedule, isStillSignedIn, report } = this.#parts;
    this.#listen();
    const connection: Connection = new Connection({
      options,
      schedule,
      report,
      isAllowed: () => isStillSignedIn(actor),
      reach: () => accountStates(app, actor),
      ownAccount: actor.principalId,
      alerts: (since) => alertsSince(app, actor, since),
      onReach: (accountIds) => this.#place(connection, accountIds),
      onClose: () => this.#remove(connection, actor),
    });
    this.#connections.set(connection, new Set());
    const own = this.#byActor.get(actor.principalId) ?? new Set();
    this.#byActor.set(actor.principalId, own.add(connection));
    // It listens before its states are read, so that nothing is missed in between.
    this.#place(connection, [actor.principalId]);
    await connection.start();
    return connection;
  }

  /** Ends every connection and hears no more. */
  close(): void {
    for (const connection of this.#connections.keys()) connection.close();
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#cancelRecheck?.();
  }

  #listen(): void {
    if (this.#stopListening) return;
    const { app, imports } = this.#parts;
    const stops = [
      app.storage.onAccountChange((change) => this.#changed(change)),
      imports.onProgress((accountId) => this.#importProgressed(accountId)),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop());
  }

  #changed({ accountId, modseq, types }: AccountChange): void {
    const isCalendarChange = types.includes("Calendar");
    for (const connection of this.#byAccount.get(accountId) ?? []) {
      if (isCalendarChange) connection.recheckReach();
      connection.changed(accountId, types, modseq);
    }
    if (isCalendarChange) this.#recheckOthers(accountId);
  }

  /** A calendar may have been shared with a person who had no access to the account before. */
  #recheckOthers(accountId: PrincipalId): void {
    this.#changedReach.add(accountId);
    this.#cancelRecheck ??= this.#parts.schedule(RECHECK_MS, () => {
      this.#cancelRecheck = undefined;
      void this.#tellNewReaders();
    });
  }

  /** Asks who reaches the accounts at all: of many thousand clients that are connected, a change concerns a few. */
  async #tellNewReaders(): Promise<void> {
    const { app, report } = this.#parts;
    const accountIds = [...this.#changedReach];
    this.#changedReach.clear();
    const readers = await whoReaches(app, accountIds).catch((error: unknown) => {
      report(error);
      // Nobody may miss it: everybody looks.
      return this.#byActor.keys();
    });
    for (const principalId of readers)
      for (const connection of this.#byActor.get(principalId) ?? [])
        if (accountIds.some((id) => !this.#connections.get(connection)?.has(id))) connection.recheckReach();
  }

  #importProgressed(accountId: PrincipalId): void {
    const state = this.#parts.imports.stateOf(accountId);
    for (const connection of this.#byAccount.get(accountId) ?? [])
      connection.stateChanged(accountId, "Import", state);
  }

  #place(connection: Connection, accountIds: Iterable<PrincipalId>): void {
    const reached = this.#connections.get(connection);
    if (!reached) return;
    const now = new Set(accountIds);
    for (const accountId of reached) if (!now.has(accountId)) this.#forget(connection, accountId);
    for (const accountId of now)
      this.#byAccount.set(accountId, (this.#byAccount.get(accountId) ?? new Set()).add(connection));
    this.#connections.set(connection, now);
  }

  #forget(connection: Connection, accountId: PrincipalId): void {
    const listeners = this.#byAccount.get(accountId);
    listeners?.delete(connection);
    if (listeners?.size === 0) this.#byAccount.delete(accountId);
  }

  #remove(connection: Connection, { principalId }: Actor): void {
    for (const accountId of this.#connections.get(connection) ?? []) this.#forget(connection, accountId);
    if (!this.#connections.delete(connection)) return;
    const own = this.#byActor.get(principalId);
    own?.delete(connection);
    if (own?.size === 0) this.#byActor.delete(principalId);
  }
}
