import { basic } from "../http-server.ts";

/** What was written under a key, and how often it is there. */
type Found = ReadonlyMap<string, number>;

/** A kind of write. */
interface Kind {
  readonly name: string;
  /** What is there before anybody writes. */
  readonly prepare?: (client: CutOffClient) => Promise<void>;
  /** Does write number `n`. @returns the keys of what the server has acknowledged; throws if it refuses */
  readonly write: (client: CutOffClient, n: number) => Promise<readonly string[]>;
  /** Everything of this kind that is there, once the server has done what it does in the background. */
  readonly found: (client: CutOffClient) => Promise<Found>;
}

/** The server went away in the middle of a request. */
class Gone extends Error {}
/** The server has said that its database was gone meanwhile: what was asked for is done or not. */
class Unsure extends Error {}

type Arguments = Readonly<Record<string, unknown>>;
// What JMAP and SCIM answer: the kinds say what they expect of it.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

/** A person, and a directory, whose server is cut off again and again. */
class CutOffClient {
  url = "";
  readonly directory: string;
  /** Ids of what was prepared. */
  readonly ids = new Map<string, string>();
  readonly #authorization: string;
  #capabilities: readonly string[] = [];
  accountId = "";

  constructor(login: string, password: string, directory: string) {
    this.#authorization = basic(login, password);
    this.directory = directory;
  }

  async open(url: string): Promise<void> {
    this.url = url;
    const session = (await this.ask("GET", "/jmap/session")).body;
    this.#capabilities = Object.keys(session.capabilities);
    this.accountId = String(Object.values(session.primaryAccounts)[0]);
  }

  /** @throws Gone, Unsure */
  async ask(
    method: string,
    path: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly body: Answer }> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(this.url + path, {
        method,
        headers: { authorization: this.#authorization, "content-type": "application/json", ...headers },
        ...(body !== undefined && { body }),
      });
      text = await answer.text();
    } catch {
      throw new Gone();
    }
    if (answer.status === 503) throw new Unsure(text);
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }

  /** One JMAP call, whose refusal is an error. */
  async call(method: string, args: Arguments): Promise<Answer> {
    const using = this.#capabilities;
    const body = JSON.stringify({
      using,
      methodCalls: [[method, { accountId: this.accountId, ...args }, "0"]],
    });
    const { status, body: answer } = await this.ask("POST", "/jmap/api", body);
    const [name, said] = answer.methodResponses?.[0] ?? [];
    if (JSON.stringify(answer).includes('"database-unavailable"')) throw new Unsure(method);
    if (status !== 200 || name === "error" || said.notCreated || said.notUpdated)
      throw new Error(`${method}: ${status} ${JSON.stringify(answer)}`);
    return said;
  }

  scim(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: Answer }> {
    const headers = { authorization: `Bearer ${this.directory}`, "content-type": "application/scim+json" };
    return this.ask(method, `/scim/v2${path}`, body && JSON.stringify(body), headers);
  }
}

const counted = (keys: readonly string[]): Found => {
  const found = new Map<string, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
};

const calendarOf = async (client: CutOffClient): Promise<string> => {
  const { list } = await client.call("Calendar/get", { ids: null });
  return list[0].id;
};

/** The titles of all events that begin so. */
async function titles(client: CutOffClient, beginning: string): Promise<Found> {
  const { ids } = await client.call("CalendarEvent/query", { filter: null });
  const all: string[] = [];
  for (let from = 0; from < ids.length; from += 200) {
    const { list } = await client.call("CalendarEvent/get", {
      ids: ids.slice(from, from + 200),
      properties: ["title"],
    });
    all.push(...list.map((one: { title: string }) => one.title));
  }
  return counted(all.filter((title) => title.startsWith(beginning)));
}

const EVENTS: Kind = {
  name: "events by JMAP",
  async write(client, n) {
    const calendarId = client.ids.get("calendar") ?? (await calendarOf(client));
    client.ids.set("calendar", calendarId);
    const event = { "@type": "Event", start: "2027-01-12T12:00:00", duration: "PT1H", timeZone: "Etc/UTC" };
    const title = `jmap ${n}`;
    await client.call("CalendarEvent/set", {
      create: { e: { ...event, title, calendarIds: { [calendarId]: true } } },
    });
    return [title];
  },
  found: (client) => titles(client, "jmap "),
};

const IMPORTED = 5;
const IMPORTS: Kind = {
  name: "imports",
  async write(client, n) {
    const calendarId = client.ids.get("calendar") ?? (await calendarOf(client));
    const keys = Array.from({ length: IMPORTED }, (_, i) => `import ${n} ${i}`);
    const events = keys.map(
      (title) =>
        `BEGIN:VEVENT\r\nUID:${title.replaceAll(" ", "-")}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20270113T120000Z\r\nSUMMARY:${title}\r\nEND:VEVENT\r\n`,
    );
    const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${events.join("")}END:VCALENDAR\r\n`;
    const type = { "content-type": "text/calendar" };
    const { body } = await client.ask("POST", `/jmap/upload/${client.accountId}/`, text, type);
    await client.call("Import/start", { blobId: body.blobId, calendarId });
    return keys;
  },
  found: (client) => titles(client, "import "),
};

const POLLS: Kind = {
  name: "polls",
  async write(client, n) {
    const options = [{ start: "2027-12-13T07:00:00Z" }];
    const title = `poll ${n}`;
    await client.call("Poll/set", {
      create: { p: { title, minutes: 90, timeZone: "Europe/Stockholm", options } },
    });
    return [title];
  },
  async found(client) {
    const { list } = await client.call("Poll/get", { ids: null, properties: ["title"] });
    return counted(list.map((one: { title: string }) => one.title));
  },
};

const DAY_MS = 86_400_000;
const FIRST_PASS = Date.UTC(2027, 0, 4, 10);
const BOOKINGS: Kind = {
  name: "bookings",
  async prepare(client) {
    const made = await client.call("Group/set", { create: { g: { name: "Styrelsen" } } });
    const rules = {
      mode: "slots",
      timeZone: "Etc/UTC",
      cellMinutes: 15,
      units: 1,
      slotPlans: [
        { days: ["mo", "tu", "we", "th", "fr", "sa", "su"], passes: [{ from: "10:00", to: "11:00" }] },
      ],
    };
    const room = { name: "Bastu", type: "ROOM", managersId: made.created.g.id, rules };
    const { created } = await client.call("Bookable/set", { create: { b: room } });
    client.ids.set("room", created.b.id);
  },
  async write(client, n) {
    const start = FIRST_PASS + n * DAY_MS;
    const [from, to] = [start, start + 3_600_000].map((at) => new Date(at).toISOString().replace(".000", ""));
    const bookableId = client.ids.get("room");
    await client.call("Booking/set", { create: { k: { bookableId, start: from, end: to } } });
    return [from ?? ""];
  },
  async found(client) {
    const { list } = await client.call("Booking/get", { ids: null });
    return counted(list.map((one: { start: string }) => one.start));
  },
};

const PEOPLE: Kind = {
  name: "people of a directory",
  async write(client, n) {
    const userName = `person${n}@example.org`;
    const schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"];
    const { status, body } = await client.scim("POST", "/Users", { schemas, userName, active: true });
    if (status !== 201) throw new Error(`SCIM: ${status} ${JSON.stringify(body)}`);
    return [userName];
  },
  async found(client) {
    const all: string[] = [];
    for (let from = 1; ; from += 100) {
      const { body } = await client.scim("GET", `/Users?startIndex=${from}&count=100&attributes=userName`);
      all.push(...body.Resources.map((one: { userName: string }) => one.userName));
      if (all.length >= body.totalResults) return counted(all);
    }
  },
};

const KINDS = [EVENTS, IMPORTS, POLLS, BOOKINGS, PEOPLE];

/** Somebody who does every kind of write at the same time until their server is gone, and afterwards looks for each. */
export class EveryKind {
  readonly #client: CutOffClient;
  readonly #acknowledged = new Map(KINDS.map(({ name }) => [name, new Set<string>()]));
  readonly #next = new Map<string, number>();

  constructor(login: string, password: string, directory: string) {
    this.#client = new CutOffClient(login, password, directory);
  }

  async prepare(url: string): Promise<void> {
    await this.#client.open(url);
    for (const { prepare } of KINDS) await prepare?.(this.#client);
  }

  /** The least that was acknowledged of any kind. */
  get least(): number {
    return Math.min(...[...this.#acknowledged.values()].map((keys) => keys.size));
  }

  /** Writes until the server does not answer. Throws if it refuses anything. */
  async run(url: string): Promise<void> {
    await this.#client.open(url);
    await Promise.all(KINDS.map((kind) => this.#writeOn(kind)));
  }

  async #writeOn({ name, write }: Kind): Promise<void> {
    for (;;) {
      const n = this.#next.get(name) ?? 0;
      this.#next.set(name, n + 1);
      try {
        for (const key of await write(this.#client, n)) this.#acknowledged.get(name)?.add(key);
      } catch (error) {
        if (error instanceof Gone) return;
        if (!(error instanceof Unsure)) throw error;
      }
    }
  }

  /** @returns a line for each acknowledged write that isn't there, and for each that is there twice */
  async audit(url: string): Promise<readonly string[]> {
    await this.#client.open(url);
    const wrong: string[] = [];
    for (const { name, found } of KINDS) {
      const keys = [...(this.#acknowledged.get(name) ?? [])];
      const there = await this.#settled(found, keys);
      wrong.push(...keys.filter((key) => !there.has(key)).map((key) => `${name}: ${key} is lost`));
      for (const [key, count] of there) if (count > 1) wrong.push(`${name}: ${key} is there ${count} times`);
    }
    return wrong;
  }

  /** What is there once nothing acknowledged is missing any more, or after a time in which everything must have been done. */
  async #settled(found: Kind["found"], keys: readonly string[]): Promise<Found> {
    const until = performance.now() + SETTLED_MS;
    for (;;) {
      const there = await found(this.#client);
      if (keys.every((key) => there.has(key)) || performance.now() > until) return there;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
/** Longer than anything waits whose process died. */
const SETTLED_MS = 150_000;
