import { afterEach, beforeEach, expect, it } from "vitest";
import { isTask } from "./items/entries.ts";
import { FakeTabs } from "./testing/fake-tabs.ts";
import {
  closed,
  event,
  newTab,
  opened,
  serverWith,
  settled,
  shown,
  started,
  freshDisk,
} from "./testing/stores.ts";

beforeEach(freshDisk);
afterEach(() => closed(...opened.splice(0)));

/** A task as the store has it: an item without a start. */
function task(id: string, more: object = {}) {
  const { start: _start, duration: _duration, ...rest } = event(id);
  const made: unknown = { ...rest, "@type": "Task", due: "2026-11-24T17:00:00", ...more };
  return made as ReturnType<typeof event>;
}

const titles = (store: Awaited<ReturnType<typeof started>>) =>
  [...store.snapshot.get().tasks.values()].map((it) => it.event.title ?? "").toSorted();

it("keeps tasks apart from events, fetches them once, and follows their changes", async () => {
  const server = serverWith("meeting");
  server.stored.set("t", task("t"));
  const store = await started(server);
  expect(titles(store)).toEqual(["t"]);
  expect(shown(store)).toEqual(["meeting"]);
  expect(store.snapshot.get().hasTasks).toBe(true);
  server.elsewhere("t", task("t", { title: "t2" }));
  server.elsewhere("u", task("u"));
  await settled();
  expect(titles(store)).toEqual(["t2", "u"]);
  await store.load(20_900, 20_907);
  expect(server.asked.filter((it) => it === "tasks")).toHaveLength(1);
});

it("changes tasks as tasks, at once, and takes it back", async () => {
  const server = serverWith("meeting");
  server.stored.set("t", task("t"));
  const store = await started(server);
  store.perform("t", [{ kind: "update", key: "A/t", patch: { progress: "completed" } }]);
  expect(store.snapshot.get().tasks.get("A/t")?.event).toMatchObject({ progress: "completed" });
  store.perform("n", [{ kind: "create", key: "A/new-n", event: task("n") }]);
  await settled();
  expect(server.sets.map((set) => set.type)).toEqual(["Task", "Task"]);
  expect(server.stored.get("t")).toMatchObject({ progress: "completed" });
  store.undo();
  store.undo();
  await settled();
  expect(server.sets.map((set) => set.type)).toEqual(["Task", "Task", "Task", "Task"]);
  expect(server.stored.get("t")).not.toHaveProperty("progress");
  expect([...server.stored.values()].filter(isTask)).toHaveLength(1);
  expect(shown(store)).toEqual(["meeting"]);
});

it("has them without the server, with the changes made then", async () => {
  const server = serverWith("meeting");
  server.stored.set("t", task("t"));
  await closed(await started(server));
  server.isAway = true;
  const store = newTab(server, new FakeTabs());
  await store.start();
  store.perform("t", [{ kind: "update", key: "A/t", patch: { progress: "completed" } }]);
  await settled();
  expect(store.snapshot.get()).toMatchObject({ hasTasks: true, waiting: 1 });
  expect(server.sets).toEqual([]);
  server.comeBack();
  await settled();
  expect(server.stored.get("t")).toMatchObject({ progress: "completed" });
});

it("shows the change of due times on both sides as a conflict", async () => {
  const server = serverWith();
  server.stored.set("t", task("t"));
  const store = await started(server);
  server.goAway();
  store.perform("t", [{ kind: "update", key: "A/t", patch: { due: "2026-11-25T12:00:00" } }]);
  server.stored.set("t", task("t", { due: "2026-11-26T12:00:00" }));
  server.elsewhere("t", task("t", { due: "2026-11-26T12:00:00" }));
  server.comeBack();
  await settled();
  expect(store.snapshot.get().conflicts.map(({ key }) => key)).toEqual(["A/t"]);
  expect(server.sets).toEqual([]);
});
