import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DavClient, eventText } from "../../testing/dav-client.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { openTestJmap, type TestJmap } from "../../testing/test-jmap.ts";

const QUOTA = 200_000;
const CALENDAR = "/dav/calendars/elin/calendar/";
const LARGE = `DESCRIPTION:${"x".repeat(20_000)}`;
const text = (uid: string, ...lines: readonly string[]): string =>
  eventText(uid, "DTSTART:20261118T100000Z", LARGE, ...lines);

let test: TestJmap;
let jmap: JmapClient;
let dav: DavClient;
beforeEach(async () => {
  test = await openTestJmap({ limits: { formerQuota: QUOTA } });
  jmap = await test.client("elin");
  dav = new DavClient(test.app, jmap.actor);
});
afterEach(() => test.close());

const trash = async (): Promise<number> => (await jmap.call("TrashItem/query")).ids.length;
/** The bytes of all former texts of Elin's events, of deleted ones as well. */
const kept = async (ids: readonly string[]): Promise<number> => {
  const versions = await test.app.storage.read((tx) =>
    Promise.all(ids.map((id) => tx.changes.versions(id as never, 10_000))),
  );
  return versions.flat().reduce((sum, { icalendar }) => sum + Buffer.byteLength(icalendar), 0);
};

describe("the former texts of an account", () => {
  it("do not fill the disk, however often small requests change large events", async () => {
    for (const uid of ["a", "b"]) await dav.put(`${CALENDAR}${uid}.ics`, text(uid));
    const { ids } = await jmap.call("CalendarEvent/query", {});
    for (let round = 0; round < 20; round++)
      await jmap.call("CalendarEvent/set", {
        update: Object.fromEntries(ids.map((id: string) => [id, { title: `Round ${round}` }])),
      });
    const stored = await test.app.storage.read((tx) =>
      tx.objects.byUidInAccount(jmap.actor.principalId, "a"),
    );
    const other = await test.app.storage.read((tx) => tx.objects.byUidInAccount(jmap.actor.principalId, "b"));
    const bytes = await kept([...stored, ...other].map(({ id }) => id));
    expect(bytes).toBeLessThanOrEqual(QUOTA);
    expect(bytes).toBeGreaterThan(QUOTA / 2);
    expect((await dav.get(`${CALENDAR}a.ics`)).body).toContain("SUMMARY:Round 19");
  });

  it("nor does the trash, which loses its oldest", async () => {
    for (let round = 0; round < 20; round++) {
      test.clock.advance(1_000);
      await dav.put(`${CALENDAR}${round}.ics`, text(`${round}`, `SUMMARY:Round ${round}`));
      expect((await dav.send("DELETE", `${CALENDAR}${round}.ics`)).status).toBe(204);
    }
    const left = await trash();
    expect(left).toBeGreaterThan(QUOTA / 2 / 20_500);
    expect(left * 20_000).toBeLessThanOrEqual(QUOTA);
    const { list } = await jmap.call("TrashItem/get", { ids: (await jmap.call("TrashItem/query")).ids });
    expect(JSON.stringify(list)).toContain("Round 19");
    expect(JSON.stringify(list)).not.toContain('Round 0"');
  });

  it("are pushed out by nobody unseen: the audit log says whose they were, and who wrote instead", async () => {
    const bo = await test.person("bo");
    const { list } = await jmap.call("Calendar/get", { ids: null });
    const share = { calendarId: list[0].id, principalId: bo.principalId, level: "write" } as const;
    await test.app.storage.write((tx) => tx.calendars.setShare(share));
    const guest = new DavClient(test.app, bo);
    for (let round = 0; round < 12; round++)
      await guest.put(`${CALENDAR}shared.ics`, text("shared", `SUMMARY:Round ${round}`));
    const entries = await test.app.storage.read((tx) => tx.audit.latest(20));
    expect(entries.filter(({ action }) => action === "former-dropped")).toEqual([
      expect.objectContaining({
        actorId: bo.principalId,
        subject: "elin@example.com",
        detail: { versions: expect.stringMatching(/^[1-9]$/), login: "bo" },
      }),
    ]);
  });
});
