import { describe, expect, it } from "vitest";
import { answers, event, GUESTS, home, meeting, eachDavMeetings } from "../testing/dav-meetings.ts";

const MEETING = `${home("elin")}meeting.ics`;
const SERIES = "RRULE:FREQ=DAILY;COUNT=5";

const world = eachDavMeetings();

const withoutOrganizer = (...lines: readonly string[]): readonly string[] =>
  event(...lines).filter((line) => !line.startsWith("ORGANIZER"));

describe("a series of which only some parts name the organizer", () => {
  it("invites to the one date that names one, and takes the answer", async () => {
    const { elin, put, copyOf, received, answer } = world;
    const date = event(
      "RECURRENCE-ID:20261124T110000Z",
      "DTSTART:20261124T110000Z",
      "DTEND:20261124T120000Z",
      "ATTENDEE:mailto:bengt@example.com",
    );
    const stored = await put(elin, MEETING, meeting(withoutOrganizer(SERIES), date));
    expect(stored.status).toBe(201);
    expect(await received("bengt")).toEqual(["REQUEST"]);
    const { text } = await copyOf("bengt");
    expect([text.includes("RECURRENCE-ID:20261124T110000Z"), text.includes("RRULE")]).toEqual([true, false]);
    await answer("bengt", "ACCEPTED");
    expect(answers((await copyOf("elin")).text)).toEqual(["", "bengt ACCEPTED 2.0"]);
  });

  it("invites to all of it where a single date names none", async () => {
    const { elin, put, received, copyOf } = world;
    const moved = withoutOrganizer(
      "RECURRENCE-ID:20261124T110000Z",
      "DTSTART:20261124T150000Z",
      "DTEND:20261124T160000Z",
      ...GUESTS,
    );
    expect((await put(elin, MEETING, meeting(event(SERIES, ...GUESTS), moved))).status).toBe(201);
    expect(await received("bengt")).toEqual(["REQUEST"]);
    const { text } = await copyOf("bengt");
    expect(text).toContain("DTSTART:20261124T150000Z");
    expect(text.match(/^ORGANIZER/gm)).toHaveLength(2);
  });
});

describe("a guest who has the event already, with its UID and without an organizer", () => {
  const own = `${home("bengt")}own.ics`;

  it("is invited where it is the same event, which becomes the meeting at its place", async () => {
    const { elin, bengt, put, received, copyOf, answer } = world;
    await put(bengt, own, meeting(withoutOrganizer()));
    await put(elin, MEETING, meeting(event(...GUESTS)));
    expect(await received("bengt")).toEqual(["REQUEST"]);
    const { path, text } = await copyOf("bengt");
    expect([path, text.includes("ORGANIZER")]).toEqual([own, true]);
    await answer("bengt", "ACCEPTED");
    expect(answers((await copyOf("elin")).text)[0]).toContain("bengt ACCEPTED 2.0");
  });

  it("keeps an event of another title, and the organizer is told that the invitation did not arrive", async () => {
    const { elin, bengt, put, received, copyOf } = world;
    await put(bengt, own, meeting(withoutOrganizer("SUMMARY:Mine")));
    await put(elin, MEETING, meeting(event(...GUESTS)));
    expect(await received("bengt")).toEqual([]);
    expect((await copyOf("bengt")).text).not.toContain("ORGANIZER");
    expect(answers((await copyOf("elin")).text)[0]).toMatch(/bengt - 5\.3/);
  });
});
