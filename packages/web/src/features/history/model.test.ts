import type { JSEvent, JSTask } from "@snart/calendar/jscalendar/types.ts";
import { describe, expect, it } from "vitest";
import { formats } from "../../i18n/format.ts";
import { changedTopics, hoursTexts, statusKey, topicText, viaKey } from "./model.ts";

const event: JSEvent = {
  "@type": "Event",
  uid: "u",
  title: "Möte",
  start: "2026-11-25T08:00:00",
  timeZone: "Europe/Stockholm",
  duration: "PT1H30M",
  updated: "2026-11-01T00:00:00Z",
};
const task: JSTask = { "@type": "Task", uid: "t", title: "Ring", due: "2026-11-25T18:00:00" };
const english = formats("en-GB", "UTC", (key) => key);

describe("changedTopics", () => {
  it("names each topic once, in the editor's order, and no stamps", () => {
    const after = {
      ...event,
      start: "2026-11-26T08:00:00",
      duration: "PT1H",
      title: "Fika",
      updated: "x",
      sequence: 3,
    };
    expect(changedTopics(event, after)).toEqual(["title", "when"]);
    expect(changedTopics(event, { ...event, color: "red", priority: 1 })).toEqual(["rest"]);
    expect(changedTopics(event, { ...event, updated: "2026-11-02T00:00:00Z" })).toEqual([]);
    expect(changedTopics(task, { ...task, progress: "completed", percentComplete: 100 })).toEqual(["status"]);
  });
});

describe("topicText", () => {
  it("says when in the zone that it is written in", () => {
    expect(topicText(event, "when", english)).toBe("Wednesday 25 November 2026, 08:00–09:30");
    expect(topicText(event, "when", english, true)).toBe(
      "Wednesday 25 November 2026, 08:00–09:30 (Europe/Stockholm)",
    );
    const whole: JSEvent = {
      ...event,
      timeZone: null,
      start: "2026-11-25T00:00:00",
      duration: "P2D",
      showWithoutTime: true,
    };
    expect(topicText(whole, "when", english)).toBe("Wednesday 25 November 2026 – Thursday 26 November 2026");
    expect(topicText(task, "due", english)).toBe("Wednesday 25 November 2026, 18:00");
    expect(topicText(task, "when", english)).toBe("");
  });

  it("leaves what fits no line unsaid, and does not fail on odd data", () => {
    expect(topicText(event, "repeat", english)).toBeUndefined();
    expect(topicText({ ...event, start: "soon", duration: "P1X" }, "when", english)).toBe("soon");
    expect(
      topicText({ ...event, participants: { a: { email: "nils@example.com" } } }, "guests", english),
    ).toBe("nils@example.com");
  });
});

it("knows the words of states and ways, and of nothing else", () => {
  expect(statusKey(event)).toBe("history.status.confirmed");
  expect(statusKey({ ...task, progress: "failed" })).toBe("history.status.failed");
  expect(viaKey("dav")).toBe("history.via.dav");
  expect(viaKey("elsewhere")).toBeUndefined();
  expect(viaKey(null)).toBeUndefined();
});

describe("hoursTexts", () => {
  it("says only the hours where nothing else of the time differs", () => {
    const later = { ...event, start: "2026-11-25T08:30:00" };
    expect(hoursTexts(event, later, english)).toEqual(["08:00–09:30", "08:30–10:00"]);
  });

  it("says nothing where day, clock, length of days or kind differ", () => {
    for (const other of [
      { ...event, start: "2026-11-26T08:00:00" },
      { ...event, timeZone: "Europe/London" },
      { ...event, duration: "PT20H" },
      { ...event, showWithoutTime: true },
      task,
    ])
      expect(hoursTexts(event, other, english)).toBeUndefined();
  });
});
