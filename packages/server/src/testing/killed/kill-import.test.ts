import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { basic } from "../http-server.ts";
import { PLACES, type Place } from "./places.ts";
import { startServerProcess, type ServerProcess } from "../server-process.ts";
import { addByCommand } from "./add-by-command.ts";

const PASSWORD = "lång nog för alla";
const HEADERS = { authorization: basic("elin", PASSWORD) };
/** What a process did that was killed waits as long for another. */
const OPTIONS = { SNART_LIMIT_JOB_LEASE_SECONDS: "2" };
const EVENTS = 2_000;
const KILLS = 2;
const CHANGED = "Changed meanwhile";

const event = (uid: string, at: number): string =>
  `BEGIN:VEVENT\r\nUID:${uid}-${at}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Event ${at}\r\nEND:VEVENT\r\n`;
const fileOf = (uid: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${Array.from({ length: EVENTS }, (_, at) => event(uid, at)).join("")}END:VCALENDAR\r\n`;

interface ImportTold {
  readonly id: string;
  readonly state: string;
  readonly calendarId: string;
  readonly processed: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: readonly object[];
}

/** Looks now and then: who looks all the time takes the turns of what it waits for. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(50);
}

/** Somebody who brings a file in by JMAP. */
class Person {
  readonly #url: string;
  accountId = "";
  #using: readonly string[] = [];

  private constructor(url: string) {
    this.#url = url;
  }

  static async at({ url }: ServerProcess): Promise<Person> {
    const person = new Person(url);
    const session = (await (await fetch(`${url}/jmap/session`, { headers: HEADERS })).json()) as {
      readonly capabilities: object;
      readonly primaryAccounts: Readonly<Record<string, string>>;
    };
    [person.accountId = ""] = Object.values(session.primaryAccounts);
    person.#using = Object.keys(session.capabilities);
    return person;
  }

  async call<T>(name: string, args: object): Promise<T> {
    const call = [name, { accountId: this.accountId, ...args }, "0"];
    const answer = await fetch(`${this.#url}/jmap/api`, {
      method: "POST",
      headers: { ...HEADERS, "content-type": "application/json" },
      body: JSON.stringify({ using: this.#using, methodCalls: [call] }),
    });
    const { methodResponses } = (await answer.json()) as { readonly methodResponses: [[string, T]] };
    const [[told, value]] = methodResponses;
    expect(told, JSON.stringify(value)).toBe(name);
    return value;
  }

  async upload(text: string): Promise<string> {
    const address = `${this.#url}/jmap/upload/${this.accountId}/`;
    const headers = { ...HEADERS, "content-type": "text/calendar" };
    const answer = await fetch(address, { method: "POST", headers, body: text });
    return ((await answer.json()) as { readonly blobId: string }).blobId;
  }

  async job(id: string): Promise<ImportTold> {
    const { list } = await this.call<{ readonly list: readonly ImportTold[] }>("Import/get", { ids: [id] });
    const [job] = list;
    if (!job) throw new Error("the import is gone");
    return job;
  }

  /** Titles by UID of everything in the account; throws where a UID is there twice. */
  async events(): Promise<ReadonlyMap<string, string>> {
    type Told = { readonly uid: string; readonly title: string };
    const { list } = await this.call<{ readonly list: readonly Told[] }>("CalendarEvent/get", {
      ids: null,
      properties: ["uid", "title"],
    });
    const found = new Map(list.map(({ uid, title }) => [uid, title]));
    expect(found.size).toBe(list.length);
    return found;
  }

  /** How many events the account has. */
  async count(): Promise<number> {
    const args = { filter: null, limit: 1, calculateTotal: true };
    return (await this.call<{ readonly total: number }>("CalendarEvent/query", args)).total;
  }

  /** Gives an event that has come another title. @returns its UID */
  async changeOne(): Promise<string> {
    type Told = { readonly id: string; readonly uid: string };
    const { list } = await this.call<{ readonly list: readonly Told[] }>("CalendarEvent/get", {
      ids: null,
      properties: ["uid"],
    });
    const [first] = list;
    if (!first) throw new Error("nothing has come yet");
    const { updated } = await this.call<{ readonly updated: object | null }>("CalendarEvent/set", {
      update: { [first.id]: { title: CHANGED } },
    });
    expect(Object.keys(updated ?? {})).toEqual([first.id]);
    return first.uid;
  }
}

/** Kills the server as soon as an import has told that it is so far. @returns how far it told it was */
async function killAt(server: ServerProcess, person: Person, id: string, processed: number): Promise<number> {
  let told = 0;
  await until(async () => (told = (await person.job(id)).processed) >= processed);
  server.child.kill("SIGKILL");
  expect(await server.ended).toBe("SIGKILL");
  expect(told, "the import was too fast to be interrupted").toBeLessThan(EVENTS);
  return told;
}

const begin = async (person: Person, uid: string): Promise<string> => {
  const args = {
    blobId: await person.upload(fileOf(uid)),
    calendarId: null,
    newCalendarName: "From elsewhere",
  };
  return (await person.call<{ readonly import: { readonly id: string } }>("Import/start", args)).import.id;
};

const titles = (changed: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from({ length: EVENTS }, (_, at) => {
      const uid = `coming-${at}`;
      return [uid, uid === changed ? CHANGED : `Event ${at}`];
    }),
  );

describe.each(PLACES)("kill -9 in the middle of an import with %s", (_, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open(OPTIONS);
    await addByCommand(
      place.env["SNART_DATA"] ?? "",
      { email: "elin@example.com", name: "Elin", password: PASSWORD },
      place.env,
    );
  });
  afterAll(() => place.drop());

  it("goes on where it was: nothing is missing, twice, or overwritten", { timeout: 400_000 }, async () => {
    let server = await startServerProcess(place.env);
    let person = await Person.at(server);
    const id = await begin(person, "coming");
    let changed = "";
    for (let kill = 1; kill <= KILLS; kill++) {
      const told = await killAt(server, person, id, (kill * EVENTS) / (KILLS + 2));
      server = await startServerProcess(place.env);
      person = await Person.at(server);
      expect((await person.job(id)).processed).toBeGreaterThanOrEqual(told);
      if (kill === 1) changed = await person.changeOne();
    }
    await until(async () => (await person.job(id)).state === "done");
    expect(await person.job(id)).toMatchObject({
      processed: EVENTS,
      added: EVENTS,
      updated: 0,
      unchanged: 0,
      skipped: [],
    });
    expect(await person.events()).toEqual(titles(changed));
    // Whoever undoes it is killed too, and tries again.
    void person.call("Import/undo", { id }).catch(() => undefined);
    await until(async () => (await person.count()) < EVENTS);
    server.child.kill("SIGKILL");
    expect(await server.ended).toBe("SIGKILL");
    server = await startServerProcess(place.env);
    person = await Person.at(server);
    await person.call("Import/undo", { id });
    expect(await person.events()).toEqual(new Map([[changed, CHANGED]]));
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });

  it("can be stopped and undone after the restart", { timeout: 240_000 }, async () => {
    let server = await startServerProcess(place.env);
    let person = await Person.at(server);
    const before = await person.events();
    const id = await begin(person, "later");
    await killAt(server, person, id, 500);
    server = await startServerProcess(place.env);
    person = await Person.at(server);
    await person.call("Import/stop", { id });
    await until(async () => (await person.job(id)).state === "done");
    const { added } = await person.job(id);
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(EVENTS);
    expect((await person.events()).size).toBe(before.size + added);
    await person.call("Import/undo", { id });
    expect(await person.events()).toEqual(before);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });
});
