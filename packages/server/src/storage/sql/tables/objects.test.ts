import { expect, it } from "vitest";
import { calendar, object } from "../../contract/fixtures.ts";
import type { PrincipalId } from "../../records/ids.ts";
import { listedObject } from "./objects.ts";

it("reads listed columns in the order in which they are selected", () => {
  const stored = { ...object(calendar("a" as PrincipalId, 1), 1), scheduleTag: "tag" };
  const row: Readonly<Record<string, unknown>> = listedObject.row(stored);
  const values = listedObject.names.map((name) => row[name]);
  expect(new Set(values).size).toBe(values.length - 1);
  expect(listedObject.readValues(values)).toStrictEqual(listedObject.read(listedObject.row(stored)));
});
