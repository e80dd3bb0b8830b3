import type { CaughtMail } from "../smtp-sink.ts";
import type { CutOffClient, Found, Kind } from "./cut-off-client.ts";

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

/** Told by one note after the other: what the last one says, all before it have said. */
const upTo = (name: string, note: string | undefined): readonly string[] => {
  const last = Number(new RegExp(`^${name} (\\d+)$`).exec(note ?? "")?.[1] ?? -1);
  return Array.from({ length: last + 1 }, (_, n) => `${name} ${n}`);
};

const OPTIONS = 30;
const VOTES: Kind = {
  name: "votes",
  async prepare(client) {
    const options = Array.from({ length: OPTIONS }, (_, i) => ({
      start: `2027-12-13T07:${String(i).padStart(2, "0")}:00Z`,
    }));
    const asked = { title: "Middag", minutes: 90, timeZone: "Europe/Stockholm", options };
    const { created } = await client.call("Poll/set", { create: { p: asked } });
    client.ids.set("poll", created.p.id);
    const { list } = await client.call("Poll/get", { ids: [created.p.id], properties: ["options"] });
    for (const [i, { id }] of list[0].options.entries()) client.ids.set(`option ${i}`, id);
  },
  async write(client, n) {
    const start = `2027-12-13T07:${String(n % OPTIONS).padStart(2, "0")}:00Z`;
    const answers = { [client.ids.get(`option ${n % OPTIONS}`) ?? ""]: { answer: "yes", start } };
    await client.call("Poll/vote", { id: client.ids.get("poll"), answers, note: `vote ${n}` });
    return [`vote ${n}`];
  },
  async found(client) {
    const { list } = await client.call("Poll/get", { ids: [client.ids.get("poll")], properties: ["voters"] });
    // Somebody who is there twice has every vote twice; an answer that is lost is missing with all votes that gave it.
    return counted(
      list[0].voters.flatMap((voter: { note?: string; answers: Readonly<Record<string, unknown>> }) =>
        upTo("vote", voter.note).filter(
          (_, n) => (client.ids.get(`option ${n % OPTIONS}`) ?? "") in voter.answers,
        ),
      ),
    );
  },
};

const PAGES: Kind = {
  name: "changes of a booking page",
  async prepare(client) {
    const { created } = await client.call("BookingPage/set", { create: { p: {} } });
    client.ids.set("page", created.p.id);
  },
  async write(client, n) {
    const title = { en: `page ${n}`, sv: `page ${n}` };
    await client.call("BookingPage/set", { update: { [client.ids.get("page") ?? ""]: { title } } });
    return [`page ${n}`];
  },
  async found(client) {
    const { list } = await client.call("BookingPage/get", { ids: null, properties: ["title"] });
    return counted(list.flatMap(({ title }: { title: { en?: string } }) => upTo("page", title.en)));
  },
};

/** How many mails have come again. */
export const repeatedMails = (mails: readonly CaughtMail[]): number =>
  mails.length - new Set(mails.map(({ read }) => read.messageId)).size;

/** Invitations by mail: each goes to somebody else, so that none waits for another. */
const mailsOf = (mails: () => readonly CaughtMail[]): Kind => ({
  name: "mails",
  async write(client, n) {
    const guest = `guest${n}@elsewhere.example`;
    const people = `ORGANIZER:mailto:elin@example.com\r\nATTENDEE:mailto:elin@example.com\r\nATTENDEE:mailto:${guest}`;
    const event = `BEGIN:VEVENT\r\nUID:mail-${n}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20270114T120000Z\r\nSUMMARY:mail ${n}\r\n${people}\r\nEND:VEVENT`;
    const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${event}\r\nEND:VCALENDAR\r\n`;
    const type = { "content-type": "text/calendar" };
    const { status, body } = await client.ask(
      "PUT",
      `/dav/calendars/elin/calendar/mail-${n}.ics`,
      text,
      type,
    );
    if (status !== 201) throw new Error(`PUT: ${status} ${JSON.stringify(body)}`);
    return [guest];
  },
  // One that was sent, and whose server died before it could write that down, comes again under its Message-ID, by which its receiver
  // knows it.
  found: () => {
    const different = new Map(mails().map(({ read, to }) => [read.messageId, to.join()]));
    return Promise.resolve(counted([...different.values()]));
  },
});

/** Every kind of write. @param mails what the mail server of the server has got */
export const allKinds = (mails: () => readonly CaughtMail[]): readonly Kind[] => [
  EVENTS,
  IMPORTS,
  POLLS,
  VOTES,
  BOOKINGS,
  PAGES,
  PEOPLE,
  mailsOf(mails),
];
