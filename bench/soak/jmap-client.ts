import { request as httpRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Ledger, Step } from "./ledger.ts";
import { PASSWORD, serialIn, type Wire } from "./wire.ts";

const USING = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"];
const MOST_PAGES = 100;

interface EventRecord {
  readonly id: string;
  readonly uid: string;
  readonly title: string;
}
/** The common shape of the answers of the methods used here; each has some of it. */
interface Answer {
  readonly state?: string;
  readonly newState?: string;
  readonly hasMoreChanges?: boolean;
  readonly created?: readonly string[] | Readonly<Record<string, EventRecord>> | null;
  readonly updated?: readonly string[] | Readonly<Record<string, unknown>> | null;
  readonly destroyed?: readonly string[] | null;
  readonly notCreated?: Readonly<Record<string, unknown>> | null;
  readonly ids?: readonly string[];
  readonly list?: readonly EventRecord[];
  readonly type?: string;
}

/** A JMAP client with a copy of all events, updated only by `CalendarEvent/changes` and `/get`. */
export class JmapClient {
  readonly wire: Wire;
  readonly events = new Map<string, { readonly uid: string; readonly serial: number }>();
  readonly #ledger: Ledger;
  #accountId = "";
  #calendarId = "";
  #state: string | undefined;

  constructor(wire: Wire, ledger: Ledger) {
    this.wire = wire;
    this.#ledger = ledger;
  }

  get state(): string | undefined {
    return this.#state;
  }

  /** @returns whether it knows its account now */
  async open(): Promise<boolean> {
    if (this.#calendarId !== "") return true;
    const answer = await this.wire.send("JMAP session", { method: "GET", path: "/jmap/session" }, [200]);
    if (answer === undefined) return false;
    const session = JSON.parse(answer.text) as { readonly primaryAccounts: Readonly<Record<string, string>> };
    this.#accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"] ?? "";
    const calendars = await this.#call("Calendar/get", { ids: null });
    this.#calendarId = calendars?.list?.[0]?.id ?? "";
    return this.#calendarId !== "";
  }

  /** Fetches the changes since its last call; everything, the first time. */
  async sync(): Promise<boolean> {
    if (this.#state === undefined) return this.#readAll();
    for (let page = 0; page < MOST_PAGES; page++) {
      const changes = await this.#call("CalendarEvent/changes", { sinceState: this.#state, maxChanges: 50 });
      if (changes?.newState === undefined) return false;
      const ids = [...listOf(changes.created), ...listOf(changes.updated)];
      const read = ids.length === 0 ? [] : await this.#get(ids);
      if (read === undefined) return false;
      for (const id of changes.destroyed ?? []) this.events.delete(id);
      // Events that no longer exist are in the changes that come next.
      for (const { id, uid, title } of read) this.events.set(id, { uid, serial: serialIn(title) });
      this.#state = changes.newState;
      if (changes.hasMoreChanges !== true) return true;
    }
    this.wire.findings.add("CalendarEvent/changes: the pages never end", this.wire.login);
    return false;
  }

  async #readAll(): Promise<boolean> {
    const all = await this.#call("CalendarEvent/get", { ids: null, properties: ["id", "uid", "title"] });
    if (all?.state === undefined || all.list === undefined) return false;
    this.events.clear();
    for (const { id, uid, title } of all.list) this.events.set(id, { uid, serial: serialIn(title) });
    this.#state = all.state;
    return true;
  }

  async #get(ids: readonly string[]): Promise<readonly EventRecord[] | undefined> {
    return (await this.#call("CalendarEvent/get", { ids, properties: ["id", "uid", "title"] }))?.list;
  }

  async create(uid: string): Promise<void> {
    const serial = this.#ledger.nextSerial();
    const event = {
      "@type": "Event",
      calendarIds: { [this.#calendarId]: true },
      uid,
      title: titleOf(serial),
      start: "2026-12-10T09:00:00",
      timeZone: "Europe/Stockholm",
      duration: "PT1H",
    };
    await this.#set(uid, this.#ledger.begin(uid, 0, serial), { create: { new: event } }, "new");
  }

  async change(id: string): Promise<void> {
    const event = this.events.get(id);
    if (event === undefined || event.serial === 0) return;
    const serial = this.#ledger.nextSerial();
    const step = this.#ledger.begin(event.uid, event.serial, serial);
    await this.#set(event.uid, step, { update: { [id]: { title: titleOf(serial) } } }, id);
  }

  async remove(id: string): Promise<void> {
    const event = this.events.get(id);
    if (event === undefined || event.serial === 0) return;
    await this.#set(event.uid, this.#ledger.begin(event.uid, event.serial, 0), { destroy: [id] }, id);
  }

  /** One change of one event, if nothing has changed since this client last looked. */
  async #set(uid: string, step: Step, change: object, id: string): Promise<void> {
    const answer = await this.#call("CalendarEvent/set", { ...change, ifInState: this.#state ?? null }, [
      "stateMismatch",
    ]);
    if (answer === undefined) return;
    const done =
      listOf(answer.created).includes(id) ||
      listOf(answer.updated).includes(id) ||
      (answer.destroyed ?? []).includes(id);
    if (done) step.acknowledged = true;
    else this.#ledger.refuse(uid, step);
    if (!done && answer.type === undefined)
      this.wire.findings.add("CalendarEvent/set: refused", JSON.stringify(answer));
  }

  /** Queries the events of December. */
  async look(): Promise<void> {
    const filter = { after: "2026-12-01T00:00:00", before: "2027-01-01T00:00:00" };
    await this.#call("CalendarEvent/query", { filter, sort: [{ property: "start" }] });
  }

  /** A fresh listing: serials by UID. */
  async listed(): Promise<ReadonlyMap<string, number> | undefined> {
    const fresh = new JmapClient(this.wire, this.#ledger);
    return (await fresh.open()) && (await fresh.sync()) ? fresh.known : undefined;
  }
  /** The events that this client believes to exist: serials by UID. */
  get known(): ReadonlyMap<string, number> {
    return new Map([...this.events.values()].map(({ uid, serial }) => [uid, serial]));
  }

  async #call(name: string, args: object, allowed: readonly string[] = []): Promise<Answer | undefined> {
    const methodCalls = [[name, { accountId: this.#accountId, ...args }, "c"]];
    const body = JSON.stringify({ using: USING, methodCalls });
    const headers = { "content-type": "application/json" };
    const answer = await this.wire.send(name, { method: "POST", path: "/jmap/api", headers, body }, [200]);
    if (answer === undefined) return undefined;
    const { methodResponses } = JSON.parse(answer.text) as { methodResponses: [string, Answer][] };
    const [said, given] = methodResponses[0] ?? ["nothing", {}];
    if (said === name || (said === "error" && allowed.includes(given.type ?? ""))) return given;
    this.wire.findings.add(`${name}: ${said}`, answer.text);
    return undefined;
  }
}

const titleOf = (serial: number): string => `soak ${String(serial)} åäö`;

/** Ids out of a list of them (`/changes`) or an object by them (`/set`). */
const listOf = (
  ids: readonly string[] | Readonly<Record<string, unknown>> | null | undefined,
): readonly string[] => (Array.isArray(ids) ? ids : Object.keys(ids ?? {}));

/**
 * Listens to the event source, reconnecting after the server's ends, and calls `onState` for each change it hears.
 * @returns when `isOver` says so
 */
export async function listen(wire: Wire, isOver: () => boolean, onState: () => void): Promise<void> {
  let lastEventId = "";
  while (!isOver()) {
    await listenOnce(wire, lastEventId, isOver, (line) => {
      if (line.startsWith("id:")) lastEventId = line.slice(3).trim();
      if (line === "event: state") onState();
    });
    await wait(200);
  }
}

async function listenOnce(
  wire: Wire,
  lastEventId: string,
  isOver: () => boolean,
  onLine: (line: string) => void,
): Promise<void> {
  if (!wire.server.isUp) return;
  await new Promise<void>((resolve) => {
    const authorization = `Basic ${Buffer.from(`${wire.login}:${PASSWORD}`).toString("base64")}`;
    const known = lastEventId === "" ? {} : { "last-event-id": lastEventId };
    const outgoing = httpRequest(`${wire.server.url}/jmap/eventsource/?types=*&closeafter=no&ping=5`, {
      headers: { authorization, ...known },
      agent: false,
    });
    const watch = setInterval(() => isOver() && outgoing.destroy(), 200);
    outgoing.on("error", () => resolve());
    outgoing.on("close", () => {
      clearInterval(watch);
      resolve();
    });
    outgoing.on("response", (incoming) => {
      if (incoming.statusCode !== 200)
        wire.findings.add(`event source: ${String(incoming.statusCode)}`, wire.login);
      wire.findings.count("event source opened");
      incoming.setEncoding("utf8").on("error", () => resolve());
      let text = "";
      incoming.on("data", (part: string) => {
        const lines = (text + part).split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) onLine(line);
      });
    });
    outgoing.end();
  });
}
