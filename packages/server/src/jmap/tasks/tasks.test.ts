import { nextAlarm } from "@snart/calendar/alarms/next-alarm.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { ReadObject } from "../../app/objects/read-stored.ts";
import type { ObjectId } from "../../app/types.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let taskListId: string;
beforeEach(async () => {
  taskListId = (await elin.call("TaskList/get", { ids: null })).list[0].id;
});

const create = async (task: object): Promise<Answer> => {
  const answer = await elin.call("Task/set", { create: { t: { taskListId, ...task } } });
  if (!answer.created?.t) throw new Error(JSON.stringify(answer.notCreated));
  return answer.created.t;
};
const task = async (id: string, properties?: string[]): Promise<Answer> =>
  (await elin.call("Task/get", { ids: [id], ...(properties && { properties }) })).list[0];
const update = (id: string, patch: object): Promise<Answer> =>
  elin.call("Task/set", { update: { [id]: patch } });
const lines = async (id: string): Promise<string[]> => (await jmap.icalendar(elin.actor, id)).split("\r\n");
const query = async (args: object = {}): Promise<string[]> => (await elin.call("Task/query", args)).ids;

/** A VCALENDAR of a task as a CalDAV client writes it. */
const vtodo = (uid: string, ...own: readonly string[]): readonly string[] =>
  vevent(uid, ...own).map((line) => line.replace(/^(BEGIN|END):VEVENT$/, "$1:VTODO"));

const WEEKLY = [
  "DTSTART;TZID=Europe/Stockholm:20261102T080000",
  "DUE;TZID=Europe/Stockholm:20261102T180000",
  "RRULE:FREQ=WEEKLY;COUNT=4",
  "SUMMARY:Töm soporna",
  "STATUS:NEEDS-ACTION",
  "X-APPLE-SORT-ORDER:7",
];

describe("Task/set and Task/get", () => {
  it("takes a change back when it is said which state that undoes", async () => {
    const { id } = await create({ title: "Oil the gate" });
    const { oldState } = await update(id, { progress: "completed" });
    const undone = { update: { [id]: { progress: "needs-action" } }, undoTo: { [id]: oldState } };
    expect((await elin.call("Task/set", undone)).updated).toHaveProperty([id]);
    expect(await task(id, ["progress"])).toMatchObject({ progress: "needs-action" });
  });

  it("stores a task that a CalDAV client reads, and reads it back", async () => {
    const { id } = await create({
      title: "Måla staketet",
      start: "2026-11-25T08:00:00",
      due: "2026-11-27T17:00:00",
      timeZone: "Europe/Stockholm",
      estimatedDuration: "PT3H",
      priority: 1,
      alerts: {
        a: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT1H", relativeTo: "end" } },
      },
    });
    expect(await lines(id)).toEqual(
      expect.arrayContaining([
        "BEGIN:VTODO",
        "DTSTART;TZID=Europe/Stockholm:20261125T080000",
        "DUE;TZID=Europe/Stockholm:20261127T170000",
        "ESTIMATED-DURATION:PT3H",
        "PRIORITY:1",
        "TRIGGER;RELATED=END:-PT1H",
      ]),
    );
    expect(await task(id, ["title", "due", "utcDue", "utcStart", "taskListId", "@type", "alerts"])).toEqual({
      id,
      "@type": "Task",
      title: "Måla staketet",
      due: "2026-11-27T17:00:00",
      utcDue: "2026-11-27T16:00:00Z",
      utcStart: "2026-11-25T07:00:00Z",
      taskListId,
      alerts: { a: expect.objectContaining({ trigger: expect.objectContaining({ offset: "-PT1H" }) }) },
    });
  });

  it("keeps a task without any time, and knows no calendarIds", async () => {
    const { id } = await create({ title: "Någon gång" });
    const stored = await task(id);
    expect(stored).not.toHaveProperty("calendarIds");
    expect(stored).not.toHaveProperty("start");
    expect(await task(id, ["utcDue", "utcStart"])).toEqual({ id, utcDue: null, utcStart: null });
  });

  it("touches only what a patch names", async () => {
    const own = [
      "SUMMARY;X-SHADE=blue:Töm soporna",
      "DUE;VALUE=DATE:20261130",
      "X-TASKS-ORG-ORDER:4",
      "PRIORITY:5",
    ];
    const id = await jmap.put(elin.actor, taskListId, "t.ics", vtodo("t", ...own));
    await update(id, { priority: 1 });
    const text = await lines(id);
    for (const line of [
      "SUMMARY;X-SHADE=blue:Töm soporna",
      "DUE;VALUE=DATE:20261130",
      "X-TASKS-ORG-ORDER:4",
      "PRIORITY:1",
    ])
      expect(text).toContain(line);
    expect(text.some((line) => line.startsWith("STATUS") || line.startsWith("COMPLETED"))).toBe(false);
  });

  it("says when a task was completed as CalDAV's clients do, and takes it back", async () => {
    const { id } = await create({ title: "Ring" });
    const { updated } = await update(id, { progress: "completed" });
    expect(updated[id]).toMatchObject({ percentComplete: 100, progressUpdated: expect.any(String) });
    const done = await lines(id);
    expect(done).toEqual(expect.arrayContaining(["STATUS:COMPLETED", "PERCENT-COMPLETE:100"]));
    expect(done.filter((line) => line.startsWith("COMPLETED:"))).toHaveLength(1);
    await update(id, { progress: "needs-action" });
    const open = await lines(id);
    expect(open).toContain("STATUS:NEEDS-ACTION");
    expect(open.some((line) => /^(COMPLETED|PERCENT-COMPLETE)/.test(line))).toBe(false);
  });

  it("keeps the time of completion that a client says itself", async () => {
    const { id } = await create({ title: "Ring" });
    await update(id, { progress: "completed", progressUpdated: "2026-11-01T10:00:00Z", percentComplete: 80 });
    expect(await lines(id)).toEqual(
      expect.arrayContaining(["COMPLETED:20261101T100000Z", "PERCENT-COMPLETE:80"]),
    );
  });

  it("refuses a progress that cannot follow, and what is not a task's", async () => {
    const { id } = await create({ title: "Ring", progress: "cancelled" });
    const refused = await update(id, { progress: "completed" });
    expect(refused.notUpdated[id]).toMatchObject({ type: "invalidProperties", properties: ["progress"] });
    expect((await task(id)).progress).toBe("cancelled");
    for (const wrong of [
      { utcDue: "2026-11-27T16:00:00Z" },
      { calendarIds: { x: true } },
      { progress: "soon" },
    ]) {
      const answer = await elin.call("Task/set", { create: { t: { taskListId, title: "x", ...wrong } } });
      expect(answer.notCreated.t.type, JSON.stringify(wrong)).toBe("invalidProperties");
      expect(answer.created).toBeNull();
    }
    const nowhere = await elin.call("Task/set", { create: { t: { title: "x" } } });
    expect(nowhere.notCreated.t.properties).toEqual(["taskListId"]);
  });

  it("does not reach events, nor CalendarEvent/set tasks", async () => {
    const event = await elin.createEvent({
      calendarIds: { [taskListId]: true },
      title: "Möte",
      start: "2026-11-25T08:00:00",
    });
    const { id } = await create({ title: "Ring" });
    const asTask = await elin.call("Task/set", {
      update: { [event.id]: { title: "x" } },
      destroy: [event.id],
    });
    expect(asTask.notDestroyed[event.id].type).toBe("notFound");
    const asEvent = await elin.call("CalendarEvent/set", { destroy: [id] });
    expect(asEvent.notDestroyed[id].type).toBe("notFound");
    expect((await elin.event(event.id)).title).toBe("Möte");
    expect((await task(id)).title).toBe("Ring");
    expect((await elin.call("Task/get", { ids: [event.id] })).notFound).toEqual([event.id]);
  });
});

describe("a task that repeats", () => {
  const occurrence = (id: string, day: string): string => `${id}_${day}T080000`;

  it("is completed one occurrence at a time: the next stays open", async () => {
    const id = await jmap.put(elin.actor, taskListId, "t.ics", vtodo("t", ...WEEKLY));
    const first = occurrence(id, "20261102");
    await update(first, { progress: "completed" });
    const text = await lines(id);
    const [, main = "", override = ""] = text.join("\n").split("BEGIN:VTODO");
    expect(main).toContain("STATUS:NEEDS-ACTION");
    expect(main).toContain("RRULE:FREQ=WEEKLY;COUNT=4");
    expect(main).toContain("DTSTART;TZID=Europe/Stockholm:20261102T080000");
    expect(main).not.toContain("COMPLETED");
    expect(override).toContain("RECURRENCE-ID;TZID=Europe/Stockholm:20261102T080000");
    expect(override).toContain("STATUS:COMPLETED");
    expect(override).toMatch(/\nCOMPLETED:\d{8}T\d{6}Z/);
    expect(override).toContain("PERCENT-COMPLETE:100");
    expect(override).toContain("X-APPLE-SORT-ORDER:7");
    const { list } = await elin.call("Task/get", {
      ids: [first, occurrence(id, "20261109")],
      properties: ["progress", "due", "baseTaskId"],
    });
    expect(list).toEqual([
      { id: first, baseTaskId: id, progress: "completed", due: "2026-11-02T18:00:00" },
      {
        id: occurrence(id, "20261109"),
        baseTaskId: id,
        progress: "needs-action",
        due: "2026-11-09T18:00:00",
      },
    ]);
  });

  it("is opened again by taking back the completion, and nothing else is lost", async () => {
    const id = await jmap.put(elin.actor, taskListId, "t.ics", vtodo("t", ...WEEKLY));
    const second = occurrence(id, "20261109");
    await update(second, { progress: "completed" });
    await update(second, { progress: "needs-action" });
    const text = (await lines(id)).join("\n");
    expect(text).not.toMatch(/\nCOMPLETED|PERCENT-COMPLETE|STATUS:COMPLETED/);
    expect(text).toContain("X-APPLE-SORT-ORDER:7");
  });

  it("is answered as what is to be done next", async () => {
    const id = await jmap.put(elin.actor, taskListId, "t.ics", vtodo("t", ...WEEKLY));
    const once = await create({ title: "En gång", due: "2026-11-03T12:00:00" });
    const next = (): Promise<string[]> =>
      query({ nextOpenOnly: true, filter: { isOver: false }, sort: [{ property: "due" }] });
    expect(await next()).toEqual([occurrence(id, "20261102"), once.id]);
    await update(occurrence(id, "20261102"), { progress: "completed" });
    expect(await next()).toEqual([once.id, occurrence(id, "20261109")]);
    await update(occurrence(id, "20261109"), { progress: "cancelled" });
    await update(once.id, { progress: "completed" });
    expect(await next(), "what is over is left out by the filter").toEqual([occurrence(id, "20261116")]);
    await update(occurrence(id, "20261116"), { progress: "completed" });
    await update(occurrence(id, "20261123"), { progress: "completed" });
    expect(await next(), "the series is done").toEqual([]);
  });

  it("repeats from its due time when it has no start, as Tasks.org writes it", async () => {
    const own = ["DUE;TZID=Europe/Stockholm:20261102T180000", "RRULE:FREQ=DAILY", "SUMMARY:Vattna"];
    const id = await jmap.put(elin.actor, taskListId, "t.ics", vtodo("t", ...own));
    const second = `${id}_20261103T180000`;
    await update(second, { progress: "completed" });
    const text = (await lines(id)).join("\n");
    expect(text).toContain("RECURRENCE-ID;TZID=Europe/Stockholm:20261103T180000");
    expect(text.split("BEGIN:VTODO")[2]).toContain("DUE;TZID=Europe/Stockholm:20261103T180000");
    expect(await task(second, ["due", "progress"])).toEqual({
      id: second,
      due: "2026-11-03T18:00:00",
      progress: "completed",
    });
    expect(await query({ nextOpenOnly: true })).toEqual([`${id}_20261102T180000`]);
  });

  const WEEKLY_RULE = { "@type": "RecurrenceRule", frequency: "weekly" };
  it.each([
    [
      "a time",
      { due: "2026-11-29T18:00:00", timeZone: "Europe/Stockholm" },
      ";TZID=Europe/Stockholm:",
      "T180000",
    ],
    ["a day", { due: "2026-11-29T00:00:00", showWithoutTime: true }, ";VALUE=DATE:", ""],
  ])("repeats when it is only due at %s, made so or changed to", async (_, times, sort, clock) => {
    const made = await create({ title: "Vattna", ...times, recurrenceRule: WEEKLY_RULE });
    const changed = await create({ title: "Vattna", ...times });
    const { updated } = await update(changed.id, { recurrenceRule: WEEKLY_RULE });
    expect(updated, "the rule is taken as sent").toEqual({ [changed.id]: { sequence: 1 } });
    for (const { id } of [made, changed]) {
      expect(await task(id, ["recurrenceRule", "due"])).toMatchObject({
        due: times.due,
        recurrenceRule: WEEKLY_RULE,
      });
      const text = await lines(id);
      expect(text).toEqual(expect.arrayContaining([`DUE${sort}20261129${clock}`, "RRULE:FREQ=WEEKLY"]));
      expect(text.slice(text.indexOf("BEGIN:VTODO")).join("\n")).not.toContain("DTSTART");
      const first = `${id}_20261129${clock || "T000000"}`;
      await update(first, { progress: "completed" });
      const next = `${id}_20261206${clock || "T000000"}`;
      expect(await query({ nextOpenOnly: true })).toContain(next);
      const { progress, due } = await task(next, ["progress", "due"]);
      expect([progress ?? "needs-action", due]).toEqual([
        "needs-action",
        times.due.replace("11-29", "12-06"),
      ]);
    }
    await update(made.id, { recurrenceRule: null });
    expect(await lines(made.id)).not.toContain("RRULE:FREQ=WEEKLY");
  });

  it("that is only due rings before each of its due times", async () => {
    const trigger = { "@type": "OffsetTrigger", offset: "-PT1H", relativeTo: "end" };
    const { id } = await create({
      title: "Vattna",
      due: "2026-11-29T18:00:00",
      timeZone: "Europe/Stockholm",
      recurrenceRule: WEEKLY_RULE,
      alerts: { a: { "@type": "Alert", trigger, action: "display" } },
    });
    const stored = await jmap.app.storage.read((tx) => tx.objects.byId(id as ObjectId));
    if (!stored) throw new Error("not stored");
    const { object } = new ReadObject(stored);
    const first = nextAlarm(object, Date.UTC(2026, 10, 20), UTC);
    expect(first?.at).toBe(Date.UTC(2026, 10, 29, 16));
    expect(nextAlarm(object, first?.at ?? 0, UTC)?.at).toBe(Date.UTC(2026, 11, 6, 16));
    expect(await lines(id)).toContain("TRIGGER;RELATED=END:-PT1H");
  });

  it("that is only due keeps what its occurrences have when it is moved", async () => {
    const own = ["DUE;TZID=Europe/Stockholm:20261102T180000", "RRULE:FREQ=DAILY", "SUMMARY:Vattna"];
    const id = await jmap.put(elin.actor, taskListId, "t.ics", vtodo("t", ...own));
    await update(`${id}_20261103T180000`, { title: "Vattna mycket" });
    const { recurrenceOverrides } = (await task(id)) as { recurrenceOverrides: Record<string, unknown> };
    const moved = { "2026-11-03T19:00:00": recurrenceOverrides["2026-11-03T18:00:00"] };
    await update(id, { due: "2026-11-02T19:00:00", recurrenceOverrides: moved });
    const text = (await lines(id)).join("\n");
    expect(text).toContain("RECURRENCE-ID;TZID=Europe/Stockholm:20261103T190000");
    expect(text.split("BEGIN:VTODO")[2]).toContain("DUE;TZID=Europe/Stockholm:20261103T190000");
    expect(text).not.toContain("T180000");
  });

  it("follows a client that moves the series on instead", async () => {
    const id = await jmap.put(elin.actor, taskListId, "t.ics", vtodo("t", ...WEEKLY));
    const moved = WEEKLY.map((line) => line.replace("20261102", "20261109").replace("COUNT=4", "COUNT=3"));
    await jmap.put(elin.actor, taskListId, "t.ics", vtodo("t", ...moved));
    expect(await query({ nextOpenOnly: true })).toEqual([occurrence(id, "20261109")]);
  });

  it("is expanded in a window, by when it is due", async () => {
    const id = await jmap.put(elin.actor, taskListId, "t.ics", vtodo("t", ...WEEKLY));
    const filter = { after: "2026-11-09T17:00:00", before: "2026-11-23T18:00:00" };
    expect(await query({ expandRecurrences: true, timeZone: "Europe/Stockholm", filter })).toEqual([
      occurrence(id, "20261109"),
      occurrence(id, "20261116"),
    ]);
    expect((await elin.failing("Task/query", { expandRecurrences: true })).type).toBe("invalidArguments");
  });
});

describe("Task/query", () => {
  it("filters and sorts, those without a due time last", async () => {
    const late = await create({ title: "Sent", due: "2026-12-01T12:00:00" });
    const soon = await create({ title: "Snart", due: "2026-11-24T12:00:00", priority: 1 });
    const never = await create({ title: "Någon gång", progress: "in-process" });
    const done = await create({
      title: "Klart",
      progress: "completed",
      progressUpdated: "2026-11-20T10:00:00Z",
    });
    const sort = [{ property: "due" }, { property: "title" }];
    expect(await query({ sort })).toEqual([soon.id, late.id, done.id, never.id]);
    expect(
      await query({ sort: [{ property: "due", isAscending: false }], filter: { hasDue: true } }),
    ).toEqual([late.id, soon.id]);
    expect(await query({ sort, filter: { isOver: false } })).toEqual([soon.id, late.id, never.id]);
    expect(await query({ filter: { progress: ["in-process"] } })).toEqual([never.id]);
    expect(await query({ filter: { text: "någon" } })).toEqual([never.id]);
    expect(await query({ filter: { completedAfter: "2026-11-20T00:00:00Z" } })).toEqual([done.id]);
    expect(await query({ filter: { before: "2026-11-25T00:00:00" } })).toEqual([soon.id]);
    const either = { operator: "OR", conditions: [{ title: "sent" }, { inTaskList: "elsewhere" }] };
    expect(await query({ filter: either })).toEqual([late.id]);
    expect((await elin.failing("Task/query", { filter: { colour: "red" } })).type).toBe("unsupportedFilter");
    expect((await elin.failing("Task/query", { sort: [{ property: "mood" }] })).type).toBe("unsupportedSort");
  });
});

describe("Task/queryChanges", () => {
  const sort = [{ property: "due" }, { property: "title" }];
  const open = { sort, filter: { isOver: false } };

  it("leads from a former answer to the present one, whatever came, went, moved or ceased to match", async () => {
    const [first, moved, done, gone] = [
      await create({ title: "Först", due: "2026-11-24T12:00:00" }),
      await create({ title: "Flyttas", due: "2026-11-25T12:00:00" }),
      await create({ title: "Blir klar", due: "2026-11-26T12:00:00" }),
      await create({ title: "Tas bort", due: "2026-11-27T12:00:00" }),
    ];
    const before = await elin.call("Task/query", open);
    expect(before).toMatchObject({ canCalculateChanges: true, ids: [first.id, moved.id, done.id, gone.id] });
    const since = { ...open, sinceQueryState: before.queryState };
    expect(await elin.call("Task/queryChanges", since)).toMatchObject({ removed: [], added: [] });
    await elin.call("Task/set", {
      update: { [moved.id]: { due: "2026-12-01T12:00:00" }, [done.id]: { progress: "completed" } },
      destroy: [gone.id],
    });
    const added = await create({ title: "Ny", due: "2026-11-23T12:00:00" });
    // An event is none of the answer, though it is in the same log.
    await elin.createEvent({
      calendarIds: { [taskListId]: true },
      title: "Möte",
      start: "2026-11-25T08:00:00",
    });
    const changes = await elin.call("Task/queryChanges", { ...since, calculateTotal: true });
    const removed = new Set<string>(changes.removed);
    const list: string[] = before.ids.filter((id: string) => !removed.has(id));
    for (const { id, index } of changes.added) list.splice(index, 0, id);
    const after = await elin.call("Task/query", open);
    expect(list).toEqual([added.id, first.id, moved.id]);
    expect(list).toEqual(after.ids);
    expect(changes).toMatchObject({ newQueryState: after.queryState, total: 3 });
    expect(removed.has(first.id)).toBe(false);
    expect((await elin.failing("Task/queryChanges", { ...since, maxChanges: 1 })).type).toBe(
      "tooManyChanges",
    );
  });

  it.each([
    ["of what comes next", { nextOpenOnly: true }, false],
    [
      "of occurrences",
      {
        expandRecurrences: true,
        filter: { after: "2026-11-01T00:00:00", before: "2026-12-01T00:00:00" },
      },
      false,
    ],
    ["of tasks", {}, true],
  ])("says %s whether it can, and keeps to it", async (_what, args, can) => {
    const { queryState, canCalculateChanges } = await elin.call("Task/query", args);
    expect(canCalculateChanges).toBe(can);
    const since = { ...args, sinceQueryState: queryState };
    expect(await elin.call("Task/queryChanges", since)).toMatchObject({ removed: [], added: [] });
    const { id } = await create({ title: "Ny" });
    if (can) expect((await elin.call("Task/queryChanges", since)).added).toEqual([{ id, index: 0 }]);
    else expect((await elin.failing("Task/queryChanges", since)).type).toBe("cannotCalculateChanges");
  });

  it("cannot tell since a state that it never gave, nor of an order that it does not know", async () => {
    expect((await elin.failing("Task/queryChanges", { sinceQueryState: "never" })).type).toBe(
      "cannotCalculateChanges",
    );
    const { queryState } = await elin.call("Task/query", {});
    await create({ title: "Ny" });
    const unknown = { sort: [{ property: "mood" }], sinceQueryState: queryState };
    expect((await elin.failing("Task/queryChanges", unknown)).type).toBe("cannotCalculateChanges");
  });
});

describe("Task/changes", () => {
  it("tells of tasks alone, and CalendarEvent/changes of none", async () => {
    const { state: since } = await elin.call("Task/get", { ids: [] });
    const { id } = await create({ title: "Ring" });
    const gone = await create({ title: "Bort" });
    const { state: between } = await elin.call("Task/get", { ids: [] });
    await elin.createEvent({
      calendarIds: { [taskListId]: true },
      title: "Möte",
      start: "2026-11-25T08:00:00",
    });
    await elin.call("Task/set", { update: { [id]: { title: "Ring nu" } }, destroy: [gone.id] });
    expect(await elin.call("Task/changes", { sinceState: since })).toMatchObject({
      created: [id],
      updated: [],
      destroyed: [gone.id],
    });
    expect(await elin.call("Task/changes", { sinceState: between })).toMatchObject({
      created: [],
      updated: [id],
      destroyed: [gone.id],
    });
    const events = await elin.call("CalendarEvent/changes", { sinceState: between });
    expect(events).toMatchObject({ updated: [], destroyed: [] });
    expect(events.created).toHaveLength(1);
  });

  it("is pushed under its own name", async () => {
    const events = await elin.listen("?types=Task&closeafter=state&ping=0");
    await elin.createEvent({
      calendarIds: { [taskListId]: true },
      title: "Möte",
      start: "2026-11-25T08:00:00",
    });
    await create({ title: "Ring" });
    await jmap.pass(1_000);
    const { data } = (await events.next()) ?? {};
    expect(data.changed[elin.accountId]).toEqual({ Task: expect.any(String) });
  });
});

describe("TaskList", () => {
  it("is a calendar that may hold tasks; a new one holds nothing else", async () => {
    const { created } = await elin.call("TaskList/set", {
      create: { l: { name: "Trädgård", color: "#00ff00" } },
    });
    const { list } = await elin.call("TaskList/get", { ids: null, properties: ["name", "role", "myRights"] });
    expect(list).toContainEqual({
      id: created.l.id,
      name: "Trädgård",
      role: null,
      myRights: expect.objectContaining({ mayWriteAll: true }),
    });
    expect(list.filter(({ role }: Answer) => role === "inbox")).toHaveLength(1);
    const event = { calendarIds: { [created.l.id]: true }, title: "Möte", start: "2026-11-25T08:00:00" };
    const refused = await elin.call("CalendarEvent/set", { create: { e: event } });
    expect(refused.notCreated.e.type).toBe("invalidProperties");
  });

  it("says as a Calendar that it takes no events, and as a list that it may be written", async () => {
    const { created } = await elin.call("TaskList/set", { create: { l: { name: "Trädgård" } } });
    const { id } = created.l;
    expect(created.l).toMatchObject({ myRights: { mayWriteAll: true } });
    expect(created.l).not.toHaveProperty("snart:itemTypes");
    const rights = { mayReadItems: true, mayWriteAll: false, mayWriteOwn: false, mayRSVP: false };
    const shown = await elin.calendars();
    expect(shown.find((one) => one.id === id)).toMatchObject({
      myRights: { ...rights, mayShare: true, mayDelete: true },
      "snart:itemTypes": ["Task"],
    });
    expect(shown.find((one) => one.id === taskListId)).toMatchObject({
      myRights: { mayWriteAll: true },
      "snart:itemTypes": ["CalendarEvent", "Task"],
    });
    const { list } = await elin.call("TaskList/get", { ids: [id] });
    expect(list).toMatchObject([{ myRights: { mayWriteAll: true, mayWriteOwn: true, mayRSVP: true } }]);
    const renamed = await elin.call("Calendar/set", { update: { [id]: { name: "Växthus" } } });
    expect(renamed.notUpdated).toBeNull();
  });

  it("is destroyed with its tasks only when that is said, and never with events", async () => {
    const { created } = await elin.call("TaskList/set", { create: { l: { name: "Trädgård" } } });
    const { id } = created.l;
    await create({ taskListId: id, title: "Kratta" });
    const refused = await elin.call("TaskList/set", { destroy: [id] });
    expect(refused.notDestroyed[id].type).toBe("taskListHasTask");
    expect(
      (await elin.call("TaskList/set", { destroy: [id], onDestroyRemoveTasks: true })).destroyed,
    ).toEqual([id]);
    await elin.createEvent({
      calendarIds: { [taskListId]: true },
      title: "Möte",
      start: "2026-11-25T08:00:00",
    });
    const mixed = await elin.call("TaskList/set", { destroy: [taskListId], onDestroyRemoveTasks: true });
    expect(mixed.notDestroyed[taskListId].type).toBe("forbidden");
    expect((await elin.calendars()).some((one) => one.id === taskListId)).toBe(true);
  });
});

const share = (other: JmapClient): Promise<void> =>
  jmap.app.storage.write((tx) =>
    tx.calendars.setShare({
      calendarId: taskListId as never,
      principalId: other.actor.principalId,
      level: "read",
    }),
  );

describe("sharing", () => {
  it("shows tasks to whom the list is shared with, but not private ones, and refuses what they may not write", async () => {
    const nils = await jmap.client("nils");
    const open = await create({ title: "Öppen" });
    const secret = await create({ title: "Hemlig", privacy: "secret" });
    await share(nils);
    const seen = await nils.call("Task/get", {
      accountId: elin.accountId,
      ids: [open.id, secret.id],
      properties: ["title"],
    });
    expect(seen.list).toEqual([{ id: open.id, title: "Öppen" }]);
    expect(await nils.call("Task/query", { accountId: elin.accountId })).toMatchObject({ ids: [open.id] });
    const written = await nils.call("Task/set", {
      accountId: elin.accountId,
      update: { [open.id]: { progress: "completed" }, [secret.id]: { title: "x" } },
    });
    expect(written.notUpdated[open.id].type).toBe("forbidden");
    expect(written.notUpdated[secret.id].type).toBe("notFound");
    expect((await task(open.id)).progress).toBeUndefined();
  });

  it("copies a task into one's own list", async () => {
    const nils = await jmap.client("nils");
    const { id } = await create({ title: "Öppen", due: "2026-12-01T12:00:00" });
    await share(nils);
    const own = (await nils.call("TaskList/get", { ids: null })).list[0].id;
    const { created } = await nils.call("Task/copy", {
      fromAccountId: elin.accountId,
      create: { c: { id, taskListId: own } },
    });
    const copy = (await nils.call("Task/get", { ids: [created.c.id] })).list[0];
    expect(copy).toMatchObject({ title: "Öppen", due: "2026-12-01T12:00:00", taskListId: own });
    expect((await task(id)).taskListId).toBe(taskListId);
  });
});
