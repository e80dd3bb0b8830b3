import { expect, it } from "vitest";
import { actionOfKey, keyedActions, keyOf, keysOf } from "./model.ts";

it("gives every key to one action", () => {
  const keys = keyedActions.flatMap((action) => keysOf(action));
  expect(new Set(keys).size).toBe(keys.length);
  for (const action of keyedActions)
    for (const key of keysOf(action)) expect(actionOfKey(key.toLowerCase())).toBe(action);
});

it("shows keys as they stand on a keyboard", () => {
  expect(keysOf("find")).toEqual(["G", "/"]);
  expect(keyOf("today")).toBe("T");
  expect(actionOfKey("ö")).toBeUndefined();
  expect(actionOfKey("")).toBeUndefined();
  expect(actionOfKey("toString")).toBeUndefined();
});
