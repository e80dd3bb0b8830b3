import { expect, it } from "vitest";
import { conflictTopics } from "./conflict-rows.ts";

const part = (path: string) => ({ path, mine: null, theirs: null });

it("names what a conflict is about once, in the order of the editor", () => {
  expect(conflictTopics(["timeZone", "locations/1/name", "start", "title"].map(part))).toEqual([
    "title",
    "when",
    "place",
  ]);
  expect(conflictTopics(["alerts/1/trigger", "x~1y"].map(part))).toEqual(["rest"]);
});
