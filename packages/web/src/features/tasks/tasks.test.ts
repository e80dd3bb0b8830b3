import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { Change } from "../../store/queue/change.ts";
import type { CalendarEntry, EventEntry } from "../../store/items/entries.ts";
import type { Span } from "../../store/items/span.ts";
import { nextTurnAfter, shownTasks, type ShownTask } from "../../store/tasks/shown-tasks.ts";
import { taskOccurrences } from "../../store/tasks/task-occurrences.ts";
import { nextFreeSpan } from "./free-span.ts";
import { readTask } from "./read-task.ts";
import { changeOfTask, movePatch, progressChange } from "../../store/tasks/task-changes.ts";
import { groupTasks } from "./task-groups.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const at = (text: string): number => Date.parse(`${text}+01:00`);
const NOW = at("2026-11-23T10:20:00");

const calendar: CalendarEntry = {
  key: "A/c",
  accountId: "A",
  id: "c",
  name: "Elin",
  colour: "lake",
  isVisible: true,
  isDefault: true,
  isShared: false,
  sortOrder: 0,
  mayWrite: true,
  holdsTasks: true,
};

function entry(uid: string, more: object = {}): EventEntry {
  const made: unknown = { "@type": "Task", id: uid, uid, title: uid, calendarIds: { c: true }, ...more };
  const event = made as JSEvent;
  return {
    key: `A/${uid}`,
    accountId: "A",
    id: uid,
    event,
    calendarKey: "A/c",
    savingSince: null,
    problem: null,
  };
}
const timed = <T extends object>(due: string, more?: T) => ({ due, timeZone: "Europe/Stockholm", ...more });
const onDay = (day: string, more: object = {}) => ({
  due: `${day}T00:00:00`,
  showWithoutTime: true,
  ...more,
});
const part = (of: string) => ({ relatedTo: { [of]: { "@type": "Relation", relation: { parent: true } } } });
const weekly = timed("2026-11-09T18:00:00", {
  start: "2026-11-09T08:00:00",
  recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly" },
});

const shown = (...entries: EventEntry[]): ShownTask[] => shownTasks(entries, [calendar], NOW, zone);
const only = (one: EventEntry): ShownTask => {
  const [task] = shown(one);
  if (!task) throw new Error("not shown");
  return task;
};
const lists = (...entries: EventEntry[]) =>
  groupTasks(shown(...entries), NOW, zone).map(({ name, lines }) => [
    name,
    ...lines.map(({ task, depth }) => `${">".repeat(depth)}${task.event.title}`),
  ]);
const moveOfTask = (task: ShownTask, span: Span, viewer: Zone): Change | undefined => {
  const patch = movePatch(task, span, viewer);
  return patch && changeOfTask(task, patch);
};
/** A task after a change of it. */
function after(one: EventEntry, change: Change | undefined): EventEntry {
  if (change?.kind !== "update") throw new Error("no update");
  const patched = applyPatch(one.event, change.patch);
  if (!patched.ok) throw new Error(JSON.stringify(patched.problem));
  return { ...one, event: patched.value };
}

describe("groups", () => {
  it("go by how soon, on the viewer's days, Monday first", () => {
    expect(
      lists(
        entry("whole day before", onDay("2026-11-22")),
        entry("an hour ago", timed("2026-11-23T09:20:00")),
        entry("today still", onDay("2026-11-23")),
        entry("after midnight elsewhere", { due: "2026-11-23T23:30:00", timeZone: "Etc/UTC" }),
        entry("Sunday", onDay("2026-11-29")),
        entry("Monday", onDay("2026-11-30")),
        entry("in two weeks", onDay("2026-12-07")),
        entry("whenever"),
        entry("ready", { progress: "completed" }),
      ),
    ).toEqual([
      ["overdue", "whole day before", "an hour ago"],
      ["today", "today still"],
      ["tomorrow", "after midnight elsewhere"],
      ["thisWeek", "Sunday"],
      ["nextWeek", "Monday"],
      ["later", "in two weeks"],
      ["noDate", "whenever"],
      ["done", "ready"],
    ]);
  });

  it("put the highest priority first where the time is the same", () => {
    const due = onDay("2026-11-23");
    expect(
      lists(entry("c", due), entry("b", { ...due, priority: 9 }), entry("a", { ...due, priority: 1 })),
    ).toEqual([["today", "a", "b", "c"]]);
  });

  it("set parts under their parents, except those due sooner", () => {
    expect(
      lists(
        entry("paint", onDay("2026-11-27")),
        entry("buy", { ...part("paint") }),
        entry("ask", { ...onDay("2026-11-23"), ...part("paint") }),
        entry("tube", { ...part("buy") }),
      ),
    ).toEqual([
      ["today", "ask"],
      ["thisWeek", "paint", ">buy", ">>tube"],
    ]);
  });

  it("lose no tasks that are parts of each other, of themselves, or of a missing task", () => {
    const found = lists(
      entry("a", part("b")),
      entry("b", part("a")),
      entry("c", part("c")),
      entry("d", part("gone")),
    );
    expect(
      found
        .flat()
        .filter((it) => it !== "noDate")
        .map((it) => it.replaceAll(">", ""))
        .toSorted(),
    ).toEqual(["a", "b", "c", "d"]);
  });
});

describe("a recurring task", () => {
  it("is shown as its next turn; the one after it follows when that is done", () => {
    const series = entry("bins", weekly);
    expect(only(series).recurrenceId).toBe("2026-11-09T08:00:00");
    expect(nextTurnAfter(only(series), NOW, zone)).toEqual({ at: at("2026-11-16T18:00:00"), allDay: false });
    const once = after(series, progressChange(only(series), true));
    expect(once.event.recurrenceRule).toEqual(series.event.recurrenceRule);
    expect(once.event.start).toBe(series.event.start);
    expect(shown(once).map((it) => [it.recurrenceId, it.isOver])).toEqual([
      ["2026-11-16T08:00:00", false],
      ["2026-11-09T08:00:00", true],
    ]);
    const done = shown(once).find((it) => it.isOver);
    const back = done && after(once, progressChange(done, false));
    expect(back?.event.recurrenceOverrides ?? {}).toEqual({});
  });

  it("moves one turn alone, from its due time where it has no start", () => {
    const span = { start: at("2026-11-24T13:00:00"), end: at("2026-11-24T14:00:00"), allDay: false };
    const moved = after(entry("bins", weekly), moveOfTask(only(entry("bins", weekly)), span, zone));
    expect(moved.event.recurrenceOverrides).toEqual({
      "2026-11-09T08:00:00": { start: "2026-11-24T13:00:00", due: "2026-11-24T14:00:00" },
    });
    const byDue = { ...weekly, start: undefined };
    const other = entry("bins", byDue);
    expect(after(other, moveOfTask(only(other), span, zone)).event.recurrenceOverrides).toEqual({
      "2026-11-09T18:00:00": { due: "2026-11-24T14:00:00" },
    });
    expect(moveOfTask(only(other), { ...span, allDay: true }, zone)).toBeUndefined();
  });

  it("stands among events on every day that it is due and not done", () => {
    const series = after(entry("bins", weekly), progressChange(only(entry("bins", weekly)), true));
    const window = { from: at("2026-11-01T00:00:00"), to: at("2026-11-29T00:00:00") };
    expect(taskOccurrences([series, entry("never")], [calendar], window, zone).map((it) => it.start)).toEqual(
      [at("2026-11-16T18:00:00"), at("2026-11-23T18:00:00")],
    );
    expect(taskOccurrences([series], [{ ...calendar, isVisible: false }], window, zone)).toEqual([]);
  });
});

describe("the time of a task in the calendar", () => {
  it("lays a task into hours and into whole days, in its own zone", () => {
    const task = entry("write", { due: "2026-12-24T12:00:00", timeZone: "Europe/London" });
    const span = { start: at("2026-11-24T13:00:00"), end: at("2026-11-24T14:30:00"), allDay: false };
    const planned = after(task, moveOfTask(only(task), span, zone));
    expect(planned.event).toMatchObject({
      start: "2026-11-24T12:00:00",
      due: "2026-11-24T13:30:00",
      timeZone: "Europe/London",
    });
    const days = { start: at("2026-11-24T00:00:00"), end: at("2026-11-27T00:00:00"), allDay: true };
    const whole = after(planned, moveOfTask(only(planned), days, zone)).event;
    expect(whole).toMatchObject({ due: "2026-11-26T00:00:00", showWithoutTime: true });
    expect(whole).not.toHaveProperty("start");
    expect(whole).not.toHaveProperty("timeZone");
  });

  it("finds the next free hour between eight and eight", () => {
    const busy = (from: string, to: string, allDay = false) => ({ start: at(from), end: at(to), allDay });
    const day = busy("2026-11-23T00:00:00", "2026-11-24T00:00:00", true);
    expect(nextFreeSpan([day], NOW, zone, 3)?.start).toBe(at("2026-11-23T10:30:00"));
    const taken = [
      busy("2026-11-23T08:00:00", "2026-11-23T19:15:00"),
      busy("2026-11-24T08:30:00", "2026-11-24T09:00:00"),
    ];
    expect(nextFreeSpan(taken, NOW, zone, 3)?.start).toBe(at("2026-11-24T09:00:00"));
    expect(nextFreeSpan([busy("2026-11-20T00:00:00", "2026-12-20T00:00:00")], NOW, zone, 14)).toBeUndefined();
  });
});

describe("a line of words", () => {
  const read = (line: string) => readTask(line, zone.toLocal(NOW), zone, [calendar], calendar);

  it("names the task, its time and its repeat", () => {
    expect(read("ring banken på fredag kl 15")).toMatchObject({ title: "Ring banken", priority: 0 });
    expect(read("ring banken på fredag kl 15").due).toEqual({
      local: zone.toLocal(at("2026-11-27T15:00:00")),
      allDay: false,
    });
    expect(read("buy milk tomorrow !")).toMatchObject({
      title: "Buy milk",
      priority: 1,
      due: { allDay: true },
    });
    expect(read("töm soporna varje måndag").rule).toMatchObject({ frequency: "weekly" });
    expect(read("läs en bok")).toMatchObject({ title: "Läs en bok", due: null, rule: undefined });
  });

  it("keeps words without a field in the title", () => {
    expect(read("paint #fence /nowhere").title).toBe("Paint #fence /nowhere");
    expect(read("paint /elin").title).toBe("Paint");
    expect(read("!").title).toBe("");
  });
});
