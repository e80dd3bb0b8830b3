import { expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";

const { elin } = eachWithJmap(["elin"]);

const ROUNDS = 50;
const set = (patch: object) => elin.call("Profile/set", { update: { [elin.accountId]: patch } });

it("keeps both of two simultaneous changes of preferences, every time", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [showTasks, density] = [round % 2 === 0, round % 2 === 0 ? "compact" : "roomy"];
    const push = round % 3 === 0;
    const answers = await Promise.all([
      set({ "preferences/showTasks": showTasks }),
      set({ "preferences/density": density }),
      set({ "preferences/notices": { answers: { push } } }),
      elin.call("Principal/set", { update: { [elin.accountId]: { name: `Elin ${round}` } } }),
    ]);
    expect(answers.map(({ updated }) => updated)).toEqual(Array(4).fill({ [elin.accountId]: null }));
    const { list } = await elin.call("Profile/get", { ids: null });
    expect(list[0]).toMatchObject({
      displayName: `Elin ${round}`,
      preferences: { showTasks, density, notices: { answers: { push } } },
    });
  }
});

it("keeps both of two simultaneous changes of absences, every time", async () => {
  const away = { utcStart: "2026-12-22T00:00:00Z", utcEnd: "2026-12-23T00:00:00Z" };
  for (let round = 0; round < ROUNDS; round++) {
    const ids = [`a${round}`, `b${round}`];
    await Promise.all(
      ids.map((id) => elin.call("Availability/set", { update: { singleton: { [`absences/${id}`]: away } } })),
    );
    const { list } = await elin.call("Availability/get", { ids: null });
    expect(Object.keys(list[0].absences).toSorted()).toEqual(ids);
    await elin.call("Availability/set", { update: { singleton: { absences: {} } } });
  }
});
