import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import type * as PromClient from "prom-client";
import type { Gauge, Histogram, Counter, Registry } from "prom-client";
import type { App } from "../app/app.ts";
import { serverLoad, type ServerLoad } from "../app/health/server-load.ts";
import type { Answered } from "../http/guards.ts";
import type { HttpEnv } from "../http/http-env.ts";
import type { Logger } from "../http/logger.ts";
import { problemResponse } from "../http/problem-response.ts";
import { counted } from "./counted.ts";
import { loadGauges, type LoadGauges } from "./load-gauges.ts";

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

interface MetricsParts {
  readonly version: string;
  /** Whoever has it may read everything that is counted. */
  readonly token: string;
  readonly log: Logger;
}

/** What a server counts for Prometheus: kinds and numbers, never a person or a thing. */
export class Metrics {
  readonly #registry: Registry;
  readonly #requests: Histogram;
  readonly #work: Counter;
  readonly #load: LoadGauges;
  readonly #isUp: Gauge;
  readonly #parts: MetricsParts;
  readonly #client: typeof PromClient;
  /** For who answers requests. */
  readonly hooks = {
    onAnswer: ({ method, route, status, ms }: Answered): void =>
      this.#requests.observe({ method, route, status }, ms / 1000),
  };

  private constructor(client: typeof PromClient, parts: MetricsParts) {
    const registers = [new client.Registry()];
    const [registry] = registers as [Registry];
    client.collectDefaultMetrics({ register: registry });
    this.#registry = registry;
    this.#parts = parts;
    this.#client = client;
    this.#requests = new client.Histogram({
      name: "snart_request_duration_seconds",
      help: "How long requests took, by kind; of an event stream only until it began.",
      labelNames: ["method", "route", "status"],
      buckets: BUCKETS,
      registers,
    });
    this.#work = new client.Counter({
      name: "snart_work_total",
      help: "Jobs that were run and messages of the outbox that were sent (mails, pushes, deliveries), by kind and outcome.",
      labelNames: ["work", "kind", "outcome"],
      registers,
    });
    this.#isUp = new client.Gauge({
      name: "snart_database_up",
      help: "1 if the database answers.",
      registers,
    });
    this.#load = loadGauges(client, registers);
    const build = new client.Gauge({
      name: "snart_build_info",
      help: "The version that runs.",
      labelNames: ["version"],
      registers,
    });
    build.set({ version: parts.version }, 1);
  }

  /** Loads the library only where somebody asks for metrics. */
  static async open(parts: MetricsParts): Promise<Metrics> {
    return new Metrics(await import("prom-client"), parts);
  }

  /** @returns the same runners or senders, counted by kind and outcome */
  counted<A extends readonly unknown[]>(
    work: "job" | "message",
    runners: ReadonlyMap<string, (...args: A) => Promise<void>>,
  ): ReadonlyMap<string, (...args: A) => Promise<void>> {
    return counted(runners, (kind, outcome) => this.#work.inc({ work, kind, outcome }));
  }

  /** Counts the spans of this process that a collector has taken, and those that found no way to it. */
  countSpans(counts: () => { readonly sent: number; readonly dropped: number }): void {
    const registers = [this.#registry];
    const counter = (name: string, help: string, now: () => number): void =>
      void new this.#client.Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(now());
        },
      });
    counter("snart_spans_sent_total", "Spans that the collector has taken.", () => counts().sent);
    counter(
      "snart_spans_dropped_total",
      "Spans that found no room, or that the collector has refused.",
      () => counts().dropped,
    );
  }

  /** Answers `/metrics` to whoever has the token (RFC 6750 §2.1). */
  mount(server: Hono<HttpEnv>, app: App): void {
    server.get("/metrics", async (c) => {
      const refused = refuse(c.req.raw, this.#parts.token);
      if (refused) return refused;
      const body = await this.#text(app);
      return c.body(body, 200, { "content-type": this.#registry.contentType, "cache-control": "no-store" });
    });
  }

  /** Everything in Prometheus' text format. Answers without the database's figures when that is away. */
  async #text(app: App): Promise<string> {
    let load: ServerLoad | undefined;
    try {
      load = await serverLoad(app);
    } catch (error) {
      this.#parts.log.warn({ err: error }, "metrics were asked for while the database did not answer");
    }
    this.#isUp.set(load ? 1 : 0);
    this.#load.show(load);
    return this.#registry.metrics();
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

function refuse(request: Request, token: string): Response | undefined {
  const [, given = ""] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (timingSafeEqual(digest(given), digest(token))) return undefined;
  const refused = problemResponse({ code: "not-signed-in" });
  refused.headers.set("www-authenticate", 'Bearer realm="metrics"');
  return refused;
}
