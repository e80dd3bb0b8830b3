import { beforeEach, expect, it } from "vitest";
import { answers, event, GUESTS, home, meeting, eachDavMeetings } from "../testing/dav-meetings.ts";
import { sendOutbox } from "../testing/send-outbox.ts";

const MEETING = `${home("elin")}meeting.ics`;

const world = eachDavMeetings();
beforeEach(async () => {
  await world.put(world.elin, MEETING, meeting(event(...GUESTS)));
});

/** Lets the time pass for which answers wait for further ones. */
async function pass(): Promise<void> {
  world.test.clock.advance(10_000);
  await sendOutbox(world.test.app);
  await sendOutbox(world.test.app);
}

it("other guests with an account see an answer: without a message, a notification or a new schedule tag", async () => {
  const { copyOf, answer, received } = world;
  const before = await copyOf("cilla");
  await answer("bengt", "ACCEPTED");
  expect(answers((await copyOf("cilla")).text), "not at once").toEqual(["elin ACCEPTED, bengt -, cilla -"]);
  await pass();
  const after = await copyOf("cilla");
  expect(answers(after.text)).toEqual(["elin ACCEPTED, bengt ACCEPTED, cilla -"]);
  expect([after.tag, after.etag === before.etag]).toEqual([before.tag, false]);
  expect(await received("cilla")).toEqual(["REQUEST"]);
  expect(await received("bengt")).toEqual(["REQUEST"]);
  const notifications = await world.test.app.storage.read((tx) =>
    tx.notifications.list(
      {
        accountId: world.cilla.actor.principalId,
        recipientId: world.cilla.actor.principalId,
        type: "CalendarEventNotification",
      },
      99,
    ),
  );
  expect(notifications).toHaveLength(1);
});

it("answers of the same seconds change a copy once, and one given meanwhile stays", async () => {
  const { answer, copyOf, test, cilla } = world;
  await answer("bengt", "TENTATIVE");
  await answer("bengt", "ACCEPTED");
  await answer("cilla", "DECLINED");
  const modseq = () => test.app.storage.read((tx) => tx.principals.modseq(cilla.actor.principalId));
  const before = await modseq();
  await pass();
  expect(answers((await copyOf("cilla")).text)).toEqual(["elin ACCEPTED, bengt ACCEPTED, cilla DECLINED"]);
  expect(answers((await copyOf("bengt")).text)).toEqual(["elin ACCEPTED, bengt ACCEPTED, cilla DECLINED"]);
  expect((await modseq()) - before).toBeLessThanOrEqual(2);
});

it("an answer that the organizer has reset is asked for, and the others see it", async () => {
  const { answer, copyOf, elin, put, received } = world;
  await answer("bengt", "ACCEPTED");
  await pass();
  const { text } = await copyOf("elin");
  const reset = text.replace(
    /ATTENDEE[^\r\n]*mailto:bengt/,
    "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bengt",
  );
  await put(elin, MEETING, reset);
  expect(answers((await copyOf("bengt")).text)).toEqual(["elin ACCEPTED, bengt NEEDS-ACTION, cilla -"]);
  expect(await received("bengt")).toEqual(["REQUEST", "REQUEST"]);
  await pass();
  expect(answers((await copyOf("cilla")).text)).toEqual(["elin ACCEPTED, bengt NEEDS-ACTION, cilla -"]);
  expect(await received("cilla")).toEqual(["REQUEST"]);
});

it("an organizer does not answer for people of this server, and may for others", async () => {
  const { copyOf, elin, put } = world;
  const outside = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@elsewhere.example";
  const claimed = GUESTS.map((line) =>
    line.replace("ATTENDEE:mailto:bengt", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt"),
  );
  await put(elin, MEETING, meeting(event(...claimed, outside)));
  const lines = ["elin ACCEPTED, bengt -, cilla -, bo ACCEPTED"];
  expect(answers((await copyOf("bengt")).text)).toEqual(lines);
  expect(answers((await copyOf("elin")).text)[0]).toMatch(/bengt - 1.2, cilla - 1.2, bo ACCEPTED/);
});
