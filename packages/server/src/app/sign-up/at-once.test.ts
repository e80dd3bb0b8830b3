import { describe, expect, it } from "vitest";
import { attendeesOf, componentsOf } from "@snart/calendar/scheduling/attendee.ts";
import { countPlaces, placeOf, queueOf, waitingNumber } from "@snart/calendar/scheduling/sign-up/place.ts";
import { sharedBackends } from "../../storage/contract/backends.ts";
import { openTestApp, firstCalendarOf, ownCalendar } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { putObject } from "../write/put-object.ts";
import { readStored } from "../objects/read-stored.ts";
import type { ObjectId } from "../types.ts";
import { answerSignUp } from "./answer-sign-up.ts";

const CAPACITY = 8;
const PEOPLE = 50;

describe.each(sharedBackends)("fifty people at once on $name", (backend) => {
  it("get the available places, wait in one order for the rest, and get those that become free, each once", async () => {
    const place = await backend.make();
    const storage = await place.open();
    const test = await openTestApp({ storage });
    try {
      const { app } = test;
      const elin = await test.person("elin");
      const calendarId = await firstCalendarOf(app, elin);
      const lines = ["DTSTART:20261201T180000Z", "DURATION:PT2H", "X-SNART-SIGN-UP:TRUE"];
      const event = vevent("a", ...lines, `X-SNART-CAPACITY:${CAPACITY}`);
      const stored = await putObject(
        app,
        elin,
        ownCalendar(elin, calendarId),
        "a.ics",
        [...event, ""].join("\r\n"),
        {},
      );
      if (!stored.ok) throw new Error(stored.problem.code);
      const { id } = stored.value.now.stored;
      const people: Actor[] = [];
      for (let n = 0; n < PEOPLE; n++) {
        const actor = await test.person(`person${n}`);
        people.push(actor);
        await storage.write((tx) =>
          tx.calendars.setShare({ calendarId, principalId: actor.principalId, level: "read" }),
        );
      }
      const answer = (actor: Actor, isComing: boolean) =>
        answerSignUp(
          app,
          actor,
          elin.principalId,
          { objectId: id, recurrenceId: undefined },
          {
            isComing,
            people: 1,
            note: "",
          },
        );
      // Each presses twice.
      const joined = await Promise.all([...people, ...people].map((actor) => answer(actor, true)));
      expect(joined.filter(({ ok }) => !ok)).toEqual([]);
      const before = await standing(app, id);
      expect(before).toMatchObject({ taken: CAPACITY, waiting: PEOPLE - CAPACITY, lines: PEOPLE });
      expect(new Set(before.numbers).size).toBe(PEOPLE - CAPACITY);

      const placed = people.filter(({ login }) => before.placed.includes(`mailto:${login}@example.com`));
      const left = await Promise.all(placed.slice(0, 5).map((actor) => answer(actor, false)));
      expect(left.filter(({ ok }) => !ok)).toEqual([]);
      const after = await standing(app, id);
      expect(after).toMatchObject({ taken: CAPACITY, waiting: PEOPLE - CAPACITY - 5 });
      expect(after.queue).toEqual(before.queue.slice(5));
      for (const first of before.queue.slice(0, 5)) expect(after.placed).toContain(first);
      const notices = await storage.write((tx) => tx.queues.takeOutbox(app.now() + 1, 500, 1));
      const told = notices.filter(({ kind }) => kind === "sign-up-notice");
      const news = (wanted: string) =>
        told
          .map(({ payload }) => payload as { news: string; address: string })
          .filter((it) => it.news === wanted);
      expect(
        news("placed")
          .map(({ address }) => address)
          .toSorted(),
      ).toEqual(before.queue.slice(0, 5).toSorted());
      expect(news("waiting")).toHaveLength(PEOPLE - CAPACITY);
    } finally {
      await test.close();
      await place.drop();
    }
  }, 120_000);
});

async function standing(app: App, id: ObjectId) {
  const stored = await app.storage.read((tx) => tx.objects.byId(id));
  const [component] = stored ? componentsOf(readStored(stored)) : [];
  if (!component) throw new Error("it is gone");
  const queue = queueOf(component);
  return {
    ...countPlaces(component),
    lines: attendeesOf(component).length,
    placed: attendeesOf(component)
      .filter((line) => placeOf(line) === "placed")
      .map(({ value }) => value),
    queue: queue.map(({ value }) => value),
    numbers: queue.map(waitingNumber),
  };
}
