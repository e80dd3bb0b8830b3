import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expect, it } from "vitest";
import { EventBase } from "./event-base.ts";

const event = (title: string): JSEvent => ({
  "@type": "Event",
  uid: "a",
  title,
  start: "2026-11-23T12:00:00",
  keywords: { home: true },
});

it("preserves the object of an unchanged event that is fetched again, and reports no change", () => {
  const base = new EventBase();
  const first = event("Lunch");
  base.set("k", first);
  expect(base.takeDirty()).toEqual(new Set(["k"]));
  const { version } = base;
  base.set("k", event("Lunch"));
  expect(base.get("k")).toBe(first);
  expect([base.version, base.takeDirty().size]).toEqual([version, 0]);
  base.set("k", event("Dinner"));
  expect(base.get("k")?.title).toBe("Dinner");
  expect(base.version).toBeGreaterThan(version);
  expect(base.takeDirty()).toEqual(new Set(["k"]));
});

it("accepts an event again that was deleted meanwhile", () => {
  const base = new EventBase();
  base.set("k", event("Lunch"));
  base.delete("k");
  base.takeDirty();
  base.set("k", event("Lunch"));
  expect(base.has("k")).toBe(true);
  expect(base.takeDirty()).toEqual(new Set(["k"]));
});
