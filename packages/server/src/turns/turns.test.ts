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
