import { beforeEach, describe, expect, it, vi } from "vitest";
import { indexWaiting } from "../../app/objects/search-index.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const put = (uid: string, start: string, ...lines: string[]) =>
  jmap.put(elin.actor, calendarId, `${uid}.ics`, vevent(uid, `DTSTART:${start}`, ...lines));
const NEAREST = [{ property: "nearness" }];
const search = async (filter: object, args: object = {}): Promise<string[]> =>
  (await elin.call("CalendarEvent/query", { filter, ...args })).ids;

describe("searching", () => {
  it.each([
    ["a title", "SUMMARY:Tvättstugan", "stugan"],
    ["a description", "DESCRIPTION:Ta med handdukar\\, tack", "handdukar"],
    ["a place", "LOCATION:Gröna rummet", "grön"],
    ["a guest's name", "ATTENDEE;CN=Göran Öberg:mailto:g@example.com", "öberg"],
    ["a guest's address", "ATTENDEE:mailto:goran.oberg@example.com", "oberg@example"],
    ["a category", "CATEGORIES:Städdag,Vår", "städdag"],
    ["another accent", "SUMMARY:Café Zoë", "cafe zoe"],
    ["a phrase", "SUMMARY:Årsmöte med styrelsen", '"möte med"'],
  ])("finds %s, and nothing else", async (_what, line, text) => {
    const id = await put("a", "20261123T120000Z", line);
    await put("b", "20261123T120000Z", "SUMMARY:Dentist");
    expect(await search({ text })).toEqual([id]);
  });

  it("keeps å ä ö apart from a and o", async () => {
    await put("a", "20261123T120000Z", "SUMMARY:Mål");
    expect(await search({ text: "mal" })).toEqual([]);
  });

  it("finds words of one and two letters too", async () => {
    const id = await put("a", "20261123T120000Z", "SUMMARY:Ö");
    await put("b", "20261123T120000Z", "SUMMARY:O");
    expect(await search({ text: "ö" })).toEqual([id]);
  });

  it("finds beginnings of one or two letters, not those inside words, with and without the index", async () => {
    const it = await put("a", "20261123T120000Z", "SUMMARY:Möte (IT) hos Åke");
    await put("b", "20261123T120000Z", "SUMMARY:Vit fot på");
    for (const round of [1, 2]) {
      for (const text of ["it", "IT", "åk", "å", "mö it"]) expect(await search({ text }), text).toEqual([it]);
      for (const text of ["ot", "te", "ak"]) expect(await search({ text }), text).toEqual([]);
      if (round === 1) await indexWaiting(jmap.app);
    }
  });

  it("finds two characters of a script without spaces, and pictures, anywhere", async () => {
    const id = await put("a", "20261123T120000Z", "SUMMARY:定例会議 fest🎉");
    for (const text of ["会議", "🎉"]) expect(await search({ text }), text).toEqual([id]);
  });

  it("requires all words, each in any field, and applies the filter's fields", async () => {
    const id = await put("a", "20261123T120000Z", "SUMMARY:Styrelsemöte", "LOCATION:Gården");
    expect(await search({ text: "möte gården" })).toEqual([id]);
    expect(await search({ title: "gården" })).toEqual([]);
    expect(await search({ text: "möte badhuset" })).toEqual([]);
  });

  it("finds by either side of OR, and what NOT leaves", async () => {
    const a = await put("a", "20261123T120000Z", "SUMMARY:Middag");
    const b = await put("b", "20261124T120000Z", "SUMMARY:Lunch");
    await put("c", "20261125T120000Z", "SUMMARY:Fika");
    const conditions = [{ text: "middag" }, { text: "lunch" }];
    expect(await search({ operator: "OR", conditions })).toEqual([a, b]);
    expect(await search({ operator: "NOT", conditions })).toHaveLength(1);
  });

  it("searches an event's present text, not its former one", async () => {
    const { id } = await elin.createEvent({
      calendarIds: { [calendarId]: true },
      title: "Middag",
      start: "2026-11-23T18:00:00",
      timeZone: "Europe/Stockholm",
    });
    await elin.call("CalendarEvent/set", { update: { [id]: { title: "Lunch" } } });
    expect(await search({ text: "middag" })).toEqual([]);
    expect(await search({ text: "lunch" })).toEqual([id]);
    await elin.call("CalendarEvent/set", { destroy: [id] });
    expect(await search({ text: "lunch" })).toEqual([]);
  });

  it("finds text that only an instance has", async () => {
    const lines = ["DTSTART:20261123T120000Z", "RRULE:FREQ=DAILY;COUNT=5", "SUMMARY:Fika"];
    const override = [
      "END:VEVENT",
      "BEGIN:VEVENT",
      "UID:a",
      "DTSTAMP:20261101T120000Z",
      "RECURRENCE-ID:20261124T120000Z",
      "DTSTART:20261124T120000Z",
      "SUMMARY:Semlor",
    ];
    const id = await jmap.put(elin.actor, calendarId, "a.ics", vevent("a", ...lines, ...override));
    expect(await search({ text: "semlor" })).toEqual([id]);
  });

  it("shows a sharee nothing private, by words or by nearness", async () => {
    const nils = await jmap.client("nils");
    const principalId = nils.actor.principalId;
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId: calendarId as never, principalId, level: "read" }),
    );
    await put("a", "20261123T120000Z", "SUMMARY:Biopsy", "CLASS:PRIVATE");
    for (const sort of [null, NEAREST]) {
      const args = { accountId: elin.accountId, filter: { text: "biopsy" }, sort };
      expect((await nils.call("CalendarEvent/query", args)).ids).toEqual([]);
    }
  });

  it.each([{ attendee: "axel" }, { text: "axel" }])(
    "does not find hidden participants: %j",
    async (filter) => {
      const nils = await jmap.client("nils");
      const principalId = nils.actor.principalId;
      await jmap.app.storage.write((tx) =>
        tx.calendars.setShare({ calendarId: calendarId as never, principalId, level: "read" }),
      );
      const id = await put(
        "a",
        "20261123T120000Z",
        "ORGANIZER:mailto:elin@example.com",
        "ATTENDEE;ROLE=CHAIR:mailto:elin@example.com",
        "ATTENDEE;CN=Axel:mailto:axel@example.com",
      );
      const found = async (client: JmapClient): Promise<string[]> =>
        (await client.call("CalendarEvent/query", { accountId: elin.accountId, filter })).ids;
      expect(await found(nils)).toEqual([id]);
      await elin.call("CalendarEvent/set", { update: { [id]: { hideAttendees: true } } });
      expect(await found(nils)).toEqual([]);
      expect(await found(elin)).toEqual([id]);
    },
  );

  it("gives the nearest to now first, as many as asked for", async () => {
    // The clock stands at 20 November 2026.
    const far = await put("far", "20291123T120000Z", "SUMMARY:Möte");
    const past = await put("past", "20261001T120000Z", "SUMMARY:Möte");
    const soon = await put("soon", "20261121T120000Z", "SUMMARY:Möte");
    expect(await search({ text: "möte" }, { sort: NEAREST })).toEqual([soon, past, far]);
    expect(await search({ text: "möte" }, { sort: NEAREST, limit: 1 })).toEqual([soon]);
    expect(await search({ text: "möte" }, { sort: NEAREST, limit: 1, position: 1 })).toEqual([past]);
    expect(await search({}, { sort: NEAREST })).toEqual([soon, past, far]);
    const counted = await elin.call("CalendarEvent/query", {
      filter: { text: "möte" },
      sort: NEAREST,
      limit: 1,
      calculateTotal: true,
    });
    expect(counted).toMatchObject({ total: 3, ids: [soon] });
  });

  it.each([
    [[{ property: "nearness", isAscending: false }], {}],
    [[{ property: "nearness" }, { property: "start" }], {}],
    [NEAREST, { expandRecurrences: true }],
  ])("refuses another order with nearness: %j %j", async (sort, args) => {
    const filter = { text: "möte", after: "2026-11-01T00:00:00", before: "2026-12-01T00:00:00" };
    expect(await elin.failing("CalendarEvent/query", { filter, sort, ...args })).toMatchObject({
      type: "unsupportedSort",
    });
  });

  it("finds new and changed events, before and after indexing, and each once", async () => {
    const id = await put("a", "20261123T120000Z", "SUMMARY:Middag");
    expect(await indexWaiting(jmap.app)).toBeGreaterThan(0);
    expect(await indexWaiting(jmap.app)).toBe(0);
    expect(await search({ text: "middag" })).toEqual([id]);
    const text = await jmap.icalendar(elin.actor, id);
    expect(await search({ text: "frukost" })).toEqual([]);
    await elin.call("CalendarEvent/set", { update: { [id]: { title: "Frukost" } } });
    expect(await jmap.icalendar(elin.actor, id)).not.toBe(text);
    for (const waiting of [1, 0]) {
      expect(await search({ text: "frukost" })).toEqual([id]);
      expect(await search({ text: "middag" })).toEqual([]);
      expect(await indexWaiting(jmap.app)).toBe(waiting);
    }
  });

  it("leaves what is written while it indexes to the next call, and takes it in together then", async () => {
    const { storage } = jmap.app;
    await put("a", "20261123T120000Z", "SUMMARY:Middag");
    await indexWaiting(jmap.app);
    await put("b", "20261123T120000Z", "SUMMARY:Lunch");
    const write = storage.write.bind(storage);
    const spy = vi.spyOn(storage, "write").mockImplementationOnce(async (work, reserve) => {
      const done = await write(work, reserve);
      await put("c", "20261124T120000Z", "SUMMARY:Kvällsmat");
      await put("d", "20261125T120000Z", "SUMMARY:Frukost");
      return done;
    });
    expect(await indexWaiting(jmap.app)).toBe(1);
    spy.mockRestore();
    expect(await indexWaiting(jmap.app)).toBe(2);
  });

  it("finds events stored by an older release, before and after indexing", async () => {
    const id = await put("a", "20261123T120000Z", "SUMMARY:Middag");
    await put("b", "20261123T120000Z", "SUMMARY:Lunch");
    await jmap.app.storage.write(async (tx) => {
      const stored = await tx.objects.byId(id as never);
      if (stored) await tx.search.putAll([{ head: stored, grams: undefined }]);
    });
    expect(await search({ text: "middag" })).toEqual([id]);
    expect(await search({ text: "lunch" })).not.toContain(id);
    await indexWaiting(jmap.app);
    expect(await search({ text: "middag" })).toEqual([id]);
    expect(await indexWaiting(jmap.app)).toBe(0);
  });
});
