import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { App } from "../app/app.ts";
import { networkFinder } from "../http/client-address.ts";
import type { DirectHandler } from "../http/direct/direct-handler.ts";
import { routeName } from "../http/guards.ts";
import type { Handlers } from "../http/listen.ts";
import { closeSpan, KIND, openSpan, type OpenSpan } from "./span.ts";
import { SpanQueue, type SpanCounts } from "./span-queue.ts";
import { readTraceParent } from "./trace-context.ts";

type Storage = App["storage"];
type Reads = NonNullable<App["reports"]>;

interface TracingParts {
  /** The collector's address, to which `/v1/traces` is added. */
  readonly endpoint: string;
  /** What it wants beside, such as a password. */
  readonly headers: Readonly<Record<string, string>>;
  /** How many of the traces that begin here are recorded, from 0 to 1. */
  readonly share: number;
  readonly version: string;
  /** Whose `traceparent` is believed. */
  readonly trustedProxies: readonly string[];
  readonly database: "sqlite" | "postgresql";
  readonly onTrouble: (why: string) => void;
  readonly everyMs?: number;
  readonly timeoutMs?: number;
}

/** Verbs that a span names; another one could be anything. */
const METHODS = new Set(
  "GET HEAD POST PUT DELETE OPTIONS PATCH PROPFIND PROPPATCH REPORT MKCALENDAR MKCOL COPY MOVE LOCK UNLOCK ACL".split(
    " ",
  ),
);

/** Tells a collector how long requests, transactions and background work take: kinds and times, never a person or a thing. */
export class Tracing {
  readonly #queue: SpanQueue;
  readonly #isTrusted: (address: string) => boolean;
  readonly #current = new AsyncLocalStorage<OpenSpan>();
  readonly #database: string;
  readonly #share: number;

  constructor({ endpoint, trustedProxies, database, share, ...parts }: TracingParts) {
    this.#queue = new SpanQueue({ ...parts, url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
    this.#isTrusted = networkFinder(trustedProxies);
    this.#database = database;
    this.#share = share;
  }

  get counts(): SpanCounts {
    return this.#queue.counts;
  }

  /** The same handlers, each request of which is a span. */
  handlers({ fetch, direct, ...others }: Required<Handlers>): Required<Handlers> {
    return {
      ...others,
      fetch: async (request, bindings) => {
        const { incoming } = bindings;
        const traceparent = request.headers.get("traceparent");
        const span = this.#begin(traceparent, incoming);
        if (!span) return fetch(request, bindings);
        const path = new URL(request.url).pathname;
        const end = (status: number): void => this.#answered(span, request.method, path, status);
        try {
          const answer = await this.#current.run(span, () => fetch(request, bindings));
          end(answer.status);
          return answer;
        } catch (error) {
          end(500);
          throw error;
        }
      },
      direct: this.#direct(direct),
    };
  }

  #direct(direct: DirectHandler): DirectHandler {
    return (incoming, outgoing) => {
      const given = incoming.headers["traceparent"];
      const span = this.#begin(typeof given === "string" ? given : undefined, incoming);
      if (!span) return direct(incoming, outgoing);
      const { url = "", method = "" } = incoming;
      const isTaken = this.#current.run(span, () => direct(incoming, outgoing));
      if (isTaken) outgoing.once("close", () => this.#answered(span, method, url, outgoing.statusCode));
      return isTaken;
    };
  }

  /** Whether the next trace that begins here is recorded. */
  readonly #isSampled = (): boolean => this.#share === 1 || Math.random() < this.#share;

  /** @returns undefined: it is not recorded, as the proxy says, or as not all are */
  #begin(
    traceparent: string | null | undefined,
    incoming: IncomingMessage | undefined,
  ): OpenSpan | undefined {
    const peer = incoming?.socket.remoteAddress;
    const isBelieved = Boolean(traceparent) && peer !== undefined && this.#isTrusted(peer);
    const parent = isBelieved ? readTraceParent(traceparent) : undefined;
    const isRecorded = parent ? parent.isSampled : this.#isSampled();
    return isRecorded ? openSpan(KIND.server, parent) : undefined;
  }

  #answered(span: OpenSpan, verb: string, path: string, status: number): void {
    const [method, route] = [METHODS.has(verb) ? verb : "_OTHER", routeName(path)];
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
    };
    // A request that is refused is no error of the server's (OpenTelemetry, HTTP server spans).
    this.#queue.add(closeSpan(span, `${method} ${route}`, attributes, status >= 500));
  }

  /** For whatever opens the storage. */
  readonly hooks = {
    aroundStorage: (storage: Storage): Storage => this.#watched(storage),
    /** Reads of a copy: waiting for it is a part of them, and so is the read of the database itself where the copy can't answer. */
    aroundReports: (reports: Reads): Reads => ({
      read: (work) => this.#part("read of the copy", () => reports.read(work)),
    }),
  };

  /** A part of what asks for it. */
  async #part<T>(name: string, work: () => Promise<T>): Promise<T> {
    const parent = this.#current.getStore();
    if (!parent || parent.room-- <= 0) return work();
    const span = openSpan(KIND.client, parent);
    let isFailed = true;
    try {
      const done = await work();
      isFailed = false;
      return done;
    } finally {
      this.#queue.add(closeSpan(span, name, { "db.system.name": this.#database }, isFailed));
    }
  }

  /** The same storage, whose transactions are parts of what asks for them. */
  #watched(storage: Storage): Storage {
    const part = <T>(name: string, work: () => Promise<T>): Promise<T> => this.#part(name, work);
    return {
      read: (work) => part("read transaction", () => storage.read(work)),
      write: (work, reserve) => part("write transaction", () => storage.write(work, reserve)),
      readTogether: (work) => part("read transaction", () => storage.readTogether(work)),
      inRequest: (work) => storage.inRequest(work),
      leaveSnapshot: () => storage.leaveSnapshot(),
      // Mostly answered from memory.
      readOften: (question, work) => storage.readOften(question, work),
      betweenWrites: (work) => storage.betweenWrites(work),
      onAccountChange: (listener) => storage.onAccountChange(listener),
      health: () => storage.health(),
      load: () => storage.load(),
      examine: () => storage.examine(),
      close: () => storage.close(),
    };
  }

  /** The same runners or senders, each time that one runs a trace of its own. */
  runners<A extends readonly unknown[]>(
    work: "job" | "message",
    runners: ReadonlyMap<string, (...args: A) => Promise<void>>,
  ): ReadonlyMap<string, (...args: A) => Promise<void>> {
    const one =
      (kind: string, run: (...args: A) => Promise<void>) =>
      async (...args: A): Promise<void> => {
        if (!this.#isSampled()) return run(...args);
        const span = openSpan(KIND.internal);
        let isFailed = true;
        try {
          await this.#current.run(span, () => run(...args));
          isFailed = false;
        } finally {
          this.#queue.add(
            closeSpan(span, `${work} ${kind}`, { "snart.work": work, "snart.kind": kind }, isFailed),
          );
        }
      };
    return new Map([...runners].map(([kind, run]) => [kind, one(kind, run)]));
  }

  /** Sends what waits, for so long at most. */
  close(graceMs: number): Promise<void> {
    return this.#queue.close(graceMs);
  }
}
