import { expect, it, describe } from "vitest";
import { sharedBackends } from "../../storage/contract/backends.ts";
import type { Storage } from "../../storage/port.ts";
import { roomMaker } from "../../testing/booking/make-rooms.ts";
import { LAUNDRY } from "../../testing/booking/rules.ts";
import { openTestApp } from "../../testing/test-app.ts";
import type { RefusedWish } from "../bookables/count-refusal.ts";
import { countRefusals, refusalsCounted } from "./count-refusals.ts";

const CALLS = 40;
const PROCESSES = 4;

describe.each(sharedBackends)("refusals counted by many at once on $name", (backend) => {
  it("wait for nobody in a circle, and none is left out", async () => {
    const place = await backend.make();
    const storage = await place.open();
    const test = await openTestApp({ storage });
    try {
      const { app } = test;
      const elin = await test.person("elin");
      const make = await roomMaker(app, elin);
      const refused: RefusedWish[] = [];
      for (let n = 0; n < 6; n++)
        refused.push({
          bookableId: await make(`Tvättstuga ${n}`, LAUNDRY),
          partyId: elin.principalId,
          reasons: [{ kind: "declinesAlways" }] as const,
        });
      let [writes, runs] = [0, 0];
      const write: Storage["write"] = (work, ...rest) => {
        writes++;
        return storage.write(
          (tx) => {
            runs++;
            return work(tx);
          },
          ...rest,
        );
      };
      // Each process writes for itself.
      const processes = Array.from({ length: PROCESSES }, () => ({
        ...app,
        storage: { ...storage, read: storage.read.bind(storage), write } as Storage,
      }));
      // Some calls have them in the opposite order, and each has one of them twice.
      const calls = Array.from({ length: CALLS }, (_, n) => {
        const all = [...refused, ...refused.slice(2, 3)];
        return [processes[n % PROCESSES] ?? app, n % 3 === 0 ? all : all.toReversed()] as const;
      });
      for (const [process, refusals] of calls) countRefusals(process, refusals);
      await Promise.all(processes.map(refusalsCounted));
      // A transaction that met another in a circle would have run again.
      expect(runs).toBe(writes);
      // What comes at once is counted together.
      expect(writes).toBe(PROCESSES);
      const month = "2026-11";
      const counts = [];
      for (const { bookableId } of refused)
        for (const { times } of await storage.read((tx) => tx.bookingRefusals.ofMonth(bookableId, month)))
          counts.push(times);
      expect(counts).toEqual([CALLS, CALLS, 2 * CALLS, CALLS, CALLS, CALLS]);
    } finally {
      await storage.close();
      await place.drop();
    }
  }, 60_000);
});
