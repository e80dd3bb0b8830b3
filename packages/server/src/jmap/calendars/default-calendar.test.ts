import { beforeEach, describe, expect, it } from "vitest";
import { setDefaultCalendar } from "../../app/calendars/default-calendar.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";

// Other clients hear by Calendar/changes which calendar is the default one, however it is chosen.

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let first: string;
let second: string;
beforeEach(async () => {
  first = (await elin.calendars())[0].id;
  const made = await elin.call("Calendar/set", { create: { k: { name: "Work" } } });
  second = made.created.k.id;
});
const state = async (): Promise<string> => (await elin.call("Calendar/get", { ids: [] })).state;
const changedSince = async (sinceState: string): Promise<readonly string[]> => {
  const { created, updated, destroyed } = await elin.call("Calendar/changes", { sinceState });
  expect([...created, ...destroyed]).toEqual([]);
  return updated.toSorted();
};
const preferred = async (): Promise<object> =>
  (await elin.call("Profile/get", { ids: null })).list[0].preferences;
const prefer = async (defaultCalendarId: string | undefined): Promise<void> => {
  const { defaultCalendarId: _former, ...rest } = (await preferred()) as Record<string, unknown>;
  const preferences = defaultCalendarId === undefined ? rest : { ...rest, defaultCalendarId };
  const { list } = await elin.call("Profile/get", { ids: null });
  await elin.call("Profile/set", { update: { [list[0].id]: { preferences } } });
};
const defaults = async (): Promise<readonly string[]> =>
  (await elin.calendars()).filter(({ isDefault }) => isDefault).map(({ id }) => id);

describe("the choice of the default calendar", () => {
  it("in the settings is a change of the former and of the new one, and so is taking it back", async () => {
    const before = await state();
    await prefer(second);
    expect(await defaults()).toEqual([second]);
    expect(await changedSince(before)).toEqual([first, second].toSorted());
    const chosen = await state();
    await prefer(undefined);
    expect(await defaults()).toEqual([first]);
    expect(await changedSince(chosen)).toEqual([first, second].toSorted());
  });

  it("by CalDAV is one as well", async () => {
    const before = await state();
    const { uri } = (await jmap.app.storage.read((tx) => tx.calendars.byId(second as never))) ?? {};
    const done = await setDefaultCalendar(jmap.app, elin.actor, elin.actor.principalId, uri ?? "");
    expect(done.ok).toBe(true);
    expect(await changedSince(before)).toEqual([first, second].toSorted());
  });

  it("is none where another preference changes, or one that nobody sees is chosen", async () => {
    const [{ id: others }] = await nils.calendars();
    const before = await state();
    await elin.call("Profile/set", {
      update: {
        [(await elin.call("Profile/get", { ids: null })).list[0].id]: { preferences: { weekStart: 1 } },
      },
    });
    await prefer(others);
    expect(await defaults()).toEqual([first]);
    expect((await changedSince(before)).filter((id) => id !== first)).toEqual([]);
  });
});
