import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expect, it } from "vitest";
import { categoriesOfEvent, categoriesPatch, keywordsOf, withCategories } from "./draft-categories.ts";

const event = { "@type": "Event", uid: "u", start: "2026-11-23T09:00:00" } as JSEvent;

it("reads an event's categories, and none where it has none", () => {
  expect(categoriesOfEvent({ ...event, keywords: { Jobb: true, Resa: true } })).toEqual(["Jobb", "Resa"]);
  expect(categoriesOfEvent(event)).toEqual([]);
  expect(keywordsOf(["Jobb"])).toEqual({ Jobb: true });
  expect(keywordsOf([])).toBeUndefined();
});

it("patches only changed categories, and removes the last", () => {
  expect(categoriesPatch(["Jobb"], ["Jobb"])).toEqual({});
  expect(categoriesPatch(["Jobb"], undefined)).toEqual({});
  expect(categoriesPatch(undefined, ["Jobb"])).toEqual({ keywords: { Jobb: true } });
  expect(categoriesPatch(["Jobb"], [])).toEqual({ keywords: null });
});

it("adds the names of a text once each", () => {
  expect(withCategories(["Jobb"], " jobb , Resa,,Möte ")).toEqual(["Jobb", "Resa", "Möte"]);
  expect(withCategories([], " ")).toEqual([]);
  expect(withCategories([], "x".repeat(200))[0]).toHaveLength(80);
});
