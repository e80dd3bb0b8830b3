import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
let id: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
  const lines = vevent(
    "daily",
    "DTSTART;TZID=Europe/Stockholm:20261123T090000",
    "DURATION:PT30M",
    "RRULE:FREQ=DAILY;COUNT=5",
    "SUMMARY:Stand-up",
    "X-KEEP:me",
  );
  id = await jmap.put(elin.actor, calendarId, "daily.ics", lines);
});

const set = (args: object) => elin.call("CalendarEvent/set", args);
const tuesday = () => `${id}_20261124T090000`;
const wednesday = () => `${id}_20261125T090000`;

describe("CalendarEvent/set update of one occurrence", () => {
  it("becomes an override, and the series stays unchanged", async () => {
    const before = await elin.event(id);
    const answer = await set({ update: { [tuesday()]: { title: "Retro", start: "2026-11-24T15:00:00" } } });
    expect(Object.keys(answer.updated)).toEqual([tuesday()]);
    expect(await elin.event(tuesday())).toMatchObject({
      title: "Retro",
      start: "2026-11-24T15:00:00",
      recurrenceId: "2026-11-24T09:00:00",
    });
    const after = await elin.event(id);
    expect(after).toMatchObject({
      title: "Stand-up",
      start: "2026-11-23T09:00:00",
      recurrenceRule: before.recurrenceRule,
    });
    expect(after.recurrenceOverrides).toEqual({
      "2026-11-24T09:00:00": expect.objectContaining({ title: "Retro", start: "2026-11-24T15:00:00" }),
    });
    expect((await elin.event(wednesday())).title).toBe("Stand-up");
    const text = await jmap.icalendar(elin.actor, id);
    expect(text).toContain("RECURRENCE-ID;TZID=Europe/Stockholm:20261124T090000");
    expect(text).toContain("X-KEEP:me");
  });

  it("extends an existing override", async () => {
    await set({ update: { [tuesday()]: { title: "Retro" } } });
    await set({ update: { [tuesday()]: { duration: "PT1H" } } });
    expect(await elin.event(tuesday())).toMatchObject({ title: "Retro", duration: "PT1H" });
  });

  it("changes several occurrences of the same series at once", async () => {
    const answer = await set({ update: { [tuesday()]: { title: "A" }, [wednesday()]: { title: "B" } } });
    expect(Object.keys(answer.updated).toSorted()).toEqual([tuesday(), wednesday()]);
    expect((await elin.event(tuesday())).title).toBe("A");
    expect((await elin.event(wednesday())).title).toBe("B");
    expect(Object.keys((await elin.event(id)).recurrenceOverrides)).toHaveLength(2);
  });

  it("excludes it with `excluded`, as destroying it does", async () => {
    const answer = await set({ update: { [tuesday()]: { excluded: true } } });
    expect(answer.updated).toEqual({ [tuesday()]: null });
    expect((await elin.event(id)).recurrenceOverrides).toEqual({ "2026-11-24T09:00:00": { excluded: true } });
    expect(await jmap.icalendar(elin.actor, id)).toContain("EXDATE;TZID=Europe/Stockholm:20261124T090000");
    const { notUpdated } = await set({ update: { [tuesday()]: { title: "x" } } });
    expect(notUpdated[tuesday()]).toMatchObject({ type: "notFound" });
  });

  it.each([[{ excluded: true, title: "x" }], [{ excluded: "yes" }], [{ excluded: false, title: "x" }]])(
    "refuses %j, which says two things",
    async (patch) => {
      const { notUpdated } = await set({ update: { [tuesday()]: patch } });
      expect(notUpdated[tuesday()]).toMatchObject({ type: "invalidProperties", properties: ["excluded"] });
      expect(await elin.event(id)).not.toHaveProperty("recurrenceOverrides");
    },
  );

  it("stays with `excluded: false`", async () => {
    expect((await set({ update: { [tuesday()]: { excluded: false } } })).notUpdated).toBeNull();
    expect(await elin.event(id)).not.toHaveProperty("recurrenceOverrides");
  });

  it("refuses one of several, and does the others", async () => {
    const answer = await set({ update: { [tuesday()]: { uid: "other" }, [wednesday()]: { title: "B" } } });
    expect(answer.notUpdated[tuesday()]).toMatchObject({ type: "invalidProperties", properties: ["uid"] });
    expect(Object.keys(answer.updated)).toEqual([wednesday()]);
    expect((await elin.event(tuesday())).title).toBe("Stand-up");
  });

  it("accepts a whole occurrence back unchanged", async () => {
    const occurrence = await elin.event(tuesday());
    const sent = { ...occurrence, recurrenceRule: null, recurrenceOverrides: null, title: "Retro" };
    expect((await set({ update: { [tuesday()]: sent } })).notUpdated).toBeNull();
    expect((await elin.event(tuesday())).title).toBe("Retro");
  });

  it("moves it by UTC times", async () => {
    await set({ update: { [tuesday()]: { utcStart: "2026-11-24T14:00:00Z" } } });
    expect(await elin.event(tuesday())).toMatchObject({ start: "2026-11-24T15:00:00", duration: "PT30M" });
  });

  it.each([
    ["its calendar", { calendarIds: { other: true } }],
    ["its rule", { recurrenceRule: { frequency: "weekly" } }],
    ["its overrides", { "recurrenceOverrides/2026-11-24T09:00:00": {} }],
    ["its id", { id: "other" }],
    ["its privacy", { privacy: "private" }],
  ])("refuses to change %s", async (_what, patch) => {
    const before = await jmap.icalendar(elin.actor, id);
    expect((await set({ update: { [tuesday()]: patch } })).notUpdated[tuesday()].type).toBe(
      "invalidProperties",
    );
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
  });

  it("does not find an occurrence that the series does not have", async () => {
    const wanted = `${id}_20261130T090000`;
    const answer = await set({ update: { [wanted]: { title: "x" } }, destroy: [`${id}_20261201T090000`] });
    expect(answer.notUpdated[wanted].type).toBe("notFound");
    expect(answer.notDestroyed[`${id}_20261201T090000`].type).toBe("notFound");
  });

  it("loses none of many occurrences changed at once", async () => {
    const days = ["20261123", "20261124", "20261125", "20261126", "20261127"];
    const ids = days.map((day) => `${id}_${day}T090000`);
    const answers = await Promise.all(ids.map((one) => set({ update: { [one]: { title: one } } })));
    expect(answers.map((answer) => answer.notUpdated)).toEqual(days.map(() => null));
    for (const one of ids) expect((await elin.event(one)).title).toBe(one);
  });
});

describe("CalendarEvent/set of one occurrence by several clients at once", () => {
  it("loses nothing of what each of them changed", async () => {
    const patches = [{ title: "Retro" }, { duration: "PT1H" }, { description: "Upstairs" }, { priority: 1 }];
    const answers = await Promise.all(patches.map((patch) => set({ update: { [tuesday()]: patch } })));
    expect(answers.map((answer) => answer.notUpdated)).toEqual([null, null, null, null]);
    expect(await elin.event(tuesday())).toMatchObject(Object.assign({}, ...patches));
  });
});

describe("CalendarEvent/set destroy of one occurrence", () => {
  it("removes that occurrence and no other", async () => {
    const answer = await set({ destroy: [tuesday()] });
    expect(answer.destroyed).toEqual([tuesday()]);
    const left = await elin.call("CalendarEvent/get", { ids: [tuesday(), wednesday(), id] });
    expect(left.notFound).toEqual([tuesday()]);
    expect(left.list).toHaveLength(2);
    expect(await jmap.icalendar(elin.actor, id)).toMatch(/EXDATE[^\r]*:20261124T090000/);
  });

  it("reports the stored event, not the occurrence", async () => {
    const { state } = await elin.call("CalendarEvent/get", { ids: [] });
    await set({ destroy: [tuesday()] });
    expect(await elin.call("CalendarEvent/changes", { sinceState: state })).toMatchObject({
      created: [],
      updated: [id],
      destroyed: [],
    });
  });
});

describe("CalendarEvent/set inside an override", () => {
  const key = "recurrenceOverrides/2026-11-24T09:00:00";
  const status = (event: { participants: Record<string, { participationStatus?: string }> }, id: string) =>
    event.participants[id]?.participationStatus ?? "needs-action";
  let meeting: string;
  let ids: readonly [tom: string, zoe: string];
  beforeEach(async () => {
    const person = (name: string) => ({
      "@type": "Participant",
      name,
      calendarAddress: `mailto:${name}@example.com`,
      roles: { attendee: true },
      participationStatus: "accepted",
    });
    meeting = (
      await elin.createEvent({
        calendarIds: { [calendarId]: true },
        start: "2026-11-23T09:00:00",
        timeZone: "Europe/Stockholm",
        duration: "PT1H",
        recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily" },
        participants: { tom: person("tom"), zoe: person("zoe") },
      })
    ).id;
    const { participants } = await elin.event(meeting);
    const idOf = (name: string) =>
      Object.keys(participants).find((id) => participants[id].name === name) ?? "";
    ids = [idOf("tom"), idOf("zoe")];
    await set({
      update: {
        [meeting]: {
          recurrenceOverrides: {
            "2026-11-24T09:00:00": {
              start: "2026-11-24T10:00:00",
              [`participants/${ids[0]}/participationStatus`]: "declined",
            },
          },
        },
      },
    });
  });

  it("adds one property to it (JMAP Calendars, Patching)", async () => {
    const answer = await set({
      update: { [meeting]: { [`${key}/participants~1${ids[1]}~1participationStatus`]: "declined" } },
    });
    expect(answer.notUpdated).toBeNull();
    const occurrence = await elin.event(`${meeting}_20261124T090000`);
    expect(occurrence.start).toBe("2026-11-24T10:00:00");
    expect(ids.map((id) => status(occurrence, id))).toEqual(["declined", "declined"]);
    expect(ids.map((id) => status(occurrence, id))).not.toContain("accepted");
    const next = await elin.event(`${meeting}_20261125T090000`);
    expect(ids.map((id) => status(next, id))).toEqual(["accepted", "accepted"]);
  });

  it("removes one property from it", async () => {
    const answer = await set({
      update: { [meeting]: { [`${key}/participants~1${ids[0]}~1participationStatus`]: null } },
    });
    expect(answer.notUpdated).toBeNull();
    const occurrence = await elin.event(`${meeting}_20261124T090000`);
    expect(occurrence.start).toBe("2026-11-24T10:00:00");
    expect(ids.map((id) => status(occurrence, id))).toEqual(["accepted", "accepted"]);
  });

  it("removes the whole override", async () => {
    await set({ update: { [meeting]: { [key]: null } } });
    expect(await elin.event(`${meeting}_20261124T090000`)).toMatchObject({ start: "2026-11-24T09:00:00" });
    expect((await elin.event(meeting)).recurrenceOverrides ?? {}).toEqual({});
  });

  it("removes an occurrence by excluding it, and restores it", async () => {
    await set({ update: { [meeting]: { [key]: { excluded: true } } } });
    const wanted = `${meeting}_20261124T090000`;
    expect((await elin.call("CalendarEvent/get", { ids: [wanted] })).notFound).toEqual([wanted]);
    await set({ update: { [meeting]: { [key]: null } } });
    expect(await elin.event(wanted)).toMatchObject({ start: "2026-11-24T09:00:00" });
  });
});
