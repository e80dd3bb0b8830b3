import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeTabs } from "./testing/fake-tabs.ts";
import { closed, freshDisk, newTab, opened, serverWith, settled, started } from "./testing/stores.ts";

beforeEach(freshDisk);
afterEach(() => closed(...opened.splice(0)));

const dark = { preferences: { theme: "dark" } } as const;
const none = { preferences: { theme: null } };
const kinds = (store: { snapshot: { get: () => { waitingChanges: readonly { kind: string }[] } } }) =>
  store.snapshot.get().waitingChanges.map(({ kind }) => kind);

describe("settings", () => {
  it("are shown at once, sent, and taken over when the server has them", async () => {
    const server = serverWith();
    const [onSettings, onSettingsSaved] = [vi.fn(), vi.fn()];
    const store = await started(server, undefined, { onSettings, onSettingsSaved });
    store.setProfile("Settings", "A", dark, none);
    expect(onSettings).toHaveBeenLastCalledWith([dark]);
    expect(onSettingsSaved).not.toHaveBeenCalled();
    await settled();
    expect(server.settings).toEqual([dark]);
    expect(onSettingsSaved).toHaveBeenCalledWith(dark);
    expect(onSettings).toHaveBeenLastCalledWith([]);
    expect(store.snapshot.get().events.size).toBe(0);
  });

  it("wait offline, through a restart, and go in order; the other tab shows them too", async () => {
    const server = serverWith();
    const tabs = new FakeTabs();
    const first = await started(server, tabs);
    const shown = vi.fn();
    const second = newTab(server, tabs, { onSettings: shown });
    await second.start();
    server.isAway = true;
    first.setProfile("Settings", "A", dark, none);
    first.setProfile("Settings", "A", { displayName: "Elin" }, { displayName: "E" });
    await settled();
    expect(shown).toHaveBeenLastCalledWith([dark, { displayName: "Elin" }]);
    expect(kinds(second)).toEqual(["profile", "profile"]);
    expect(server.settings).toEqual([]);
    await closed(first, second);
    server.isAway = false;
    await started(server, new FakeTabs());
    await settled();
    expect(server.settings).toEqual([dark, { displayName: "Elin" }]);
  });

  it("can be undone as everything else can", async () => {
    const server = serverWith();
    const store = await started(server);
    store.setProfile("Settings", "A", dark, none);
    await settled();
    expect(store.undo()).toBe("Settings");
    await settled();
    expect(server.settings).toEqual([dark, none]);
  });

  it("that are refused go back, say why, and are not sent again", async () => {
    const server = serverWith();
    const onSettings = vi.fn();
    const store = await started(server, undefined, { onSettings });
    server.refusesSettings = true;
    store.setProfile("Settings", "A", { displayName: "" }, { displayName: "E" });
    await settled();
    expect(onSettings).toHaveBeenLastCalledWith([]);
    expect(store.snapshot.get().settingsProblem).toMatchObject({ code: "invalid-name" });
    server.refusesSettings = false;
    store.setProfile("Settings", "A", { displayName: "Elin" }, { displayName: "E" });
    await settled();
    expect(store.snapshot.get().settingsProblem).toBeNull();
    expect(server.settings).toEqual([{ displayName: "Elin" }]);
  });
});
