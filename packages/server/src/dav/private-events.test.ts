// Sharees' view of private and secret events, which they can't change.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ShareLevel } from "../app/types.ts";
import { type DavAnswer, type DavClient, eventText } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let elin: DavClient;
let axel: DavClient;
const OWN = "/dav/calendars/elin/calendar/";
const SEEN = "/dav/calendars/axel/elin~calendar/";
const AXELS = "/dav/calendars/axel/calendar/";
const READING = ["read", "write", "edit", "manage"] as const;
const WRITING = ["write", "edit", "manage"] as const;
const DETAILS = ["LOCATION:Sjukhuset", "DESCRIPTION:Biopsi", "X-NOTE:Biopsi"];
const PRIVATE = eventText("1", "CLASS:PRIVATE", ...DETAILS);
const SECRET = eventText("2", "CLASS:CONFIDENTIAL", ...DETAILS);
const TOLD_NOTHING = /Biopsi|Sjukhuset|Lunch|SUMMARY|X-NOTE/;

beforeEach(async () => {
  opened = await openTestDav();
  elin = await opened.client("elin");
  axel = await opened.client("axel");
});
afterEach(() => opened.close());

const share = (level: ShareLevel) => opened.share(elin, level, axel.actor.principalId);
const to = (path: string, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { destination: path, ...headers },
});

describe.each(READING)("who may %s", (level) => {
  beforeEach(async () => {
    await share(level);
    await elin.put(`${OWN}1.ics`, PRIVATE);
    await elin.put(`${OWN}2.ics`, SECRET);
  });

  test("gets only the times of a private event, with an entity tag for that, and nothing of a secret one", async () => {
    const seen = await axel.get(`${SEEN}1.ics`);
    expect(seen.status).toBe(200);
    for (const line of ["UID:1", "DTSTART:20261123T110000Z", "DTEND:20261123T120000Z", "CLASS:PRIVATE"])
      expect(seen.body).toContain(`${line}\r\n`);
    expect(seen.body).not.toMatch(TOLD_NOTHING);
    const whole = await elin.get(`${OWN}1.ics`);
    expect(whole.body).toBe(PRIVATE);
    expect(seen.etag).not.toBe(whole.etag);
    expect((await axel.get(`${SEEN}1.ics`, { "if-none-match": seen.etag ?? "" })).status).toBe(304);
    expect((await axel.get(`${SEEN}2.ics`)).status).toBe(404);
  });

  test("gets the same from every report, each with the same entity tag and length", async () => {
    const { etag, body } = await axel.get(`${SEEN}1.ics`);
    const props = "<d:prop><d:getetag/><d:getcontentlength/><c:calendar-data/></d:prop>";
    const hrefs = [1, 2].map((name) => `<d:href>${SEEN}${name}.ics</d:href>`).join("");
    const all = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';
    const token = "<d:sync-token/><d:sync-level>1</d:sync-level>";
    const listed = await axel.propfind(SEEN, "1", "<d:getetag/><d:getcontentlength/>");
    for (const answer of [
      await axel.report(SEEN, "c:calendar-multiget", props + hrefs),
      await axel.report(SEEN, "c:calendar-query", props + all),
      await axel.report(SEEN, "d:sync-collection", token + props),
      listed,
    ]) {
      expect(answer.resource(`${SEEN}1.ics`).text).toMatchObject({
        getetag: etag,
        getcontentlength: String(Buffer.byteLength(body)),
      });
      expect(answer.body).not.toMatch(TOLD_NOTHING);
      expect(
        answer.resources.filter(({ status }) => status === undefined).map(({ href }) => href),
      ).not.toContain(`${SEEN}2.ics`);
    }
    const file = await axel.get(SEEN);
    expect(file.body).toContain("UID:1\r\n");
    expect(file.body).not.toMatch(/UID:2|Biopsi|Sjukhuset|Lunch/);
  });

  test("sees the times of a private event in a free-busy-query, and nothing of a secret one", async () => {
    const range = '<c:time-range start="20261123T000000Z" end="20261124T000000Z"/>';
    const ask = async (who: DavClient, path: string) =>
      (await who.report(path, "c:free-busy-query", range)).body.includes("FREEBUSY:");
    expect([await ask(axel, SEEN), await ask(elin, OWN)]).toEqual([true, true]);
    await elin.delete(`${OWN}1.ics`);
    expect([await ask(axel, SEEN), await ask(elin, OWN)]).toEqual([false, true]);
  });

  test.each(["SUMMARY", "DESCRIPTION", "LOCATION", "X-NOTE"])("finds nothing by %s", async (name) => {
    for (const inside of ["<c:text-match>i</c:text-match>", "<c:text-match>u</c:text-match>", ""]) {
      const filter = `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="${name}">${inside}</c:prop-filter></c:comp-filter></c:comp-filter></c:filter>`;
      expect((await axel.report(SEEN, "c:calendar-query", `<d:prop/>${filter}`)).hrefs).toEqual([]);
    }
  });

  test("can't change, remove, move or annotate either, with any entity tag", async () => {
    const { etag } = await axel.get(`${SEEN}1.ics`);
    const set = "<d:set><d:prop><x:a xmlns:x='urn:x'>1</x:a></d:prop></d:set>";
    for (const name of ["1", "2"]) {
      const path = `${SEEN}${name}.ics`;
      const text = eventText(name, "CLASS:PUBLIC");
      for (const headers of [{}, { "if-match": etag ?? "" }] as Record<string, string>[]) {
        for (const answer of [
          await axel.put(path, text, headers),
          await axel.delete(path, headers),
          await axel.send("MOVE", path, { headers: { ...to(`${SEEN}9.ics`).headers, ...headers } }),
          await axel.send("MOVE", path, {
            headers: { ...to("/dav/calendars/axel/calendar/9.ics").headers, ...headers },
          }),
          await axel.proppatch(path, set, headers),
        ]) {
          const status =
            answer.status === 207 ? Number(Object.keys(answer.resource().byStatus)[0]) : answer.status;
          // 409: its UID is taken, which cannot be hidden.
          expect(name === "2" ? [403, 404, 409, 412] : [403, 404, 412]).toContain(status);
          // A visible event is refused for the missing right, and not reported as gone or changed.
          if (name === "1" && Object.keys(headers).length === 0) expect(status).toBe(403);
          expect(answer.body).not.toMatch(/Biopsi|Sjukhuset/);
        }
      }
    }
    expect((await elin.get(`${OWN}1.ics`)).body).toBe(PRIVATE);
    expect((await elin.get(`${OWN}2.ics`)).body).toBe(SECRET);
    expect((await axel.propfind("/dav/calendars/axel/calendar/", "1", "<d:getetag/>")).hrefs).toHaveLength(1);
  });

  test("sees that an event has become private, and that it is gone when it has become secret", async () => {
    await elin.put(`${OWN}3.ics`, eventText("3"));
    const start = await axel.sync(SEEN, "");
    await elin.put(`${OWN}3.ics`, eventText("3", "CLASS:PRIVATE"));
    const hidden = await axel.sync(SEEN, start.syncToken);
    expect(hidden.resources.map(({ href, status }) => [href, status])).toEqual([[`${SEEN}3.ics`, undefined]]);
    await elin.put(`${OWN}3.ics`, eventText("3", "CLASS:CONFIDENTIAL"));
    const gone = await axel.sync(SEEN, hidden.syncToken);
    expect(gone.resources.map(({ href, status }) => [href, status])).toEqual([[`${SEEN}3.ics`, 404]]);
  });
});

describe("the name of a secret event", () => {
  type Way = (path: string, uid: string) => Promise<DavAnswer>;
  const ways: readonly (readonly [string, Way])[] = [
    ["PUT", (path, uid) => axel.put(path, eventText(uid))],
    ["PUT of a new one", (path, uid) => axel.put(path, eventText(uid), { "if-none-match": "*" })],
    ["PUT of an old one", (path, uid) => axel.put(path, eventText(uid), { "if-match": '"x"' })],
    ["COPY", (path, uid) => axel.send("COPY", `${AXELS}${uid}.ics`, to(path))],
    [
      "COPY of a new one",
      (path, uid) => axel.send("COPY", `${AXELS}${uid}.ics`, to(path, { overwrite: "F" })),
    ],
    ["MOVE", (path, uid) => axel.send("MOVE", `${SEEN}${uid}.ics`, to(path))],
    ["MOVE away", (path) => axel.send("MOVE", path, to(`${SEEN}away.ics`, { "if-match": '"x"' }))],
    ["DELETE", (path) => axel.send("DELETE", path)],
  ];
  const texts = async (): Promise<readonly string[]> => {
    const { hrefs } = await elin.propfind(OWN, "1", "<d:getetag/>");
    const members = hrefs.filter((href) => href.endsWith(".ics"));
    return Promise.all(members.map(async (href) => (await elin.get(href)).body));
  };

  test.each(WRITING.flatMap((level) => ways.map(([name, go]) => ({ level, name, go }))))(
    "is as free as any other to a $name with the right to $level, and its owner still has the event",
    async ({ level, name, go }) => {
      await share(level);
      for (const uid of ["a", "b"]) {
        const home = name.startsWith("COPY") ? AXELS : SEEN;
        if (!name.startsWith("PUT")) await axel.put(`${home}${uid}.ics`, eventText(uid));
      }
      await elin.put(`${OWN}taken.ics`, SECRET);
      const [taken, free] = [await go(`${SEEN}taken.ics`, "a"), await go(`${SEEN}free.ics`, "b")];
      expect([taken.status, taken.headers.has("etag")]).toEqual([free.status, free.headers.has("etag")]);
      const [there, here] = [await axel.get(`${SEEN}taken.ics`), await axel.get(`${SEEN}free.ics`)];
      expect([there.status, there.body]).toEqual([here.status, here.body.replace("UID:b", "UID:a")]);
      expect((await texts()).filter((text) => text === SECRET)).toHaveLength(1);
    },
  );

  test("stays where a write is refused for another reason", async () => {
    await share("write");
    await elin.put(`${OWN}taken.ics`, SECRET);
    expect((await axel.put(`${SEEN}taken.ics`, "no calendar")).status).toBe(403);
    // Its UID is taken, which cannot be hidden: two objects of a calendar never have the same.
    expect((await axel.put(`${SEEN}taken.ics`, eventText("2"))).status).toBe(409);
    expect((await elin.get(`${OWN}taken.ics`)).body).toBe(SECRET);
  });
});

describe("the UID of a secret event", () => {
  test.each(WRITING)(
    "is refused with the right to %s, as if it were the place that is written to, and the event stays",
    async (level) => {
      await share(level);
      await elin.put(`${OWN}where-it-is.ics`, SECRET);
      await axel.put(`${AXELS}mine.ics`, eventText("2"));
      const answers = [
        await axel.put(`${SEEN}new.ics`, eventText("2")),
        await axel.put(`${SEEN}new.ics`, eventText("2"), { "if-none-match": "*" }),
        await axel.send("COPY", `${AXELS}mine.ics`, to(`${SEEN}new.ics`)),
      ];
      for (const answer of answers) {
        expect([answer.status, answer.condition]).toEqual([409, "no-uid-conflict"]);
        expect(answer.body).toContain(`<d:href>${SEEN}new.ics</d:href>`);
        expect(answer.body).not.toMatch(/where-it-is|Biopsi|Sjukhuset|Lunch/);
      }
      expect((await axel.get(`${SEEN}new.ics`)).status).toBe(404);
      expect((await elin.get(`${OWN}where-it-is.ics`)).body).toBe(SECRET);
    },
  );
});

describe("moving between accounts", () => {
  const hrefs = async (who: DavClient, path: string) => (await who.propfind(path, "1", "<d:getetag/>")).hrefs;

  test.each(WRITING)(
    "from a calendar with the right to %s to the person's own: gone there, here with its dead properties",
    async (level) => {
      await share(level);
      const text = eventText("1", "X-KEPT:yes");
      // Who adds events moves only what they made.
      if (level === "write") await axel.put(`${SEEN}1.ics`, text);
      else await elin.put(`${OWN}1.ics`, text);
      const annotation = "<d:set><d:prop><x:a xmlns:x='urn:x'>kept</x:a></d:prop></d:set>";
      await elin.proppatch(`${OWN}1.ics`, annotation);
      const [there, here] = [await elin.sync(OWN, ""), await axel.sync(AXELS, "")];
      const moved = await axel.send("MOVE", `${SEEN}1.ics`, to(`${AXELS}moved.ics`));
      expect(moved.status).toBe(201);
      expect((await axel.get(`${AXELS}moved.ics`)).body).toBe(text);
      expect((await axel.propfind(`${AXELS}moved.ics`, "0", "<x:a xmlns:x='urn:x'/>")).body).toContain(
        "kept",
      );
      expect(await hrefs(elin, OWN)).toEqual([OWN]);
      const left = await elin.sync(OWN, there.syncToken);
      expect(left.resources.map(({ href, status }) => [href, status])).toEqual([[`${OWN}1.ics`, 404]]);
      expect((await axel.sync(AXELS, here.syncToken)).hrefs).toEqual([`${AXELS}moved.ics`]);
    },
  );

  test.each(WRITING)("from the person's own calendar to one with the right to %s", async (level) => {
    await share(level);
    await axel.put(`${AXELS}1.ics`, eventText("1"));
    expect((await axel.send("MOVE", `${AXELS}1.ics`, to(`${SEEN}1.ics`))).status).toBe(201);
    expect(await hrefs(elin, OWN)).toEqual([OWN, `${OWN}1.ics`]);
    expect(await hrefs(axel, AXELS)).toEqual([AXELS]);
  });

  test("needs the right to remove it there, and to add it here", async () => {
    await share("read");
    await elin.put(`${OWN}1.ics`, eventText("1"));
    await axel.put(`${AXELS}2.ics`, eventText("2"));
    for (const [from, target] of [
      [`${SEEN}1.ics`, `${AXELS}1.ics`],
      [`${AXELS}2.ics`, `${SEEN}2.ics`],
    ] as const) {
      const refused = await axel.send("MOVE", from, to(target));
      expect([refused.status, refused.condition]).toEqual([403, "need-privileges"]);
    }
    expect(await hrefs(elin, OWN)).toEqual([OWN, `${OWN}1.ics`]);
    expect(await hrefs(axel, AXELS)).toEqual([AXELS, `${AXELS}2.ics`]);
  });

  test("is undone if the other calendar has that event already, or another object in its place", async () => {
    await share("edit");
    await elin.put(`${OWN}1.ics`, eventText("1"));
    await axel.put(`${AXELS}same.ics`, eventText("1"));
    const twice = await axel.send("MOVE", `${SEEN}1.ics`, to(`${AXELS}other.ics`));
    expect([twice.status, twice.condition]).toEqual([409, "no-uid-conflict"]);
    await axel.put(`${AXELS}taken.ics`, eventText("taken"));
    const kept = await axel.send("MOVE", `${SEEN}1.ics`, {
      headers: { destination: `${AXELS}taken.ics`, overwrite: "F" },
    });
    expect(kept.status).toBe(412);
    const stale = await axel.send("MOVE", `${SEEN}1.ics`, {
      headers: { destination: `${AXELS}same.ics`, "if-match": '"other"' },
    });
    expect(stale.status).toBe(412);
    expect(await hrefs(elin, OWN)).toEqual([OWN, `${OWN}1.ics`]);
    expect(await hrefs(axel, AXELS)).toEqual([AXELS, `${AXELS}same.ics`, `${AXELS}taken.ics`]);
  });

  test("in opposite directions at once leaves each event in one place", async () => {
    await share("edit");
    const names = Array.from({ length: 8 }, (_, at) => String(at));
    for (const name of names)
      await (Number(name) % 2
        ? axel.put(`${AXELS}${name}.ics`, eventText(name))
        : elin.put(`${OWN}${name}.ics`, eventText(name)));
    const done = await Promise.all(
      names.map((name) =>
        Number(name) % 2
          ? axel.send("MOVE", `${AXELS}${name}.ics`, to(`${SEEN}${name}.ics`))
          : axel.send("MOVE", `${SEEN}${name}.ics`, to(`${AXELS}${name}.ics`)),
      ),
    );
    expect(done.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect((await hrefs(elin, OWN)).toSorted()).toEqual([
      OWN,
      ...["1", "3", "5", "7"].map((it) => `${OWN}${it}.ics`),
    ]);
    expect((await hrefs(axel, AXELS)).toSorted()).toEqual([
      AXELS,
      ...["0", "2", "4", "6"].map((it) => `${AXELS}${it}.ics`),
    ]);
  });
});
