import { request, type ClientRequest } from "node:http";
import type { SeededAccount } from "./seed.ts";
import { authorization, type Wire } from "./wire.ts";

const USING = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"];
const JSON_TYPE = { "content-type": "application/json" };
const MONTH = 30 * 86_400_000;
/** An event may come before the answer to the write that it tells of, by no more than this. */
const EARLY_MS = 250;

interface MethodAnswer {
  readonly newState?: string;
  readonly state?: string;
  readonly ids?: readonly string[];
  readonly updated?: Readonly<Record<string, unknown>> | null;
}

/** A tab with the web app: an event source, and what is fetched when it tells of a change. */
export class WebSession {
  readonly seed: SeededAccount;
  readonly #wire: Wire;
  #accountId = "";
  /** of events, by account: those that are shared with it too */
  readonly #states = new Map<string, string>();
  #ids: readonly string[] = [];
  #source: ClientRequest | undefined;
  #isFetching = false;
  readonly #stale = new Set<string>();
  /** `performance.now()` of acknowledged writes that it has not been told of */
  readonly #untold: number[] = [];
  /** `performance.now()` of the last event that told of no acknowledged write: it may be before the acknowledgement */
  #early = -Infinity;
  /** ms from the acknowledgement of a write to the event that tells of it */
  readonly #heardAfter: number[];

  constructor(seed: SeededAccount, wire: Wire, heardAfter: number[]) {
    this.seed = seed;
    this.#wire = wire;
    this.#heardAfter = heardAfter;
  }

  /** Session, calendars and the events of a month around today: what a tab asks when it is opened. */
  async open(due: number): Promise<boolean> {
    const session = await this.#wire.send("JMAP session", this.seed, {
      method: "GET",
      path: "/jmap/session",
      due,
      expected: [200],
    });
    if (!session) return false;
    const { primaryAccounts } = JSON.parse(session.text) as { primaryAccounts: Record<string, string> };
    this.#accountId = primaryAccounts["urn:ietf:params:jmap:calendars"] ?? "";
    const accountId = this.#accountId;
    const [after, before] = [-MONTH, MONTH].map((off) =>
      new Date(Date.now() + off).toISOString().slice(0, 19),
    );
    const answers = await this.#call("JMAP open", [
      ["Calendar/get", { accountId, ids: null }],
      ["CalendarEvent/query", { accountId, filter: { after, before } }],
      [
        "CalendarEvent/get",
        { accountId, "#ids": { resultOf: "1", name: "CalendarEvent/query", path: "/ids" } },
      ],
    ]);
    this.#ids = answers?.[1]?.ids ?? [];
    const state = answers?.[2]?.state;
    if (state !== undefined) this.#states.set(accountId, state);
    return state !== undefined;
  }

  /** An event is renamed in the web app. */
  async change(due: number): Promise<void> {
    const id = this.#ids[Math.floor(Math.random() * this.#ids.length)];
    if (id === undefined) return;
    const update = { [id]: { title: `Renamed ${String(Date.now())}` } };
    const accountId = this.#accountId;
    await this.#call("JMAP change", [["CalendarEvent/set", { accountId, update }]], due);
  }

  /** Keeps an event source at one of the processes until it is closed. */
  listen(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { hostname, port } = this.#wire.anyUrl;
    const path = "/jmap/eventsource/?types=CalendarEvent&closeafter=no&ping=0";
    const headers = { authorization: authorization(this.seed) };
    const source = request({ agent: false, host: hostname, port, path, headers });
    this.#source = source;
    source.on("error", reject);
    source.on("response", (incoming) => {
      if (incoming.statusCode !== 200)
        reject(new Error(`the event source answered ${String(incoming.statusCode)}`));
      resolve();
      let rest = "";
      incoming.setEncoding("utf8").on("data", (part: string) => {
        const lines = (rest + part).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line.startsWith("data: {")) this.#hear(line.slice("data: ".length));
      });
      incoming.on("error", () => undefined);
    });
    source.end();
    return promise;
  }

  /** Somebody wrote into the account, and has the answer; it should be told, or was a moment ago on its own connection. */
  expectNews(): void {
    if (!this.#source) return;
    const now = performance.now();
    if (now - this.#early < EARLY_MS) this.#heardAfter.push(0);
    else this.#untold.push(now);
    this.#early = -Infinity;
  }

  /** writes that it was not told of */
  get untold(): number {
    return this.#untold.length;
  }

  /** @param data a StateChange (RFC 8620 §7.1) */
  #hear(data: string): void {
    const now = performance.now();
    const { changed = {} } = JSON.parse(data) as { changed?: Record<string, { CalendarEvent?: string }> };
    for (const [accountId, { CalendarEvent: state }] of Object.entries(changed)) {
      if (accountId === this.#accountId) {
        if (this.#untold.length === 0) this.#early = now;
        for (const at of this.#untold.splice(0)) this.#heardAfter.push(now - at);
      }
      // What another account has was fetched when the tab was opened; only what is new there counts.
      if (this.#states.has(accountId)) this.#stale.add(accountId);
      else if (state !== undefined) this.#states.set(accountId, state);
    }
    if (!this.#isFetching) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    this.#isFetching = true;
    for (const accountId of this.#stale) {
      this.#stale.delete(accountId);
      const of = (path: string) => ({ resultOf: "0", name: "CalendarEvent/changes", path });
      const answers = await this.#call("JMAP changes", [
        ["CalendarEvent/changes", { accountId, sinceState: this.#states.get(accountId) }],
        ["CalendarEvent/get", { accountId, "#ids": of("/created") }],
        ["CalendarEvent/get", { accountId, "#ids": of("/updated") }],
      ]);
      const state = answers?.[0]?.newState;
      if (state !== undefined) this.#states.set(accountId, state);
    }
    this.#isFetching = false;
  }

  async #call(
    kind: string,
    calls: readonly (readonly [string, object])[],
    due?: number,
  ): Promise<readonly MethodAnswer[] | undefined> {
    const methodCalls = calls.map(([name, args], n) => [name, args, String(n)]);
    const body = JSON.stringify({ using: USING, methodCalls });
    const answer = await this.#wire.send(kind, this.seed, {
      method: "POST",
      path: "/jmap/api",
      headers: JSON_TYPE,
      body,
      expected: [200],
      ...(due !== undefined && { due }),
    });
    if (!answer) return undefined;
    const { methodResponses } = JSON.parse(answer.text) as { methodResponses: [string, MethodAnswer][] };
    for (const [name, told] of methodResponses)
      if (name === "error") this.#wire.note(kind, JSON.stringify(told));
    return methodResponses.map(([, told]) => told);
  }

  close(): void {
    this.#source?.on("error", () => undefined).destroy();
    this.#source = undefined;
  }
}
