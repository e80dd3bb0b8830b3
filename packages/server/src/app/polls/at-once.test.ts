import { describe, expect, it } from "vitest";
import { sharedBackends } from "../../storage/contract/backends.ts";
import { guestVotes, makePoll } from "../../testing/booking/make-poll.ts";
import { firstCalendarOf, openTestApp, type TestApp } from "../../testing/test-app.ts";
import { finalisePoll } from "./finalise-poll.ts";
import { listPolls } from "./polls.ts";
import { voteByLink } from "./vote.ts";

describe.each(sharedBackends)("at two processes on $name", (backend) => {
  it("two decide at once: one event, and both hear the same", { timeout: 60_000 }, async () => {
    const place = await backend.make();
    const one = await openTestApp({ storage: await place.open() });
    const two = await openTestApp({ storage: await place.open() });
    // Both count their ids from one.
    const other: TestApp = { ...two, app: { ...two.app, newId: () => `two-${one.app.newSecret(9)}` } };
    try {
      const elin = await one.person("elin");
      for (let round = 0; round < 4; round++) {
        const { poll } = await makePoll(one.app, elin, { title: `Round ${round}`, holdsOptions: true });
        const all = await Promise.all(
          [0, 1, 2, 0, 1, 2].map((at, n) =>
            finalisePoll((n % 2 === 0 ? one : other).app, elin, poll.id, poll.options[at]?.id ?? ""),
          ),
        );
        const chosen = all.map((done) => (done.ok ? done.value.chosenId : done.problem.code));
        expect(new Set(chosen).size).toBe(1);
        expect(poll.options.map(({ id }) => id)).toContain(chosen[0]);
        const calendarIds = [await firstCalendarOf(one.app, elin)];
        const events = await one.app.storage.read((tx) =>
          tx.objects.find({ calendarIds, component: "VEVENT", limit: 99 }),
        );
        expect(events).toHaveLength(round + 1);
      }
    } finally {
      await one.close();
      await two.close();
      await place.drop();
    }
  });

  it("thirty vote at once: nobody's vote is lost", { timeout: 60_000 }, async () => {
    const place = await backend.make();
    const limits = { guestAnswers: 1_000 };
    const one = await openTestApp({ storage: await place.open(), limits });
    const two = await openTestApp({ storage: await place.open(), limits });
    const other: TestApp = { ...two, app: { ...two.app, newId: () => `two-${one.app.newSecret(9)}` } };
    try {
      const elin = await one.person("elin");
      const { poll, token } = await makePoll(one.app, elin);
      const all = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          voteByLink((n % 2 === 0 ? one : other).app, token, guestVotes(poll, "yyn"), "192.0.2.1"),
        ),
      );
      expect(all.filter(({ ok }) => ok)).toHaveLength(30);
      expect(new Set(all.map((done) => done.ok && done.value)).size).toBe(30);
      const seen = await listPolls(other.app, elin, elin.principalId);
      const [first] = poll.options;
      expect(seen.ok && seen.value[0]?.votes.counts?.[first?.id ?? ""]).toEqual({
        yes: 30,
        ifNeeded: 0,
        no: 0,
      });
    } finally {
      await one.close();
      await two.close();
      await place.drop();
    }
  });
});
