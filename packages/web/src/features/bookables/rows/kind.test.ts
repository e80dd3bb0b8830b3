import { expect, it } from "vitest";
import { kindOf } from "./kind.ts";

it.each([
  ["Laundry room", "laundry"],
  ["Tvättstugan", "laundry"],
  ["Bastun", "sauna"],
  ["Gästlägenheten", "bed"],
  ["Kanoterna 1–4", "boat"],
  ["Lådcykeln", "bike"],
  ["Poolbilen", "car"],
  ["Company car", "car"],
  ["Släpvagnen", "trailer"],
  ["Telefonhytten", "phone"],
  ["Föreningslokalen", "hall"],
  ["Biblioteket", "room"],
  ["The Loft", "room"],
])("takes %s for a %s", (name, kind) => {
  expect(kindOf({ name, type: "ROOM", rules: null })).toBe(kind);
});

it("goes by how a thing is booked where its name says nothing", () => {
  expect(kindOf({ name: "Tallen", type: "ROOM", rules: { mode: "nights" } as never })).toBe("bed");
  expect(kindOf({ name: "Tallen", type: "RESOURCE", rules: null })).toBe("thing");
});
