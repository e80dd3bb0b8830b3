import { describe, expect, it } from "vitest";
import { equipmentChoices, hasEquipment, tidyEquipment, toggledEquipment } from "./equipment.ts";

describe("what things have", () => {
  it("is each word once, as it was written first", () => {
    const written = [" Screen ", "", "screen", "h\u00F6rslinga", "ho\u0308rslinga", "  ", "camera"];
    expect(tidyEquipment(written)).toEqual(["Screen", "h\u00F6rslinga", "camera"]);
  });

  it("is found however it is written, and all of it", () => {
    const room = { equipment: ["Screen", "camera"] };
    expect(hasEquipment(room, ["SCREEN", " camera"])).toBe(true);
    expect(hasEquipment(room, ["screen", "sofa"])).toBe(false);
    expect(hasEquipment(room, ["scree"])).toBe(false);
    expect(hasEquipment({ equipment: [] }, [])).toBe(true);
  });

  it("is asked for, and no longer", () => {
    expect(toggledEquipment(["screen"], "camera")).toEqual(["screen", "camera"]);
    expect(toggledEquipment(["screen", "camera"], "Screen")).toEqual(["camera"]);
  });

  it("is offered by how many have it, and what is asked for besides", () => {
    const rooms = [{ equipment: ["Screen", "camera"] }, { equipment: ["screen"] }, { equipment: [] }];
    expect(equipmentChoices(rooms, 12, ["CAMERA", "sofa"])).toEqual([
      { word: "Screen", count: 2 },
      { word: "camera", count: 1 },
      { word: "sofa", count: 0 },
    ]);
    expect(equipmentChoices(rooms, 1).map(({ word }) => word)).toEqual(["Screen"]);
    expect(equipmentChoices(rooms, 1, ["Camera"]).map(({ word }) => word)).toEqual(["Screen", "camera"]);
    expect(equipmentChoices([], 12)).toEqual([]);
  });
});
