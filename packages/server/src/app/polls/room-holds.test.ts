import { DAY } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { roomMaker } from "../../testing/booking/make-rooms.ts";
import { HOUR, makePoll } from "../../testing/booking/make-poll.ts";
import { MONDAY_NINE } from "../../testing/booking/open-page.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import { openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { judgeWish } from "../bookings/verdict.ts";
import type { Poll, PrincipalId } from "../types.ts";
import { finalisePoll } from "./finalise-poll.ts";
import { listPolls, removePoll, updatePoll } from "./polls.ts";
import { reopenPoll } from "./reopen-poll.ts";

let test: TestApp;
let elin: Actor;
let nils: Actor;
let room: PrincipalId;
beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  nils = await test.person("nils");
  room = await (await roomMaker(test.app, elin))("Common room", ANY_TIME);
  return () => test.close();
});

const STARTS = [0, 1, 2, 3].map((days) => MONDAY_NINE + days * DAY);
const HELD = { options: STARTS.map((start) => ({ start })), length: 3 * HOUR, holdsOptions: true };

/** For which of the times somebody else could have the room now: one letter each. */
const free = async (actor = nils): Promise<string> => {
  const all = await Promise.all(
    STARTS.map((start) => judgeWish(test.app, actor, { bookableId: room, start, end: start + 3 * HOUR })),
  );
  return all.map((one) => (one.ok ? (one.value.verdict.ok ? "f" : "-") : one.problem.code)).join("");
};
const held = async (poll: Poll, actor = elin): Promise<readonly string[]> => {
  const all = await listPolls(test.app, actor, actor.principalId);
  const seen = all.ok ? all.value.find((one) => one.poll.id === poll.id) : undefined;
  return Object.keys(seen?.roomHeldUntil ?? {});
};

describe("the room of a poll that keeps its times", () => {
  it("is kept for three of them until the poll closes, and no longer", async () => {
    const closesAt = test.app.now() + 2 * DAY;
    const { poll } = await makePoll(test.app, elin, { ...HELD, roomId: room, closesAt }, [
      { principalId: nils.principalId, isRequired: false },
    ]);
    expect(await free()).toBe("---f");
    expect(await held(poll)).toEqual(poll.options.slice(0, 3).map(({ id }) => id));
    expect(await held(poll, nils)).toEqual([]);
    test.clock.advance(2 * DAY);
    expect(await free()).toBe("ffff");
    expect(await held(poll)).toEqual([]);
  });

  it("is free when the poll is closed, called off, deleted, or keeps its times no more", async () => {
    const change = { state: "closed" } as const;
    for (const end of [
      (poll: Poll) => updatePoll(test.app, elin, poll.id, change),
      (poll: Poll) => updatePoll(test.app, elin, poll.id, { state: "cancelled" }),
      (poll: Poll) => updatePoll(test.app, elin, poll.id, { holdsOptions: false }),
      (poll: Poll) => updatePoll(test.app, elin, poll.id, { roomId: null }),
      (poll: Poll) => removePoll(test.app, elin, poll.id),
    ]) {
      const { poll } = await makePoll(test.app, elin, { ...HELD, roomId: room });
      expect(await free()).toBe("---f");
      expect((await end(poll)).ok).toBe(true);
      expect(await free()).toBe("ffff");
    }
  });

  it("follows the times as they are changed, and ends a week after the poll was made", async () => {
    const options = STARTS.map((start) => ({ start: start + 14 * DAY }));
    const { poll } = await makePoll(test.app, elin, { ...HELD, options, roomId: room });
    const [a, b, c, d] = poll.options.map(({ id }) => id);
    expect(await held(poll)).toEqual([a, b, c]);
    const others = poll.options.slice(1);
    expect((await updatePoll(test.app, elin, poll.id, { options: others, title: "Changed" })).ok).toBe(true);
    expect(await held(poll)).toEqual([b, c, d]);
    test.clock.advance(7 * DAY - 1);
    // A change makes it no longer.
    expect((await updatePoll(test.app, elin, poll.id, { place: "Somewhere" })).ok).toBe(true);
    expect(await held(poll)).toHaveLength(3);
    test.clock.advance(1);
    expect(await held(poll)).toEqual([]);
    expect((await updatePoll(test.app, elin, poll.id, { place: "Elsewhere" })).ok).toBe(true);
    expect(await held(poll)).toEqual([]);
  });

  it("is booked by the decision, in which the others are free, and kept again when that is taken back", async () => {
    const { poll } = await makePoll(test.app, elin, { ...HELD, roomId: room });
    const done = await finalisePoll(test.app, elin, poll.id, poll.options[1]?.id ?? "");
    expect(done.ok ? done.value.state : done.problem).toBe("scheduled");
    expect(await free()).toBe("f-ff");
    expect((await reopenPoll(test.app, elin, poll.id)).ok).toBe(true);
    expect(await free()).toBe("---f");
  });

  it("is not kept where its rules do not give it, and nothing is refused for that", async () => {
    const { poll: other } = await makePoll(test.app, elin, { ...HELD, roomId: room });
    const { poll } = await makePoll(test.app, elin, { ...HELD, roomId: room });
    expect(await held(other)).toHaveLength(3);
    expect(await held(poll)).toEqual([poll.options[3]?.id]);
    expect(await free()).toBe("----");
  });
});
