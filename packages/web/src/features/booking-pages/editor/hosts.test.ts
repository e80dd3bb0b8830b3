import { describe, expect, it } from "vitest";
import { hostsIn, withHost } from "./hosts.ts";

const turns = [{ id: "elin", weight: 3 }, { id: "nils" }, { id: "siv" }];

describe("hosts in another way of receiving guests", () => {
  it("have the first of them always there in a mix, and keep their shares where they take turns", () => {
    const mix = hostsIn("mixed", turns);
    expect(mix).toEqual([
      { id: "elin", role: "required" },
      { id: "nils", role: "pool" },
      { id: "siv", role: "pool" },
    ]);
    const heavy = hostsIn(
      "mixed",
      mix.map((host) => ({ ...host, weight: 2 })),
    );
    expect(heavy.map(({ weight = 1 }) => weight)).toEqual([1, 2, 2]);
    expect(hostsIn("rotate", heavy)).toEqual([
      { id: "elin" },
      { id: "nils", weight: 2 },
      { id: "siv", weight: 2 },
    ]);
    for (const mode of ["one", "collective"] as const)
      for (const host of hostsIn(mode, heavy)) expect(Object.keys(host)).toEqual(["id"]);
    expect(hostsIn("one", heavy)).toHaveLength(1);
  });

  it("take turns when they come to a mix, and are always there when they are its only one", () => {
    const mix = hostsIn("mixed", turns);
    const more = hostsIn("mixed", withHost(mix, "bo", true));
    expect(more.at(-1)).toEqual({ id: "bo", role: "pool" });
    expect(hostsIn("mixed", withHost([], "bo", true))).toEqual([{ id: "bo", role: "required" }]);
  });
});
