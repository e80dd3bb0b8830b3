import { expect, it } from "vitest";
import { answers, event, GUESTS, home, meeting, eachDavMeetings } from "../testing/dav-meetings.ts";
import { sendOutbox } from "../testing/send-outbox.ts";

const MEETING = `${home("elin")}meeting.ics`;
const ALARM = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Cake\r\nTRIGGER:-PT5M\r\nEND:VALARM";

const world = eachDavMeetings();

const bengtIn = async (login: string): Promise<string | undefined> =>
  /bengt [\w-]+/.exec(answers((await world.copyOf(login)).text).join())?.[0];

it("an answer that comes after its guest was uninvited and invited again does not count, and the next one does", async () => {
  const { elin, bengt, put, test, copyOf, answer } = world;
  await put(elin, MEETING, meeting(event("SEQUENCE:1", ...GUESTS)));
  // All are on their way at once: the answer is delivered when the guest is invited anew.
  const { path, text } = await copyOf("bengt");
  await bengt.put(path, text.replace("ATTENDEE:mailto:bengt", "ATTENDEE;PARTSTAT=DECLINED:mailto:bengt"));
  const without = GUESTS.filter((line) => !line.includes("bengt"));
  for (const guests of [without, GUESTS]) {
    test.clock.advance(1_000);
    expect((await elin.put(MEETING, meeting(event("SEQUENCE:1", ...guests)))).status).toBe(204);
  }
  await sendOutbox(test.app);
  expect([await bengtIn("elin"), await bengtIn("bengt")]).toEqual(["bengt -", "bengt -"]);
  await answer("bengt", "ACCEPTED");
  expect([await bengtIn("elin"), await bengtIn("bengt")]).toEqual(["bengt ACCEPTED", "bengt ACCEPTED"]);
});

it("a guest's alarm on one date goes along when the organizer's app moves the series", async () => {
  const { elin, bengt, put, copyOf } = world;
  const series = (hour: number) =>
    meeting(
      event(
        `DTSTART:20261123T${hour}0000Z`,
        `DTEND:20261123T${hour + 1}0000Z`,
        "RRULE:FREQ=DAILY;COUNT=5",
        ...GUESTS,
      ),
    );
  await put(elin, MEETING, series(11));
  const { path, text } = await copyOf("bengt");
  const date = event(
    "RECURRENCE-ID:20261125T110000Z",
    "DTSTART:20261125T110000Z",
    "DTEND:20261125T120000Z",
    ...GUESTS,
    ALARM,
  );
  expect(
    (await put(bengt, path, text.replace("END:VCALENDAR", [...date, "END:VCALENDAR"].join("\r\n")))).status,
  ).toBe(204);
  await put(elin, MEETING, series(13));
  const [, main = "", one = ""] = (await copyOf("bengt")).text.split("BEGIN:VEVENT");
  expect(main).toContain("DTSTART:20261123T130000Z");
  expect(main).not.toContain("VALARM");
  expect(one).toMatch(/RECURRENCE-ID:20261125T130000Z[^]*TRIGGER:-PT5M/);
});
