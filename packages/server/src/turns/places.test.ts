import { describe, expect, it } from "vitest";
import { Places } from "./places.ts";

describe("places", () => {
  it("let others wait for somebody to leave, in their order", async () => {
    const places = new Places({ atOnce: 1, waiting: 2 });
    const leave = await places.enter("a");
    const order: string[] = [];
    const second = places.enter("a").then((left) => (order.push("second"), left));
    const third = places.enter("a").then((left) => (order.push("third"), left));
    expect(order).toEqual([]);
    leave?.();
    (await second)?.();
    await third;
    expect(order).toEqual(["second", "third"]);
  });

  it("refuse at once when as many wait as may", async () => {
    const places = new Places({ atOnce: 1, waiting: 1 });
    await places.enter("a");
    void places.enter("a");
    expect(await places.enter("a")).toBeUndefined();
  });

  it("are each person's own", async () => {
    const places = new Places({ atOnce: 1, waiting: 0 });
    await places.enter("a");
    expect(await places.enter("b")).toBeDefined();
    expect(await places.enter("a")).toBeUndefined();
  });

  it("are given back once, however often somebody says so", async () => {
    const places = new Places({ atOnce: 1, waiting: 0 });
    const leave = await places.enter("a");
    leave?.();
    leave?.();
    expect(await places.enter("a")).toBeDefined();
    expect(await places.enter("a")).toBeUndefined();
  });
});
