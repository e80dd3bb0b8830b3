import { expect, it } from "vitest";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import { vevent } from "../../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);

/** An event with so many who wait, each with a note. */
async function put(people: number): Promise<string> {
  const [{ id }] = await elin.calendars();
  const answers = Array.from({ length: people }, (_, n) => [
    `ATTENDEE;CN=P${n};PARTSTAT=TENTATIVE;X-SNART-WAITING=${people - n};X-SNART-SIGN-UP-ID=${n}:urn:uuid:${n}`,
    `X-CALENDARSERVER-ATTENDEE-COMMENT;X-CALENDARSERVER-ATTENDEE-REF="urn:uuid:${n}":note ${n}`,
  ]);
  const terms = ["DTSTART:20261201T180000Z", "DURATION:PT1H", "X-SNART-SIGN-UP:TRUE", "X-SNART-CAPACITY:1"];
  return jmap.put(elin.actor, id, `${people}.ics`, vevent(`${people}`, ...terms, ...answers.flat()));
}
/** The least times of several readings of each in turn, ms. */
async function leastTimes(ids: readonly string[]): Promise<readonly number[]> {
  const least = ids.map(() => Infinity);
  for (let round = 0; round < 12; round++)
    for (const [at, id] of ids.entries()) {
      const from = performance.now();
      await elin.call("SignUp/get", { ids: [id] });
      least[at] = Math.min(least[at] ?? Infinity, performance.now() - from);
    }
  return least;
}

it("reads a long list in time that grows with it, and each with their own note and number", async () => {
  const [short, long] = [await put(50), await put(400)];
  const [{ list }] = (await elin.call("SignUp/get", { ids: [long] })).list;
  expect(list).toHaveLength(400);
  expect(list[7]).toMatchObject({ name: "P7", note: "note 7", position: 393 });
  const [ofShort = 0, ofLong = 0] = await leastTimes([short, long]);
  expect(ofLong).toBeLessThan(24 * ofShort);
});

it("is asked for some at a time: each may be as long as an event", async () => {
  const ids = Array.from({ length: 51 }, (_, n) => `none${n}`);
  const ask = (some: readonly string[]) =>
    elin.request([["SignUp/get", { accountId: elin.accountId, ids: some }]]);
  expect((await ask(ids)).methodResponses[0]).toMatchObject(["error", { type: "requestTooLarge" }, "c0"]);
  expect((await ask(ids.slice(1))).methodResponses[0]).toMatchObject(["SignUp/get", { list: [] }, "c0"]);
});
