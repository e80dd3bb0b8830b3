import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { applyChange, type Change } from "../../../store/queue/change.ts";
import type { CalendarEntry, EventEntry } from "../../../store/items/entries.ts";
import { findOccurrence } from "../../../store/tasks/find-occurrence.ts";
import { occurrencesIn, type ShownOccurrence } from "../../../store/items/occurrences.ts";
import { timePatch } from "../../../store/items/span.ts";
import { chosenEvents } from "../../../grid/chosen-events.ts";
import type { ActionsBase } from "./actions-state.ts";
import { changingActions } from "./changing-actions.ts";
import { changesOfMany, shiftedSpan } from "./many-actions.ts";
import { changesOfPatch, changesOfRemoval } from "../series/series-change.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const at = (month: number, day: number, hour = 0): number =>
  zone.toInstant(localFromFields(2026, month, day, hour));
const run: JSEvent = {
  "@type": "Event",
  uid: "run#1",
  start: "2026-11-03T12:15:00",
  duration: "PT45M",
  timeZone: "Europe/Stockholm",
  recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly" },
};
const walk: JSEvent = {
  "@type": "Event",
  uid: "walk",
  start: "2026-11-04T09:00:00",
  duration: "PT1H",
  timeZone: "Europe/Stockholm",
};
const entryOf = (event: JSEvent): EventEntry => ({
  key: `A/${event.uid}`,
  accountId: "A",
  id: event.uid,
  event,
  calendarKey: "A/c",
  savingSince: null,
  problem: null,
});
const jog: JSEvent = { ...walk, uid: "jog", title: "Jog" };
/** A task as the server gives it. */
const taskOf = (uid: string, more: object): JSEvent => {
  const made: unknown = { "@type": "Task", uid, title: uid, timeZone: "Europe/Stockholm", ...more };
  return made as JSEvent;
};
const bank = taskOf("bank", {
  start: "2026-11-04T13:00:00",
  due: "2026-11-04T14:00:00",
  progress: "in-process",
});
const pills = taskOf("pills", {
  start: "2026-01-01T08:00:00",
  due: "2026-01-01T08:00:00",
  recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily", byHour: [8, 20] },
});
const calendars = [
  { key: "A/c", id: "c", isVisible: true, mayWrite: true, holdsTasks: true } as unknown as CalendarEntry,
];
const events = new Map([run, walk].map((event) => [event.uid, entryOf(event)]));
const tasks = new Map([bank, pills].map((task) => [task.uid, entryOf(task)]));
const shown = occurrencesIn(events.values(), calendars, { from: at(11, 1), to: at(12, 1) }, zone);

it("finds every occurrence again by its key, a sign for occurrences in its UID or not, and none that is gone", () => {
  for (const occurrence of shown)
    expect(findOccurrence({ events, tasks, calendars }, occurrence.key, zone)).toEqual(occurrence);
  expect(findOccurrence({ events, tasks, calendars }, "A/c/gone", zone)).toBeUndefined();
  expect(findOccurrence({ events, tasks, calendars }, "A/c/run#1#2026-11-05T12:15:00", zone)).toBeUndefined();
  expect(findOccurrence({ events, tasks, calendars: [] }, shown[0]?.key ?? "", zone)).toBeUndefined();
});

it("finds an occurrence that was moved to another day", () => {
  const patch = { recurrenceOverrides: { "2026-11-10T12:15:00": { start: "2026-11-12T08:00:00" } } };
  const moved = applyPatch(run, patch);
  const known = { events: new Map([["x", entryOf(moved.ok ? moved.value : run)]]), tasks, calendars };
  expect(findOccurrence(known, "A/c/run#1#2026-11-10T12:15:00", zone)?.start).toBe(at(11, 12, 8));
});

it("finds a task, and a turn of one that is due often, and none that is excluded, done or never was", () => {
  const find = (task: JSEvent, key: string) =>
    findOccurrence({ events, tasks: new Map([["x", entryOf(task)]]), calendars }, `A/c/${key}`, zone);
  expect(find(bank, "bank")).toMatchObject({ start: at(11, 4, 13), end: at(11, 4, 14) });
  const turn = "2026-11-04T20:00:00";
  expect(find(pills, `pills#${turn}`)).toMatchObject({ start: at(11, 4, 20), recurrenceId: turn });
  const withTurn = (patch: object): JSEvent =>
    taskOf("pills", { ...pills, recurrenceOverrides: { [turn]: patch } });
  expect(
    find(withTurn({ due: "2026-11-06T09:00:00", start: "2026-11-06T09:00:00" }), `pills#${turn}`)?.start,
  ).toBe(at(11, 6, 9));
  expect(find(withTurn({ excluded: true }), `pills#${turn}`)).toBeUndefined();
  expect(find(withTurn({ progress: "completed" }), `pills#${turn}`)).toBeUndefined();
  expect(find(pills, "pills#2026-11-04T21:00:00")).toBeUndefined();
  expect(find(taskOf("bank", { ...bank, progress: "completed" }), "bank")).toBeUndefined();
});

it("moves two of a series and an event by as much, and nothing else", () => {
  const chosen = shown.filter((it) => it.start >= at(11, 3) && it.start < at(11, 11));
  expect(chosen).toHaveLength(3);
  const made = changesOfMany(chosen, (it) =>
    changesOfPatch(it, timePatch(it.event, it, shiftedSpan(it, 26 * HOUR, zone), zone), "one", "new"),
  );
  expect(made.items).toEqual(chosen);
  const after = [...events.values()].map((entry) => {
    const event = made.changes
      .filter((change) => change.key === entry.key)
      .reduce<JSEvent | undefined>((now, change) => applyChange(now, change), entry.event);
    return entryOf(event ?? expect.fail("gone"));
  });
  const times = occurrencesIn(after, calendars, { from: at(11, 1), to: at(12, 1) }, zone);
  const moved = new Set(chosen.map((it) => it.key));
  const said = (key: string, start: number, length: number): string => `${key} ${start} ${length}`;
  expect(new Set(times.map((it) => said(it.key, it.start, it.end - it.start)))).toEqual(
    new Set(
      shown.map((it) => said(it.key, it.start + (moved.has(it.key) ? 26 * HOUR : 0), it.end - it.start)),
    ),
  );
});

it("deletes two of a series without the second bringing back the first", () => {
  const chosen = shown.filter((it) => it.recurrenceId !== null).slice(0, 2);
  const { changes } = changesOfMany(chosen, (it) => changesOfRemoval(it, "one"));
  const event = changes.reduce<JSEvent | undefined>((now, change) => applyChange(now, change), run);
  const left = occurrencesIn([entryOf(event ?? run)], calendars, { from: at(11, 1), to: at(12, 1) }, zone);
  expect(left.map((it) => it.recurrenceId)).toEqual(["2026-11-17T12:15:00", "2026-11-24T12:15:00"]);
});

it("keeps clock times where clocks change, and whole days whole", () => {
  const timed = { start: at(10, 24, 9), end: at(10, 24, 10), allDay: false };
  expect(shiftedSpan(timed, 24 * HOUR, zone)).toEqual({
    start: at(10, 25, 9),
    end: at(10, 25, 10),
    allDay: false,
  });
  const days = { start: at(10, 24), end: at(10, 25), allDay: true };
  expect(shiftedSpan(days, 26 * HOUR, zone)).toEqual({ start: at(10, 25), end: at(10, 26), allDay: true });
});

/** The actions, with what they hand to the store and say; all that is named is chosen. */
function acting(...chosen: readonly string[]) {
  const known = { events: new Map([walk, jog].map((it) => [it.uid, entryOf(it)])), tasks, calendars };
  const performed: { title: string; changes: readonly Change[]; count: number | undefined }[] = [];
  const base: unknown = {
    t: (key: string, given: object = {}) => [key, ...Object.values(given)].join(" "),
    zone,
    formats: { weekday: () => "day", time: () => "time", shortDay: () => "day" },
    store: {
      snapshot: { get: () => known },
      perform: (title: string, changes: readonly Change[], { count }: { readonly count?: number } = {}) => {
        performed.push({ title, changes, count });
        return "action";
      },
    },
    forNew: { key: "A/n", id: "n", mayWrite: true },
    address: "elin@example.com",
    editing: null,
    setFloating: () => {},
    setAsking: () => expect.fail("nothing is asked"),
  };
  const find = (key: string): ShownOccurrence =>
    findOccurrence(known, `A/c/${key}`, zone) ?? expect.fail(`no ${key}`);
  chosenEvents.set(new Set(chosen.map((key) => `A/c/${key}`)));
  return { actions: changingActions(base as ActionsBase), performed, find };
}
const TURN = "pills#2026-11-04T20:00:00";

it("moves events, tasks and turns of tasks that are chosen together by as much, as one action", () => {
  const { actions, performed, find } = acting("walk", "bank", TURN);
  actions.move(find("bank"), { start: at(11, 5, 14), end: at(11, 5, 15), allDay: false }, false);
  expect(performed).toEqual([
    {
      title: "toast.eventsAndTasks 1 2",
      count: 3,
      changes: [
        { kind: "update", key: "A/walk", patch: { start: "2026-11-05T10:00:00" } },
        {
          kind: "update",
          key: "A/bank",
          patch: {
            start: "2026-11-05T14:00:00",
            due: "2026-11-05T15:00:00",
            showWithoutTime: null,
            timeZone: "Europe/Stockholm",
          },
        },
        {
          kind: "update",
          key: "A/pills",
          patch: {
            recurrenceOverrides: {
              "2026-11-04T20:00:00": { start: "2026-11-05T21:00:00", due: "2026-11-05T21:00:00" },
            },
          },
        },
      ],
    },
  ]);
});

it("deletes events and tasks that are chosen together; of a repeating task this turn alone", () => {
  const { actions, performed, find } = acting("bank", TURN, "walk");
  actions.remove(find(TURN));
  expect(performed).toEqual([
    {
      title: "toast.eventsAndTasks 1 2",
      count: 3,
      changes: [
        { kind: "destroy", key: "A/bank" },
        {
          kind: "update",
          key: "A/pills",
          patch: { recurrenceOverrides: { "2026-11-04T20:00:00": { excluded: true } } },
        },
        { kind: "destroy", key: "A/walk" },
      ],
    },
  ]);
  expect(chosenEvents.get().size).toBe(0);
});

it("moves, deletes and copies a task alone as it does an event", () => {
  const { actions, performed, find } = acting();
  const later = { start: at(11, 4, 15), end: at(11, 4, 16), allDay: false };
  const here = { start: at(11, 4, 13), end: at(11, 4, 14), allDay: false };
  actions.move(find("bank"), here, false);
  expect(performed).toEqual([]);
  actions.move(find("bank"), later, false);
  actions.remove(find(TURN));
  actions.move(find("bank"), later, true);
  actions.copy(find(TURN));
  expect(performed.map(({ title, changes }) => [title, ...changes.map(({ kind }) => kind)])).toEqual([
    ["bank", "update"],
    ["pills", "update"],
    ["bank", "create"],
    ["pills", "create"],
  ]);
  const copies = performed.flatMap(({ changes }) =>
    changes.flatMap((change) => (change.kind === "create" ? [change.event] : [])),
  );
  const own = {
    "@type": "Task",
    timeZone: "Europe/Stockholm",
    uid: expect.any(String),
    calendarIds: { c: true },
  };
  expect(copies).toEqual([
    { ...own, title: "bank", start: "2026-11-04T15:00:00", due: "2026-11-04T16:00:00" },
    { ...own, title: "pills", start: "2026-11-04T20:00:00", due: "2026-11-04T20:00:00" },
  ]);
});

it("pastes an event and a task as far from each other as they were, and leaves the first ones alone", () => {
  const { actions, performed, find } = acting();
  actions.paste([find("bank"), find("walk")], at(11, 10, 9));
  expect(performed).toMatchObject([
    {
      title: "toast.eventsAndTasks 1 1",
      changes: [
        {
          kind: "create",
          event: { "@type": "Task", start: "2026-11-10T13:00:00", due: "2026-11-10T14:00:00" },
        },
        { kind: "create", event: { "@type": "Event", start: "2026-11-10T09:00:00" } },
      ],
    },
  ]);
});

it("brings a task to another calendar with a task's times, and refuses a turn that would move its whole series", () => {
  const { actions, performed, find } = acting();
  const calendar: unknown = { key: "A/d", id: "d", name: "Kim", mayWrite: true, holdsTasks: true };
  const to = { calendar: calendar as CalendarEntry, copies: false };
  actions.bring(find("bank"), { start: at(11, 4, 15), end: at(11, 4, 16), allDay: false }, to);
  actions.bring(find(TURN), { start: at(11, 4, 21), end: at(11, 4, 21), allDay: false }, to);
  expect(performed.map(({ changes }) => changes)).toEqual([
    [
      {
        kind: "update",
        key: "A/bank",
        patch: {
          start: "2026-11-04T15:00:00",
          due: "2026-11-04T16:00:00",
          showWithoutTime: null,
          timeZone: "Europe/Stockholm",
          calendarIds: { d: true },
        },
      },
    ],
  ]);
});

it("copies a task of a calendar that can only be read to one that holds tasks, not where new events go", () => {
  const { actions, performed, find } = acting();
  const { calendar, ...item } = find("bank");
  actions.copy({ ...item, calendar: { ...calendar, id: "e", key: "A/e", mayWrite: false } });
  expect(performed).toMatchObject([{ changes: [{ kind: "create", event: { calendarIds: { c: true } } }] }]);
});
