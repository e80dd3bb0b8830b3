import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chunkOfDay } from "./loaded-chunks.ts";
import { FakeTabs } from "../testing/fake-tabs.ts";
import {
  closed,
  DAY,
  event,
  opened,
  serverWith,
  settled,
  shown,
  started,
  freshDisk,
} from "../testing/stores.ts";
import type { LiveServer } from "../testing/live-server.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { withinChunks } from "./within-chunks.ts";

beforeEach(freshDisk);
afterEach(() => closed(...opened.splice(0)));

const weekly = { "@type": "RecurrenceRule", frequency: "weekly" } as const;

describe("whether an event takes place in the days that are here", () => {
  const stockholm = ianaZone("Europe/Stockholm") ?? UTC;
  const here = withinChunks([chunkOfDay(DAY), chunkOfDay(DAY) + 9], stockholm);

  it.each([
    ["in them", {}, true],
    ["in a later run of them", { start: "2027-08-02T10:00:00" }, true],
    ["between the runs", { start: "2027-03-01T10:00:00" }, false],
    ["long before", { start: "1969-11-23T10:00:00" }, false],
    ["a series without end from before", { start: "2006-11-20T10:00:00", recurrenceRule: weekly }, true],
    ["a series that ended", { start: "2006-11-20T10:00:00", recurrenceRule: { ...weekly, count: 9 } }, false],
    ["a series that is to begin", { start: "2040-11-20T10:00:00", recurrenceRule: weekly }, false],
    [
      "one of a series that was moved into them",
      {
        start: "2006-11-20T10:00:00",
        recurrenceRule: { ...weekly, count: 9 },
        recurrenceOverrides: { "2006-11-27T10:00:00": { start: "2026-11-24T10:00:00" } },
      },
      true,
    ],
    ["days that begin before and end in them", { start: "2026-06-01T00:00:00", duration: "P200D" }, true],
    ["a time that cannot be read", { start: "soon" }, false],
  ])("%s", (_what, more, isHere) => {
    expect(here(event("a", more))).toBe(isHere);
  });
});

describe("an import that is made elsewhere", () => {
  const importInto = (server: LiveServer, count: number): void => {
    for (let n = 0; n < count; n++)
      server.stored.set(`far${n}`, event(`far${n}`, { start: `20${30 + (n % 60)}-01-12T10:00:00` }));
    for (let n = 0; n < count; n++) server.elsewhere(`far${n}`, server.stored.get(`far${n}`));
  };

  it("leaves in memory and on disk only the events of loaded days", async () => {
    const server = serverWith("a");
    const store = await started(server);
    importInto(server, 1_000);
    server.elsewhere("near", event("near"));
    server.elsewhere("old", event("old", { start: "2006-11-20T10:00:00", recurrenceRule: weekly }));
    await settled();
    expect(shown(store)).toEqual(["a", "near", "old"]);
    await closed(store);
    server.isAway = true;
    const again = await started(server);
    expect(shown(again)).toEqual(["a", "near", "old"]);
  });

  it("shows it once its days are on screen", async () => {
    const server = serverWith("a");
    const store = await started(server);
    server.elsewhere("far", event("far", { start: "2030-01-12T10:00:00" }));
    await settled();
    expect(shown(store)).toEqual(["a"]);
    await store.load(21_900, 21_930);
    expect(shown(store)).toEqual(["a", "far"]);
  });

  it("keeps following an event that is moved away, and one that comes into sight", async () => {
    const server = serverWith("a");
    const store = await started(server, new FakeTabs());
    server.elsewhere("a", event("a", { start: "2030-01-12T10:00:00", title: "Moved" }));
    server.elsewhere("b", event("b", { start: "2030-01-12T10:00:00" }));
    await settled();
    server.elsewhere("b", event("b"));
    await settled();
    expect(shown(store)).toEqual(["Moved", "b"]);
    server.elsewhere("b", undefined);
    await settled();
    expect(shown(store)).toEqual(["Moved"]);
  });
});
