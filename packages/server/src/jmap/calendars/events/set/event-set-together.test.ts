import { describe, expect, it } from "vitest";
import { eachWithJmap, lunchesOf } from "../../../../testing/each-with-jmap.ts";
import { vevent } from "../../../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
const { lunch, set, everything, otherCalendar } = lunchesOf(elin);

describe("CalendarEvent/set of several events that concern one another", () => {
  it("replaces an event by another with its uid, in one request", async () => {
    const { id } = await elin.createEvent(lunch({ uid: "same" }));
    const answer = await set({ create: { k: lunch({ uid: "same", title: "New" }) }, destroy: [id] });
    expect(answer).toMatchObject({ destroyed: [id], notCreated: null, notDestroyed: null });
    expect(answer.created.k.id).not.toBe(id);
    expect((await everything()).list).toMatchObject([{ id: answer.created.k.id, title: "New" }]);
    const changes = await elin.call("CalendarEvent/changes", { sinceState: answer.oldState });
    expect(changes).toMatchObject({ created: [answer.created.k.id], updated: [], destroyed: [id] });
  });

  it("destroys nothing for a uid if what has it may not go", async () => {
    const { id } = await elin.createEvent(lunch({ uid: "same" }));
    const answer = await set({ create: { k: lunch({ uid: "same" }) }, destroy: ["nothing"] });
    expect(answer.notCreated.k).toMatchObject({ type: "invalidProperties", properties: ["uid"] });
    expect((await everything()).list).toMatchObject([{ id }]);
  });

  it("updates what it creates, by creation id", async () => {
    const answer = await set({
      create: { k: lunch() },
      update: { "#k": { title: "Late lunch", "keywords/food": true }, "#unknown": { title: "x" } },
    });
    const { id } = answer.created.k;
    expect(answer.updated).toEqual({ [id]: null });
    expect(answer.notUpdated).toMatchObject({ "#unknown": { type: "notFound" } });
    expect(await elin.event(id)).toMatchObject({ title: "Late lunch", keywords: { food: true } });
    const refused = await set({
      create: { k: lunch({ start: "noon" }), l: lunch() },
      update: { "#k": { title: "x" }, "#l": { "nowhere/at/all": 1 } },
    });
    expect(refused.notUpdated).toMatchObject({ "#k": { type: "notFound" }, "#l": { type: "invalidPatch" } });
    expect(refused.created.l.id).toBeTruthy();
  });

  it("destroys what it creates, by creation id", async () => {
    const answer = await set({
      create: { k: lunch(), l: lunch({ start: "noon" }) },
      update: { "#k": { title: "x" } },
      destroy: ["#k", "#l"],
    });
    expect(answer.destroyed).toEqual([answer.created.k.id]);
    expect(answer.notUpdated).toMatchObject({ "#k": { type: "willDestroy" } });
    expect(answer.notDestroyed).toMatchObject({ "#l": { type: "notFound" } });
    expect((await everything()).list).toEqual([]);
  });

  it("has a uid once in an account, for who sees all of it; what CalDAV puts in twice stays", async () => {
    const other = await otherCalendar();
    const { id } = await elin.createEvent(lunch({ uid: "same" }));
    const calendarIds = { [other]: true };
    const answer = await set({ create: { twin: lunch({ uid: "same", calendarIds }) } });
    expect(answer.notCreated.twin).toMatchObject({ type: "invalidProperties", properties: ["uid"] });
    expect((await everything()).list).toHaveLength(1);
    const lines = vevent("same", "DTSTART:20261123T120000Z");
    const second = await jmap.put(elin.actor, other, "same.ics", lines);
    const { ids } = await elin.call("CalendarEvent/query", { filter: { uid: "same" } });
    expect(new Set(ids)).toEqual(new Set([id, second]));
  });
});
