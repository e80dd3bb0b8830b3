import { expect, it } from "vitest";
import type { TabListener } from "./tab-group.ts";
import { TabLine } from "./tab-line.ts";

/** A line with a stand-in for the other tabs: `said` holds the messages to them, and `others` sends theirs. */
function lineTo(heard: unknown[]) {
  const said: unknown[] = [];
  const joined: TabListener[] = [];
  let left = 0;
  const line = new TabLine({
    join: (listener) => {
      joined.push(listener);
      return { isLeader: true, post: (message) => said.push(message), leave: () => left++ };
    },
    onMessage: (message) => heard.push(message),
    onLead: () => undefined,
  });
  return { line, said, joined, leaves: () => left };
}

const status = (open: boolean) => ({ about: "status", open }) as const;

it("holds back other tabs' messages until it is opened, in their order, and drops messages that no tab sends", () => {
  const heard: unknown[] = [];
  const { line, joined } = lineTo(heard);
  line.open();
  line.open();
  expect(joined).toHaveLength(1);
  joined[0]?.onMessage(status(true));
  joined[0]?.onMessage({ about: "weather" });
  joined[0]?.onMessage(status(false));
  expect([heard, line.isHeldBack]).toEqual([[], true]);
  line.letThrough();
  expect([heard, line.isHeldBack]).toEqual([[status(true), status(false)], false]);
  joined[0]?.onMessage(status(true));
  joined[0]?.onMessage("nonsense");
  expect(heard).toEqual([status(true), status(false), status(true)]);
});

it("holds back again once it is closed, leaves when asked to, and joins again", () => {
  const heard: unknown[] = [];
  const { line, said, joined, leaves } = lineTo(heard);
  line.tell(status(true));
  expect([said, line.isLeader]).toEqual([[], false]);
  line.open();
  line.letThrough();
  line.tell(status(true));
  const leave = line.close();
  line.tell(status(false));
  expect([said, line.isLeader, line.isHeldBack, leaves()]).toEqual([[status(true)], false, true, 0]);
  leave();
  expect(leaves()).toBe(1);
  line.open();
  joined[1]?.onMessage(status(false));
  expect([heard, line.isLeader]).toEqual([[], true]);
});
