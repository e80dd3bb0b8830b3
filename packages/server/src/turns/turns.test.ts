import { describe, expect, it } from "vitest";
import { Turns } from "./turns.ts";

describe("turns", () => {
  it("are not due while the slice lasts", () => {
    expect(new Turns(1_000_000).isDue()).toBe(false);
  });

  it("go round by person, whoever has more to do", async () => {
    const turns = new Turns(0);
    const order: string[] = [];
    const work = async (who: string, name: string): Promise<void> => {
      for (let step = 0; step < 2; step++) {
        await turns.next(who);
        order.push(name);
      }
    };
    await Promise.all([work("a", "a1"), work("a", "a2"), work("a", "a3"), work("b", "b")]);
    expect(order).toEqual(["a1", "b", "a2", "b", "a3", "a1", "a2", "a3"]);
    expect(turns.given).toBe(8);
  });

  it("of work in the background go round with its person's, and use up nothing", async () => {
    const turns = new Turns(0);
    const order: string[] = [];
    const work = async (who: string, kind: "asked" | "background", name: string): Promise<void> => {
      const turn = turns.of(who, kind);
      for (let step = 0; step < 2; step++) {
        await turn.next();
        order.push(name);
        const until = performance.now() + (kind === "asked" ? 50 : 0);
        while (performance.now() < until);
      }
    };
    await Promise.all([
      work("a", "asked", "a"),
      work("a", "background", "import"),
      work("b", "background", "b"),
    ]);
    expect(order).toEqual(["a", "b", "import", "b", "a", "import"]);
    expect([turns.waitOf("a", 0), turns.waitOf("b", 0)]).toEqual([1, 0]);
  });

  it("let everything that has arrived go before each slice", async () => {
    const turns = new Turns(0);
    const order: string[] = [];
    const long = (async () => {
      for (let step = 0; step < 3; step++) {
        await turns.next("long");
        order.push("slice");
      }
    })();
    // A short request needs several steps of the loop, one after the other.
    const short = (async () => {
      for (let step = 0; step < 3; step++) {
        await new Promise((resolve) => setImmediate(resolve));
        order.push("short");
      }
    })();
    await Promise.all([long, short]);
    expect(order.filter((name) => name === "short")).toHaveLength(3);
    expect(order.join(" ")).not.toContain("slice slice");
  });

  it("begin a new slice after each other's", async () => {
    const turns = new Turns(1_000_000);
    await turns.next("a");
    expect(turns.isDue()).toBe(false);
  });
});
