import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { TrashItem } from "../../api/items/history-api.ts";
import { byDay, itemsWith, trashPath } from "./model.ts";

const deleted = (id: string, at: string): TrashItem => ({
  accountId: "a",
  id,
  kind: "event",
  title: id,
  calendarId: "c",
  calendarName: "Hemma",
  color: null,
  item: null,
  count: 0,
  deletedAt: at,
  expiresAt: "2026-12-22T12:00:00Z",
  deletedBy: { name: "", principalId: "" },
  via: null,
  client: null,
  mayRestore: true,
  mayDestroy: true,
});

describe("byDay", () => {
  it("goes by the viewer's days, newest first", () => {
    const items = [
      deleted("late", "2026-11-22T23:30:00Z"),
      deleted("noon", "2026-11-22T12:00:00Z"),
      deleted("before", "2026-11-21T12:00:00Z"),
    ];
    const names = (zone: typeof UTC): string[][] =>
      byDay(items, zone).map(({ items: ofDay }) => ofDay.map(({ id }) => id));
    expect(names(UTC)).toEqual([["late", "noon"], ["before"]]);
    expect(names(ianaZone("Europe/Stockholm") ?? UTC)).toEqual([["late"], ["noon"], ["before"]]);
    expect(byDay([], UTC)).toEqual([]);
  });
});

it("has what has all the words in its title, without regard to case and accents", () => {
  const items = ["Årsmöte i lokalen", "Café", "möte"].map((title) => ({
    ...deleted(title, "2026-11-22T12:00:00Z"),
    title,
  }));
  const found = (words: string) => itemsWith(items, words).map(({ title }) => title);
  expect(found("MÖTE")).toEqual(["Årsmöte i lokalen", "möte"]);
  expect(found("lokal års")).toEqual(["Årsmöte i lokalen"]);
  expect(found("cafe")).toEqual(["Café"]);
  expect(found("mote")).toEqual([]);
  expect(found(" ")).toHaveLength(3);
  expect(trashPath("möte & kaffe")).toBe("/trash?q=m%C3%B6te+%26+kaffe");
});
