import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ShareLevel } from "../app/types.ts";
import { eventText, type DavAnswer, type DavClient } from "../testing/dav-client.ts";
import { sendOutbox } from "../testing/send-outbox.ts";
import { firstCalendarOf } from "../testing/test-app.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { attachmentFile } from "./attachment-file.ts";

let opened: TestDav;
let client: DavClient;
const CALENDAR = "/dav/calendars/elin/calendar/";
const ONE = `${CALENDAR}1.ics`;
const TEXT = {
  "content-type": "text/plain; charset=utf-8",
  "content-disposition": 'attachment; filename="a.txt"',
};

beforeEach(async () => {
  opened = await openTestDav({
    limits: { attachmentSize: 1_000, attachmentsPerObject: 3, attachmentQuota: 2_500 },
  });
  client = await opened.client("elin");
});
afterEach(() => opened.close());

type Body = string | Uint8Array<ArrayBuffer>;
const post = (
  query: string,
  body: Body = "",
  headers: Record<string, string> = TEXT,
  path = ONE,
  as = client,
) => as.send("POST", `${path}${query}`, { headers, body });
const add = (body: Body = "hello", query = "", headers: Record<string, string> = TEXT) =>
  post(`?action=attachment-add${query}`, body, headers);
const idOf = (answer: DavAnswer): string => {
  const id = answer.headers.get("cal-managed-id");
  if (id === null) throw new Error(`${answer.status} ${answer.body}`);
  return id;
};
/** The ATTACH lines of an object, unfolded. */
const attached = async (path = ONE, as = client): Promise<string[]> =>
  (await as.get(path)).body
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter((line) => line.startsWith("ATTACH"));
const fetched = (
  url: string,
  actor = client.actor,
  headers: Record<string, string> = {},
): Promise<Response> =>
  attachmentFile(
    opened.app,
    new Request(url, { headers }),
    actor,
    new URL(url).pathname.split("/").at(-2) ?? "",
  );
const urlIn = (line: string | undefined): string => line?.slice(line.indexOf(":http") + 1) ?? "";

const SERIES = [
  "DTSTART;TZID=Europe/Stockholm:20261123T110000",
  "DTEND;TZID=Europe/Stockholm:20261123T120000",
  "RRULE:FREQ=DAILY;COUNT=5",
  "EXDATE;TZID=Europe/Stockholm:20261125T110000",
  "SUMMARY:Lunch",
];

describe("a calendar", () => {
  test("advertises managed attachments and their limits", async () => {
    expect((await client.send("OPTIONS", CALENDAR)).headers.get("dav")).toContain(
      "calendar-managed-attachments",
    );
    const names = ["managed-attachments-server-URL", "max-attachment-size", "max-attachments-per-resource"];
    const found = await client.propfind(CALENDAR, "0", names.map((name) => `<c:${name}/>`).join(""));
    expect(names.map((name) => found.resource().text[name])).toEqual(["/attachments/", "1000", "3"]);
  });
});

describe("attachment-add", () => {
  test("stores the file and writes a property for it, and changes nothing else", async () => {
    await client.put(ONE, eventText("1", "X-MINE;X-P=q:kept"));
    await client.put(`${CALENDAR}2.ics`, eventText("2"));
    const answer = await add("hello");
    expect([answer.status, answer.body]).toEqual([201, ""]);
    const id = idOf(answer);
    const got = await client.get(ONE);
    expect(got.etag).toBe(answer.etag);
    expect(got.body).toContain("X-MINE;X-P=q:kept");
    const [line, ...more] = await attached();
    expect(more).toEqual([]);
    expect(answer.headers.get("location")).toBe(urlIn(line));
    expect(answer.headers.get("content-location")).toBeNull();
    expect(line).toBe(
      `ATTACH;MANAGED-ID=${id};FMTTYPE=text/plain;FILENAME=a.txt;SIZE=5:http://localhost:8080/attachments/${id}/a.txt`,
    );
    expect(await attached(`${CALENDAR}2.ics`)).toEqual([]);
    const file = await fetched(urlIn(line));
    expect(await file.text()).toBe("hello");
    expect(file.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  test("returns the object if that is preferred, also after a failed condition", async () => {
    const { etag } = await client.put(ONE, eventText("1"));
    const prefer = { ...TEXT, prefer: "return=representation" };
    const answer = await add("hello", "", { ...prefer, "if-match": etag ?? "" });
    expect(answer.status).toBe(201);
    expect(answer.body).toContain(`MANAGED-ID=${idOf(answer)}`);
    expect(answer.headers.get("content-location")).toBe(ONE);
    const stale = await add("again", "", { ...prefer, "if-match": etag ?? "" });
    expect([stale.status, stale.body]).toEqual([412, answer.body]);
    expect(await attached()).toHaveLength(1);
  });

  test.each([
    ["in UTC", "20261124T100000Z"],
    ["as the series has it", "20261124T110000"],
  ])("to one instance named %s makes an override for it", async (_, rid) => {
    await client.put(ONE, eventText("1", ...SERIES));
    const answer = await add("x", `&rid=${rid}`);
    expect(answer.status).toBe(201);
    const { body } = await client.get(ONE);
    expect(body.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(body).toContain("RECURRENCE-ID;TZID=Europe/Stockholm:20261124T110000");
    const [main = "", instance = ""] = body.split("BEGIN:VEVENT").slice(1);
    expect([main.includes("ATTACH"), instance.includes("ATTACH")]).toEqual([false, true]);
  });

  test("to the main component and one instance leaves other overrides unchanged", async () => {
    await client.put(ONE, eventText("1", ...SERIES));
    await add("x", "&rid=20261127T110000");
    const answer = await add("y", "&rid=M,20261124T110000");
    const { body } = await client.get(ONE);
    const id = idOf(answer);
    const has = body
      .replaceAll("\r\n ", "")
      .split("BEGIN:VEVENT")
      .slice(1)
      .map((it) => it.includes(id));
    expect(has).toEqual([true, false, true]);
    expect(idOf(await add("z"))).not.toBe(id);
    expect(await attached()).toHaveLength(2 + 1 + 3);
  });

  test.each([
    "20261125T110000",
    "20261124T110001",
    "20261124",
    "20261124T110000,",
    "m",
    "M%0d%0aX:1",
    Array<string>(101).fill("M").join(","),
    "M&rid=M",
  ])("with rid=%s is refused, and nothing is stored", async (rid) => {
    await client.put(ONE, eventText("1", ...SERIES));
    const before = await client.get(ONE);
    const answer = await add("x", `&rid=${rid}`);
    expect([answer.status, answer.condition]).toEqual([403, "valid-rid"]);
    expect((await client.get(ONE)).etag).toBe(before.etag);
    expect(await opened.app.storage.read((tx) => tx.attachments.heldBy(client.actor.principalId))).toBe(0);
  });

  test.each([
    ["", "valid-action"],
    ["?action=attachment-delete", "valid-action"],
    ["?action=attachment-add&action=attachment-add", "valid-action"],
    ["?action=attachment-add&managed-id=x", "valid-managed-id"],
    ["?action=attachment-update", "valid-managed-id"],
    ["?action=attachment-update&managed-id=x", "valid-managed-id"],
    ["?action=attachment-update&managed-id=x&rid=M", "valid-rid"],
    ["?action=attachment-remove&managed-id=x", "valid-managed-id"],
    ["?action=attachment-remove", "valid-managed-id"],
  ])("POST of %j is refused by name", async (query, condition) => {
    const put = await client.put(ONE, eventText("1"));
    const answer = await post(query, "x");
    expect([answer.status, answer.condition]).toEqual([403, condition]);
    expect((await client.get(ONE)).etag).toBe(put.etag);
  });

  test("is limited by size, number and quota, each with its own error", async () => {
    await client.put(ONE, eventText("1"));
    expect((await add("x".repeat(1_001))).condition).toBe("max-attachment-size");
    expect((await add("a".repeat(1_000))).status).toBe(201);
    // The same bytes take no more room.
    expect((await add("a".repeat(1_000))).status).toBe(201);
    expect((await add("b".repeat(1_000))).status).toBe(201);
    expect((await add("c")).condition).toBe("max-attachments-per-resource");
    await client.put(`${CALENDAR}2.ics`, eventText("2"));
    const full = await post("?action=attachment-add", "c".repeat(501), TEXT, `${CALENDAR}2.ics`);
    expect([full.status, full.condition]).toEqual([507, "quota-not-exceeded"]);
    expect(await attached(`${CALENDAR}2.ics`)).toEqual([]);
    expect(await attached()).toHaveLength(3);
  });

  test("keeps both of two simultaneous files; with the same If-Match exactly one", async () => {
    const { etag } = await client.put(ONE, eventText("1"));
    const free = await Promise.all([add("a"), add("b")]);
    expect(free.map(({ status }) => status)).toEqual([201, 201]);
    expect(await attached()).toHaveLength(2);
    const stale = { ...TEXT, "if-match": etag ?? "" };
    expect((await add("c", "", stale)).status).toBe(412);
    const now = { ...TEXT, "if-match": (await client.get(ONE)).etag ?? "" };
    const one = await Promise.all([add("c", "", now), add("d", "", now)]);
    expect(one.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 412]);
    expect(await attached()).toHaveLength(3);
  });

  test.each([
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ['attachment; filename="C:\\\\Windows\\\\x.exe"', "x.exe"],
    ["attachment; filename*=UTF-8''sm%C3%B6rg%C3%A5s.txt; filename=plain.txt", "smörgås.txt"],
    ["attachment; filename*=UTF-8''a%0d%0aSet-Cookie%3A%20x.txt", "aSet-Cookie: x.txt"],
    ["attachment; filename*=UTF-8''a%E2%80%AEfdp.exe", "afdp.exe"],
    ["attachment; filename*=UTF-8''%E0%A4%A", "attachment"],
    ['attachment; filename=".."', "attachment"],
    ["attachment", "attachment"],
    ['attachment; filename="a\\"b;c:d,e.txt"', `a"b;c:d,e.txt`],
  ])("with %s is called %s", async (header, name) => {
    await client.put(ONE, eventText("1"));
    await add("x", "", { "content-type": "text/plain", "content-disposition": header });
    const [line] = await attached();
    const file = await fetched(urlIn(line));
    const disposition = file.headers.get("content-disposition") ?? "";
    expect(decodeURIComponent(disposition.replace("attachment; filename*=UTF-8''", ""))).toBe(name);
    expect(disposition).not.toMatch(/[\r\n"]/);
    expect((await client.get(ONE)).body).not.toMatch(/^Set-Cookie/m);
  });

  test("of a page with scripts is returned so that no browser runs it", async () => {
    await client.put(ONE, eventText("1"));
    await add("<script>alert(1)</script>", "", {
      "content-type": "text/html",
      "content-disposition": 'filename="x.html"',
    });
    const { headers } = await fetched(urlIn((await attached())[0]));
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  });

  test("to a missing object gives 404, and others may not do it", async () => {
    expect((await add()).status).toBe(404);
    await client.put(ONE, eventText("1"));
    const nils = await opened.client("nils");
    expect((await post("?action=attachment-add", "x", TEXT, ONE, nils)).status).toBe(404);
    expect(await attached()).toEqual([]);
  });
});

describe("attachment-update", () => {
  test("replaces the file everywhere, under another id; the former one is no longer available", async () => {
    await client.put(ONE, eventText("1", ...SERIES));
    const first = idOf(await add("one", "&rid=M,20261124T110000"));
    const url = urlIn((await attached())[0]);
    const answer = await post(`?action=attachment-update&managed-id=${first}`, "twice", {
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="b.pdf"',
    });
    expect(answer.status).toBe(204);
    const second = idOf(answer);
    expect(second).not.toBe(first);
    const lines = await attached();
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(line).toContain(`MANAGED-ID=${second};FMTTYPE=application/pdf;FILENAME=b.pdf;SIZE=5`);
    expect((await fetched(url)).status).toBe(404);
    expect(await (await fetched(urlIn(lines[0]))).text()).toBe("twice");
    expect(answer.headers.get("location")).toBe(urlIn(lines[0]));
  });
});

describe("attachment-remove", () => {
  test("removes it from the object, and from single instances", async () => {
    await client.put(ONE, eventText("1", ...SERIES));
    const id = idOf(await add("one"));
    const one = await post(`?action=attachment-remove&managed-id=${id}&rid=20261124T110000`);
    expect([one.status, one.headers.get("cal-managed-id")]).toEqual([204, null]);
    const { body } = await client.get(ONE);
    expect(
      body
        .split("BEGIN:VEVENT")
        .slice(1)
        .map((it) => it.includes("ATTACH")),
    ).toEqual([true, false]);
    expect((await post(`?action=attachment-remove&managed-id=${id}&rid=20261124T110000`)).condition).toBe(
      "valid-managed-id",
    );
    expect((await post(`?action=attachment-remove&managed-id=${id}`)).status).toBe(204);
    expect(await attached()).toEqual([]);
  });

  test("is still read to the end while it is removed, and its bytes go after a year", async () => {
    await client.put(ONE, eventText("1"));
    const id = idOf(await add("hello"));
    const url = urlIn((await attached())[0]);
    const reading = await fetched(url);
    await post(`?action=attachment-remove&managed-id=${id}`);
    expect(await reading.text()).toBe("hello");
    expect((await fetched(url)).status).toBe(404);
    const { storage } = opened.app;
    const left = async () => (await storage.read((tx) => tx.attachments.contents("", 10))).length;
    const release = (before: number) => storage.write((tx) => tx.attachments.removeReleased(before, 100));
    await release(opened.clock.now() - 1);
    expect(await left()).toBe(1);
    await release(opened.clock.now());
    expect(await left()).toBe(0);
    expect(await storage.read((tx) => tx.attachments.heldBy(client.actor.principalId))).toBe(0);
  });

  test("can be undone by putting the former text", async () => {
    await client.put(ONE, eventText("1"));
    const id = idOf(await add("hello"));
    const former = (await client.get(ONE)).body;
    await post(`?action=attachment-remove&managed-id=${id}`);
    expect((await client.put(ONE, former)).status).toBe(204);
    expect(await (await fetched(urlIn((await attached())[0]))).text()).toBe("hello");
  });
});

describe("PUT", () => {
  test("may name an attachment of another object that the writer can read, which then keeps it alive", async () => {
    await client.put(ONE, eventText("1"));
    await add("hello");
    const [line = ""] = await attached();
    const folded = line.replaceAll(/(.{60})/g, "$1\r\n ");
    expect((await client.put(`${CALENDAR}2.ics`, eventText("2", folded))).status).toBe(201);
    await client.delete(ONE);
    expect(await (await fetched(urlIn(line))).text()).toBe("hello");
    await client.delete(`${CALENDAR}2.ics`);
    expect((await fetched(urlIn(line))).status).toBe(404);
  });

  test("with an unknown id, or one that the writer may not read, is refused", async () => {
    await client.put(ONE, eventText("1"));
    const id = idOf(await add("secret"));
    const nils = await opened.client("nils");
    const target = "/dav/calendars/nils/calendar/1.ics";
    for (const guess of [id, "none"]) {
      const answer = await nils.put(
        target,
        eventText("n", `ATTACH;MANAGED-ID=${guess}:http://localhost:8080/x`),
      );
      expect([answer.status, answer.condition]).toEqual([403, "valid-managed-id-parameter"]);
    }
    expect((await nils.get(target)).status).toBe(404);
    expect((await fetched(urlIn((await attached())[0]), nils.actor)).status).toBe(404);
  });
});

describe("access to an attachment", () => {
  test("is for people who may read an object that names it, as long as that is so", async () => {
    await client.put(ONE, eventText("1"));
    await add("hello");
    const url = urlIn((await attached())[0]);
    const nils = await opened.person("nils");
    const calendarId = await firstCalendarOf(opened.app, client.actor);
    const share = (level: ShareLevel) =>
      opened.app.storage.write((tx) =>
        tx.calendars.setShare({ calendarId, principalId: nils.principalId, level }),
      );
    const status = async () => (await fetched(url, nils)).status;
    expect(await status()).toBe(404);
    await share("freeBusy");
    expect(await status()).toBe(404);
    await share("read");
    expect(await status()).toBe(200);
    await client.put(ONE, (await client.get(ONE)).body.replace("SUMMARY", "CLASS:PRIVATE\r\nSUMMARY"));
    expect([await status(), (await fetched(url)).status]).toEqual([404, 200]);
  });

  test("is for guests too, through their own copy of the meeting, until it is removed", async () => {
    const nils = await opened.client("nils");
    await client.put(
      ONE,
      eventText(
        "1",
        "ORGANIZER:mailto:elin@example.com",
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
        "ATTENDEE:mailto:nils@example.com",
      ),
    );
    await sendOutbox(opened.app);
    const id = idOf(await add("agenda"));
    await sendOutbox(opened.app);
    const copy =
      (await nils.propfind("/dav/calendars/nils/calendar/", "1", "<d:getetag/>")).hrefs.find((href) =>
        href.endsWith(".ics"),
      ) ?? "";
    const [line] = await attached(copy, nils);
    expect(line).toContain(`MANAGED-ID=${id}`);
    expect(await (await fetched(urlIn(line), nils.actor)).text()).toBe("agenda");
    await post(`?action=attachment-remove&managed-id=${id}`);
    await sendOutbox(opened.app);
    expect(await attached(copy, nils)).toEqual([]);
    expect((await fetched(urlIn(line), nils.actor)).status).toBe(404);
  });
});

test("a client with the current attachment gets no second copy", async () => {
  await client.put(ONE, eventText("1"));
  await add("");
  const url = urlIn((await attached())[0]);
  const first = await fetched(url);
  expect([first.headers.get("content-length"), await first.text()]).toEqual(["0", ""]);
  const again = await fetched(url, client.actor, { "if-none-match": first.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
});
