import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ShareLevel } from "../app/types.ts";
import { type DavClient, eventText, writtenElement, xmlBody } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let client: DavClient;
const HOME = "/dav/calendars/elin/";
const CALENDAR = `${HOME}calendar/`;
const OTHER = `${HOME}other/`;
const ONE = `${CALENDAR}1.ics`;

beforeEach(async () => {
  opened = await openTestDav({ limits: { deadProperties: 5, deadPropertySize: 1_000 } });
  client = await opened.client("elin");
  await client.mkcalendar(OTHER);
  await client.put(ONE, eventText("1"));
});
afterEach(() => opened.close());

const set = (props: string) => `<d:set><d:prop>${props}</d:prop></d:set>`;
const remove = (props: string) => `<d:remove><d:prop>${props}</d:prop></d:remove>`;
const X = '<x xmlns="urn:x">1</x>';
const find = '<x xmlns="urn:x"/>';
const valueAt = async (path: string) => (await client.propfind(path, "0", find)).resource().text["x"];
const to = (path: string, overwrite = "T") => ({ headers: { destination: path, overwrite } });

describe("dead properties of an object", () => {
  test("come back unchanged in every kind of request", async () => {
    const value = '<x xmlns="urn:x" a="1"><y>ö &amp; ]]&gt;</y> t<z xmlns=""/></x>';
    const patched = await client.proppatch(ONE, set(value));
    expect(patched.resource(ONE).byStatus).toEqual({ 200: ["x"] });
    const asked = (prop: string) => `<d:prop>${prop}</d:prop>`;
    const all = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';
    const answers = [
      await client.propfind(ONE, "0", find),
      await client.propfind(CALENDAR, "1", find),
      await client.propfind(ONE, "0"),
      await client.propfind(CALENDAR, "1"),
      await client.report(CALENDAR, "c:calendar-query", asked(find) + all),
      await client.report(ONE, "c:calendar-query", asked(find) + all, { depth: "0" }),
      await client.report(CALENDAR, "c:calendar-multiget", `${asked(find)}<d:href>${ONE}</d:href>`),
      await client.report(
        CALENDAR,
        "d:sync-collection",
        `<d:sync-token/><d:sync-level>1</d:sync-level>${asked(find)}`,
        { depth: "0" },
      ),
    ];
    for (const answer of answers) {
      const { elements, text } = answer.resource(ONE);
      expect(text["x"]).toBe("ö & ]]> t");
      expect(elements["x"]?.map(writtenElement)).toEqual(['<y xmlns="urn:x">ö &amp; ]]&gt;</y>', "<z/>"]);
    }
    const names = await client.send("PROPFIND", ONE, {
      headers: { depth: "0" },
      body: xmlBody("d:propfind", "<d:propname/>"),
    });
    expect(names.resource().text).toHaveProperty("x", "");
    const data = await client.propfind(CALENDAR, "1", "<d:getetag/>");
    expect(data.body).not.toContain("urn:x");
  });

  test("change no tag and no token", async () => {
    const { syncToken } = await client.sync(CALENDAR, "");
    const { etag } = await client.get(ONE);
    await client.proppatch(ONE, set(X));
    expect((await client.get(ONE)).etag).toBe(etag);
    expect((await client.sync(CALENDAR, syncToken)).hrefs).toEqual([]);
  });

  test("are removed, set in order, and all or nothing", async () => {
    await client.proppatch(ONE, set(X));
    await client.proppatch(ONE, set('<y xmlns="urn:x">1</y>') + remove(find) + set('<y xmlns="urn:x">2</y>'));
    const there = await client.propfind(ONE, "0", `${find}<y xmlns="urn:x"/>`);
    expect(there.resource().byStatus).toEqual({ 200: ["y"], 404: ["x"] });
    expect(there.resource().text["y"]).toBe("2");
    const refused = await client.proppatch(ONE, set(`${X}<d:getetag>"1"</d:getetag>`));
    expect(refused.resource().byStatus).toEqual({ 403: ["getetag"], 424: ["x"] });
    expect(refused.body).toContain("cannot-modify-protected-property");
    expect(await valueAt(ONE)).toBeUndefined();
  });

  test("stay with a new text, and through MOVE and COPY", async () => {
    await client.proppatch(ONE, set(X));
    await client.put(ONE, eventText("1", "LOCATION:x"));
    expect(await valueAt(ONE)).toBe("1");
    expect((await client.send("COPY", ONE, to(`${OTHER}2.ics`))).status).toBe(201);
    expect([await valueAt(ONE), await valueAt(`${OTHER}2.ics`)]).toEqual(["1", "1"]);
    await client.delete(`${OTHER}2.ics`);
    expect((await client.send("MOVE", ONE, to(`${OTHER}3.ics`))).status).toBe(201);
    expect(await valueAt(`${OTHER}3.ics`)).toBe("1");
  });

  test("are those of the source if a COPY overwrites an object", async () => {
    await client.proppatch(ONE, set(X));
    await client.put(`${OTHER}1.ics`, eventText("1", "LOCATION:old"));
    await client.proppatch(`${OTHER}1.ics`, set('<y xmlns="urn:x">old</y>'));
    expect((await client.send("COPY", ONE, to(`${OTHER}1.ics`))).status).toBe(204);
    const there = await client.propfind(`${OTHER}1.ics`, "0", `${find}<y xmlns="urn:x"/>`);
    expect(there.resource().byStatus).toEqual({ 200: ["x"], 404: ["y"] });
  });

  test("go with the object", async () => {
    await client.proppatch(ONE, set(X));
    await client.delete(ONE);
    await client.put(ONE, eventText("1"));
    expect(await valueAt(ONE)).toBeUndefined();
  });

  test.each([
    ["number", Array.from({ length: 6 }, (_, i) => `<p${i} xmlns="urn:x"/>`).join("")],
    ["size", `<p xmlns="urn:x">${"å".repeat(1_000)}</p>`],
  ])("are limited in %s, like those of a calendar", async (_, props) => {
    for (const path of [ONE, CALENDAR]) {
      await client.proppatch(path, set(X));
      const refused = await client.proppatch(path, set(props));
      expect(Object.keys(refused.resource().byStatus)).toContain("507");
      expect(refused.body).toContain("quota-not-exceeded");
      expect(await valueAt(path)).toBe("1");
    }
  });

  test("respect the conditions of the request", async () => {
    const wrong = await client.proppatch(ONE, set(X), { "if-match": '"no"' });
    expect(wrong.resource().byStatus).toEqual({ 412: ["x"] });
    expect(await valueAt(ONE)).toBeUndefined();
    expect((await client.proppatch(`${CALENDAR}none.ics`, set(X))).status).toBe(404);
  });

  test("keep all of twenty simultaneous writes", async () => {
    await client.proppatch(ONE, set('<n0 xmlns="urn:x">0</n0>'));
    const writers = Array.from({ length: 20 }, (_, i) =>
      client.proppatch(ONE, set(`<n${i % 4} xmlns="urn:x">${i}</n${i % 4}>`)),
    );
    for (const answer of await Promise.all(writers)) expect(answer.resource().byStatus[200]).toHaveLength(1);
    const names = [0, 1, 2, 3].map((i) => `<n${i} xmlns="urn:x"/>`).join("");
    expect((await client.propfind(ONE, "0", names)).resource().byStatus).toEqual({
      200: ["n0", "n1", "n2", "n3"],
    });
  });

  /** What the owner made: who adds events changes only their own. */
  const MAY: Readonly<Record<ShareLevel, boolean>> = {
    freeBusy: false,
    read: false,
    write: false,
    edit: true,
    manage: true,
  };
  test.each(Object.entries(MAY))("can be set by a person who may %s: %s", async (level, may) => {
    const other = await opened.client("axel");
    await opened.share(client, level as ShareLevel, other.actor.principalId);
    await client.put(`${CALENDAR}secret.ics`, eventText("secret", "CLASS:CONFIDENTIAL"));
    const seen = "/dav/calendars/axel/elin~calendar/";
    const patched = await other.proppatch(`${seen}1.ics`, set(X));
    expect(
      patched.status === 207 ? Object.keys(patched.resource().byStatus) : [String(patched.status)],
    ).toEqual([may ? "200" : level === "freeBusy" ? "404" : "403"]);
    expect(await valueAt(ONE)).toBe(may ? "1" : undefined);
    expect((await other.proppatch(`${seen}secret.ics`, set(X))).status).toBe(404);
    if (level === "freeBusy") return;
    const rights = await other.propfind(`${seen}1.ics`, "0", "<d:current-user-privilege-set/>");
    expect(rights.body.includes("<d:write-properties/>")).toBe(may);
    if (level === "read") return;
    await other.put(`${seen}mine.ics`, eventText("mine"));
    const mine = await other.propfind(`${seen}mine.ics`, "0", "<d:current-user-privilege-set/>");
    expect(mine.body).toContain("<d:write-properties/>");
    expect((await other.proppatch(`${seen}mine.ics`, set(X))).resource().byStatus).toEqual({ 200: ["x"] });
  });
});

describe("COPY and MOVE onto an existing object", () => {
  test.each(["COPY", "MOVE"])(
    "%s does not lose an object with another UID (RFC 4791 §5.3.2.1)",
    async (method) => {
      await client.put(`${OTHER}2.ics`, eventText("2"));
      const { syncToken } = await client.sync(OTHER, "");
      const refused = await client.send(method, ONE, to(`${OTHER}2.ics`));
      expect([refused.status, refused.condition]).toEqual([409, "no-uid-conflict"]);
      expect(refused.body).toContain(`<d:href>${OTHER}2.ics</d:href>`);
      expect((await client.get(`${OTHER}2.ics`)).body).toContain("UID:2");
      expect((await client.sync(OTHER, syncToken)).hrefs).toEqual([]);
      expect((await client.get(ONE)).status).toBe(200);
    },
  );

  test("MOVE inside one calendar does not lose another object", async () => {
    await client.put(`${CALENDAR}2.ics`, eventText("2"));
    const refused = await client.send("MOVE", ONE, to(`${CALENDAR}2.ics`));
    expect([refused.status, refused.condition]).toEqual([409, "no-uid-conflict"]);
    expect((await client.get(ONE)).status).toBe(200);
    expect((await client.get(`${CALENDAR}2.ics`)).body).toContain("UID:2");
  });

  test.each(["COPY", "MOVE"])("%s replaces an object with the same UID, and reports that", async (method) => {
    await client.put(`${OTHER}2.ics`, eventText("1", "LOCATION:old"));
    const { syncToken } = await client.sync(OTHER, "");
    expect((await client.send(method, ONE, to(`${OTHER}2.ics`))).status).toBe(204);
    expect((await client.get(`${OTHER}2.ics`)).body).not.toContain("LOCATION:old");
    expect((await client.sync(OTHER, syncToken)).hrefs).toEqual([`${OTHER}2.ics`]);
    expect((await client.get(ONE)).status).toBe(method === "COPY" ? 200 : 404);
  });

  test.each(["COPY", "MOVE"])("a refused %s leaves everything as it was", async (method) => {
    await client.put(`${OTHER}1.ics`, eventText("1"));
    const { syncToken } = await client.sync(OTHER, "");
    const refused = await client.send(method, ONE, to(`${OTHER}3.ics`));
    expect([refused.status, refused.condition]).toEqual([409, "no-uid-conflict"]);
    expect(refused.body).toContain(`<d:href>${OTHER}1.ics</d:href>`);
    expect((await client.get(`${OTHER}3.ics`)).status).toBe(404);
    expect((await client.sync(OTHER, syncToken)).hrefs).toEqual([]);
    expect((await client.get(ONE)).status).toBe(200);
  });

  test.each(["COPY", "MOVE"])("%s respects Overwrite: F", async (method) => {
    await client.put(`${OTHER}1.ics`, eventText("1", "LOCATION:old"));
    expect((await client.send(method, ONE, to(`${OTHER}1.ics`, "F"))).status).toBe(412);
    expect((await client.get(`${OTHER}1.ics`)).body).toContain("LOCATION:old");
    const moved = { headers: { destination: `${OTHER}3.ics`, "if-match": '"no"' } };
    expect((await client.send(method, ONE, moved)).status).toBe(412);
    expect((await client.get(`${OTHER}3.ics`)).status).toBe(404);
  });

  test("COPY within one calendar would have the UID twice", async () => {
    const refused = await client.send("COPY", ONE, to(`${CALENDAR}2.ics`));
    expect([refused.status, refused.condition]).toEqual([409, "no-uid-conflict"]);
    expect(refused.body).toContain(`<d:href>${ONE}</d:href>`);
    expect((await client.get(`${CALENDAR}2.ics`)).status).toBe(404);
  });
});
