import { expect, it, vi } from "vitest";
import { canShareTabs, joinTabs, type TabGroup } from "./tab-group.ts";

let groups = 0;

/** Makes tabs of one group, and records the messages of each and when it began to lead. */
function tabsOf(count: number) {
  const join = joinTabs(`test-${String(++groups)}`);
  return Array.from({ length: count }, () => {
    const [heard, led]: [unknown[], boolean[]] = [[], []];
    const group: TabGroup = join({
      onMessage: (message) => heard.push(message),
      onLead: (isLate) => led.push(isLate),
    });
    return { group, heard, led };
  });
}

it("one tab leads; when it goes, another does, and knows that it is late", async () => {
  expect(canShareTabs()).toBe(true);
  const [one, two, three] = tabsOf(3);
  if (!one || !two || !three) throw new Error("three tabs");
  await vi.waitFor(() => expect(one.led).toEqual([false]));
  expect([one.group.isLeader, two.group.isLeader, three.group.isLeader]).toEqual([true, false, false]);
  expect([...two.led, ...three.led]).toEqual([]);
  // One that leaves while it waits does not lead later.
  two.group.leave();
  one.group.leave();
  await vi.waitFor(() => expect(three.led).toEqual([true]));
  expect([one.group.isLeader, two.group.isLeader, three.group.isLeader]).toEqual([false, false, true]);
  expect(two.led).toEqual([]);
  three.group.leave();
});

it("tabs hear each other, not themselves, and nothing once they have left", async () => {
  const [one, two, three] = tabsOf(3);
  if (!one || !two || !three) throw new Error("three tabs");
  three.group.leave();
  one.group.post({ hello: 1 });
  await vi.waitFor(() => expect(two.heard).toEqual([{ hello: 1 }]));
  expect([one.heard, three.heard]).toEqual([[], []]);
  one.group.leave();
  one.group.post("too late");
  two.group.leave();
});
