import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection } from "./dialects/dialect.ts";
import type { Answers } from "./scope.ts";
import { TransactionConnection, type Engine, type HeldSnapshot } from "./dialects/engine.ts";

/** A snapshot is let go after this long, whatever its request does: others may need its connection, and it should not grow old. */
const LONGEST_MS = 200;

/** `known`: what was asked before in the same snapshot. */
export type SnapshotWork<T> = (connection: Connection, known?: Answers) => Promise<T>;

interface Request {
  isOpen: boolean;
  snapshot: Snapshot | undefined;
}

/**
 * One snapshot for the reads of one request that follow each other, where each beginning and end of a transaction is a question over a
 * wire: what a request pays there is how often it waits for an answer.
 */
export class RequestSnapshots {
  readonly #engine: Engine;
  readonly #requests = new AsyncLocalStorage<Request>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Runs the work of a request. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#engine.hold === undefined || this.#requests.getStore()?.isOpen) return work();
    const request: Request = { isOpen: true, snapshot: undefined };
    try {
      return await this.#requests.run(request, work);
    } finally {
      request.isOpen = false;
      request.snapshot?.release();
    }
  }

  /** Reads in the snapshot of the request that this belongs to, or in one of its own. */
  async read<T>(work: SnapshotWork<T>): Promise<T> {
    const request = this.#requests.getStore();
    if (!request?.isOpen || !this.#engine.hold) return this.#engine.read(work);
    if (!request.snapshot?.isOpen) request.snapshot = new Snapshot(this.#engine.hold());
    const { snapshot } = request;
    try {
      return await snapshot.read(work);
    } catch {
      // A failed question ends a transaction. Read anew, it succeeds, or fails as a read of its own does.
      snapshot.release();
      return this.#engine.read(work);
    }
  }

  /** What is read from now on sees what is about to be written, and nobody need wait for the snapshot's connection. */
  leave(): void {
    this.#requests.getStore()?.snapshot?.release();
  }
}

class Snapshot {
  /** The reads of a request ask much again. */
  readonly #known: Answers = new Map();
  readonly #held: HeldSnapshot;
  readonly #timer: NodeJS.Timeout;
  #readers = 0;
  isOpen = true;

  constructor(held: HeldSnapshot) {
    this.#held = held;
    this.#timer = setTimeout(() => this.release(), LONGEST_MS);
  }

  async read<T>(work: SnapshotWork<T>): Promise<T> {
    this.#readers++;
    try {
      const connection = new TransactionConnection(await this.#held.connection);
      try {
        return await work(connection, this.#known);
      } finally {
        connection.end();
      }
    } finally {
      this.#readers--;
      this.#letGo();
    }
  }

  /** Takes no further reads; those that have begun are finished first. */
  release(): void {
    this.isOpen = false;
    clearTimeout(this.#timer);
    this.#letGo();
  }

  #letGo(): void {
    if (!this.isOpen && this.#readers === 0) this.#held.release();
  }
}
