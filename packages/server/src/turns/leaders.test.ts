import { expect, it } from "vitest";
import { Leaders } from "./leaders.ts";

it("lets the others wait until whoever is ahead is done, also if that fails, and nobody else", async () => {
  const leaders = new Leaders();
  const work = Promise.withResolvers<void>();
  const led = leaders.lead("a", () => work.promise);
  expect([leaders.isLed("a"), leaders.isLed("b")]).toEqual([true, false]);
  const order: string[] = [];
  const waited = leaders.wait("a", 60_000).then(() => order.push("waited"));
  await leaders.wait("b", 60_000);
  order.push("nobody ahead");
  work.reject(new Error("no"));
  await expect(led).rejects.toThrow("no");
  await waited;
  expect(order).toEqual(["nobody ahead", "waited"]);
  expect(leaders.isLed("a")).toBe(false);
});

it("lets nobody wait longer than they want to", async () => {
  const leaders = new Leaders();
  const never = Promise.withResolvers<void>();
  void leaders.lead("a", () => never.promise);
  await leaders.wait("a", 5);
  expect(leaders.isLed("a")).toBe(true);
});
