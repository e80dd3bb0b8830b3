import { describe, expect, it } from "vitest";
import { areaProblems, floorProblems, folderCycles, knotsOf } from "./boundaries.mjs";

describe("the boundary check", () => {
  it("refuses an import of an area that is not listed", () => {
    const from = "packages/server/src/dav/server.ts";
    expect(areaProblems(from, "packages/server/src/jmap/server.ts")).toEqual([
      `${from}: server/dav may not import server/jmap (packages/server/src/jmap/server.ts)`,
    ]);
    expect(areaProblems(from, "packages/server/src/app/app.ts")).toEqual([]);
  });

  it("lets a feature reach another through its screen or model alone", () => {
    const from = "packages/web/src/features/soon/screen.tsx";
    expect(areaProblems(from, "packages/web/src/features/event/screen.tsx")).toEqual([]);
    expect(areaProblems(from, "packages/web/src/features/event/draft.ts")).toHaveLength(1);
  });

  describe("of floors", () => {
    const floors = { house: [["."], ["cellar"], ["hall", "kitchen"]] };

    it("lets imports go down, past floors too", () => {
      expect(floorProblems("house/hall/a.ts", "house/cellar/b.ts", floors)).toEqual([]);
      expect(floorProblems("house/hall/a.ts", "house/b.ts", floors)).toEqual([]);
      expect(floorProblems("house/hall/a.ts", "house/hall/deep/b.ts", floors)).toEqual([]);
    });

    it("refuses imports that climb or stay on a floor", () => {
      expect(floorProblems("house/cellar/a.ts", "house/hall/b.ts", floors)).toHaveLength(1);
      expect(floorProblems("house/hall/a.ts", "house/kitchen/b.ts", floors)).toHaveLength(1);
      expect(floorProblems("house/a.ts", "house/cellar/b.ts", floors)).toHaveLength(1);
    });

    it("refuses a folder without a floor", () => {
      expect(floorProblems("house/attic/a.ts", "house/cellar/b.ts", floors)).toEqual([
        "house/attic has no floor: give it one in scripts/house.mjs",
      ]);
    });
  });

  it("finds folders that import each other, also through the files beside them", () => {
    const straight: [string, string][] = [
      ["a/x/1.ts", "a/y/1.ts"],
      ["a/y/1.ts", "a/z.ts"],
    ];
    expect(folderCycles(straight)).toEqual([]);
    expect(folderCycles([...straight, ["a/z.ts", "a/x/2.ts"]])).toEqual(["folder cycle in a: x/ y/"]);
    expect(
      folderCycles([
        ["b/1.ts", "b/x/1.ts"],
        ["b/x/1.ts", "b/2.ts"],
      ]),
    ).toEqual([]);
  });

  it("finds the knots of a graph and nothing else", () => {
    const graph = new Map([
      ["a", new Set(["b"])],
      ["b", new Set(["c", "d"])],
      ["c", new Set(["b"])],
      ["d", new Set(["d"])],
    ]);
    expect(knotsOf(graph).map((knot) => knot.toSorted())).toEqual([["d"], ["b", "c"]]);
  });
});
