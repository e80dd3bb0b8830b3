import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { importStates } from "../../app/calendars/import-job.ts";
import type { PrincipalId } from "../../app/types.ts";
import type { Schedule } from "./schedule.ts";

/** How often a running import is checked. */
const LOOK_EVERY_MS = 300;
/** An import without progress for this long is no longer watched; clients can still ask. */
const MAX_IDLE_LOOKS = 2_000;

/**
 * Follows the imports started here, so that their progress can be pushed: the change log does not contain imports,
 * because they are not data of the account.
 */
export class ImportWatch {
  readonly #app: App;
  readonly #schedule: Schedule;
  readonly #listeners = new Set<(accountId: PrincipalId) => void>();
  readonly #counts = new Map<PrincipalId, number>();
  readonly #followed = new Map<string, () => void>();
  /** Distinguishes the states of this run of the server from those of the last. */
  readonly #run: string;

  constructor(app: App, schedule: Schedule) {
    this.#app = app;
    this.#schedule = schedule;
    this.#run = app.newId().slice(-8);
  }

  /** The state of type `Import` in an account. */
  stateOf(accountId: PrincipalId): string {
    return `${this.#run}-${this.#counts.get(accountId) ?? 0}`;
  }

  /** @returns a function that stops it */
  onProgress(listener: (accountId: PrincipalId) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Follows an import until it is over. */
  follow(actor: Actor, accountId: PrincipalId, id: string): void {
    if (this.#followed.has(id)) return;
    const look = (seen: string, idle: number): void => {
      const cancel = this.#schedule(LOOK_EVERY_MS, () => {
        void this.#look(actor, accountId, id, seen).then((now) => {
          const isOver = now === undefined || (now === seen && idle >= MAX_IDLE_LOOKS);
          if (isOver || !this.#followed.has(id)) this.#followed.delete(id);
          else look(now, now === seen ? idle + 1 : 0);
        });
      });
      this.#followed.set(id, cancel);
    };
    look("", 0);
  }

  /** Stops following anything. */
  close(): void {
    for (const cancel of this.#followed.values()) cancel();
    this.#followed.clear();
    this.#listeners.clear();
  }

  /** @returns its progress, undefined when it needs no more watching */
  async #look(actor: Actor, accountId: PrincipalId, id: string, seen: string): Promise<string | undefined> {
    const found = await importStates(this.#app, actor, accountId, [id]).catch(() => undefined);
    const [job] = found?.ok ? found.value : [];
    const now = job ? `${job.state} ${job.report.processed}` : "gone";
    if (now !== seen) this.#tell(accountId);
    return job && job.state !== "done" && job.state !== "dead" ? now : undefined;
  }

  #tell(accountId: PrincipalId): void {
    this.#counts.set(accountId, (this.#counts.get(accountId) ?? 0) + 1);
    for (const listener of this.#listeners) listener(accountId);
  }
}
