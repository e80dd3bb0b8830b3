import { beforeEach, expect, test, vi } from "vitest";
import { Scope } from "../../storage/sql/scope.ts";
import { DavClient, eventText } from "../dav-client.ts";
import { eachWithJmap } from "../each-with-jmap.ts";
import { sendOutbox } from "../send-outbox.ts";

// docs/scale.md: what people do in their own calendars asks for one account at a time, statement by statement, so that accounts could live
// in different databases. Where two people meet, each statement that knows of both is named here with how many there are.

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let dav: DavClient;
const HOME = "/dav/calendars/elin/";
const PATH = `${HOME}calendar/a.ics`;
beforeEach(() => {
  dav = new DavClient(jmap.app, elin.actor);
});

/** Whose each id is: an account's own, its calendars', its objects'. */
async function owners(): Promise<ReadonlyMap<string, string>> {
  const owned = new Map<string, string>();
  await jmap.app.storage.read(async (tx) => {
    for (const { id } of await tx.principals.list("person")) {
      owned.set(id, id);
      for (const calendar of await tx.calendars.ofAccount(id)) owned.set(calendar.id, id);
      for (const head of await tx.objects.heads({
        calendarIds: (await tx.calendars.ofAccount(id)).map((one) => one.id),
      }))
        owned.set(head.id, id);
    }
  });
  return owned;
}

interface Asked {
  readonly sql: string;
  /** the accounts that its parameters and its rows name */
  readonly accounts: ReadonlySet<string>;
}

/** The statements of `work`, without those that begin and end transactions. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly Asked[]> {
  const before = await owners();
  const spies = (["rows", "values", "run"] as const).map((name) => vi.spyOn(Scope.prototype, name));
  const told: { readonly sql: string; readonly text: string }[] = [];
  try {
    await work();
    for (const { mock } of spies)
      for (const [at, [query]] of mock.calls.entries()) {
        const { dialect } = mock.contexts[at] as Scope;
        const compiled = "sql" in query ? query : query.compile(dialect.query);
        const rows: unknown = await mock.results[at]?.value;
        told.push({ sql: compiled.sql, text: JSON.stringify([compiled.parameters, rows]) });
      }
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  const all = new Map([...before, ...(await owners())]);
  return told.map(({ sql, text }) => ({
    sql,
    accounts: new Set([...all].filter(([id]) => text.includes(id)).map(([, account]) => account)),
  }));
}

/** The statements that know of several accounts, by what they do and to which tables. */
async function crossings(work: () => Promise<unknown>): Promise<readonly string[]> {
  const asked = await statementsOf(work);
  expect(asked.length).toBeGreaterThan(0);
  return asked.filter(({ accounts }) => accounts.size > 1).map(({ sql }) => inShort(sql));
}
const inShort = (sql: string): string => {
  const [, verb = ""] = /^\s*(?:with\s+\S+\s+as.*?)?(\w+)/s.exec(sql) ?? [];
  const tables = [...sql.matchAll(/(?:from|join|into|update) (?!set)"?(\w+)"?/g)].map(
    ([, table = ""]) => table,
  );
  return `${verb} ${[...new Set(tables)].join(", ")}`;
};

const PROPERTIES =
  "<d:displayname/><d:resourcetype/><cs:getctag/><d:sync-token/><c:supported-calendar-component-set/><d:current-user-privilege-set/>";
const WEEKS = '<c:time-range start="20261101T000000Z" end="20261201T000000Z"/>';
const QUERY = `<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${WEEKS}</c:comp-filter></c:comp-filter></c:filter>`;
const MULTIGET = `<d:prop><d:getetag/><c:calendar-data/></d:prop><d:href>${PATH}</d:href>`;
const COLLECTION = `${HOME}calendar/`;
const TELLS = { sendSchedulingMessages: true };

async function put(uid: string, ...lines: readonly string[]): Promise<void> {
  expect([201, 204]).toContain((await dav.put(`${COLLECTION}${uid}.ics`, eventText(uid, ...lines))).status);
}
const idOf = async (uid: string, who = elin): Promise<string> =>
  (await who.call("CalendarEvent/query", { filter: { uid } })).ids[0];

/** What one does in calendars that are one's own and nobody else's. */
const ALONE: Readonly<Record<string, () => Promise<unknown>>> = {
  "a poll of the home": () => dav.propfind(HOME, "1", PROPERTIES),
  "a first synchronisation": () => dav.sync(COLLECTION, ""),
  "a listing": () => dav.propfind(COLLECTION, "1", "<d:getetag/>"),
  GET: () => dav.get(PATH),
  "calendar-multiget": () => dav.report(COLLECTION, "c:calendar-multiget", MULTIGET),
  "calendar-query": () => dav.report(COLLECTION, "c:calendar-query", QUERY),
  "PUT of a new event": () => put("b"),
  "PUT of a changed event": () => put("a", "DTSTART:20261123T120000Z"),
  DELETE: () => dav.delete(PATH),
  "CalendarEvent/query": () =>
    elin.call("CalendarEvent/query", {
      filter: { after: "2026-11-01T00:00:00", before: "2026-12-01T00:00:00" },
    }),
  "CalendarEvent/get": () => elin.call("CalendarEvent/get", { ids: null }),
  "CalendarEvent/set": async () =>
    elin.call("CalendarEvent/set", { update: { [await idOf("a")]: { title: "Dinner" } } }),
};

test.each(Object.entries(ALONE))("%s asks for one account in every statement", async (_name, work) => {
  await put("a");
  expect(await crossings(work)).toEqual([]);
});

test("a delta asks for one account in every statement", async () => {
  await put("a");
  const { syncToken } = await dav.sync(COLLECTION, "");
  const { state } = await elin.call("CalendarEvent/get", { ids: [] });
  await put("b");
  expect(await crossings(() => dav.sync(COLLECTION, syncToken))).toEqual([]);
  expect(await crossings(() => elin.call("CalendarEvent/changes", { sinceState: state }))).toEqual([]);
});

test("the sight of an account that it should not have is noticed", async () => {
  await shareWithNils();
  expect(
    await crossings(() => nils.call("Calendar/get", { ids: null, accountId: elin.accountId })),
  ).not.toEqual([]);
});

const shareWithNils = async (): Promise<void> => {
  const [calendar] = await elin.calendars();
  const share = {
    calendarId: calendar.id as never,
    principalId: nils.actor.principalId,
    level: "manage" as const,
  };
  await jmap.app.storage.write((tx) => tx.calendars.setShare(share));
};

// What has to become a message between databases, or a copy in both.

test("asking for somebody's busy times asks for each account by itself", async () => {
  await put("a");
  const body = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "METHOD:REQUEST",
    "BEGIN:VFREEBUSY",
    "UID:q",
    "DTSTAMP:20261120T100000Z",
    "DTSTART:20261123T000000Z",
    "DTEND:20261124T000000Z",
    "ORGANIZER:mailto:nils@example.com",
    "ATTENDEE:mailto:elin@example.com",
    "END:VFREEBUSY",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  const his = new DavClient(jmap.app, nils.actor);
  const headers = { "content-type": "text/calendar" };
  expect(
    await crossings(async () => {
      const answer = await his.send("POST", "/dav/scheduling/nils/outbox/", { headers, body });
      expect(answer.body).toContain("FREEBUSY");
    }),
  ).toEqual([]);
});

test("a meeting knows of both in the outbox and in what is told, and nowhere else", async () => {
  const guests = [
    "ORGANIZER:mailto:elin@example.com",
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:nils@example.com",
  ];
  expect(await crossings(() => put("m", ...guests))).toEqual(["insert outbox"]);
  // Who changed it stands with the change and with what the other is told.
  const delivered = await crossings(() => sendOutbox(jmap.app));
  expect(delivered).toEqual(["update outbox", "insert change", "insert notification"]);
  const id = await idOf("m", nils);
  const { participants } = await nils.event(id);
  const [me] = Object.keys(participants).filter(
    (key) => participants[key].calendarAddress === "mailto:nils@example.com",
  );
  const answer = { [`participants/${me}/participationStatus`]: "accepted" };
  expect(
    await crossings(() => nils.call("CalendarEvent/set", { update: { [id]: answer }, ...TELLS })),
  ).toEqual(["insert outbox"]);
  const answered = await crossings(() => sendOutbox(jmap.app));
  expect(answered).toEqual([
    "update outbox",
    "insert version, object",
    "insert change",
    "insert notification",
  ]);
});

test("a shared calendar is looked up, shown and told of across accounts", async () => {
  await shareWithNils();
  const his = new DavClient(jmap.app, nils.actor);
  const polled = await crossings(() => his.propfind("/dav/calendars/nils/", "1", PROPERTIES));
  expect(new Set(polled)).toEqual(
    new Set([
      "select group_member, principal, calendar, actor, share, calendar_view, way",
      "select share, calendar",
    ]),
  );
  const written = await crossings(() => put("a"));
  expect(written).toEqual([
    "select share, principal, calendar_view",
    "select notification",
    "insert notification",
  ]);
});
