// What calendar apps send to invite a room, to move it, to repeat it and to let it go, and the answer that each reads.
import { beforeEach, describe, expect, it } from "vitest";
import type { PrincipalId } from "../storage/records/ids.ts";
import { openBoard } from "../testing/booking/open-board.ts";
import { ANY_TIME } from "../testing/booking/rules.ts";
import type { DavClient } from "../testing/dav-client.ts";
import { home } from "../testing/dav-meetings.ts";
import {
  appleRooms,
  davx5Rooms,
  readMeeting,
  thunderbirdRooms,
  type InvitedRoom,
  type KnownVersion,
  type RoomClient,
  type RoomMeeting,
} from "./traces/rooms.ts";

type World = Awaited<ReturnType<typeof openBoard>>;
let test: World["test"];
let elin: DavClient;
let bengt: DavClient;
let room: PrincipalId;
beforeEach(async () => {
  const board = await openBoard();
  ({ test, elin, bengt } = board);
  room = await board.make({ name: "Loftet", rules: { ...ANY_TIME, recurring: "skipTaken" } });
  return () => test.close();
});

const PATH = `${home("elin")}fasad.ics`;
const MEETING: RoomMeeting = {
  uid: "fasad",
  start: "20261125T140000",
  end: "20261125T150000",
  sequence: 0,
  rooms: [],
};
const atTen: Partial<RoomMeeting> = { start: "20261125T100000", end: "20261125T110000" };
const invited = (): InvitedRoom => ({ name: "Loftet", address: `urn:uuid:${room}` });

interface Read extends KnownVersion {
  readonly text: string;
  /** the room's answer in each component */
  readonly answers: readonly string[];
  /** the room as the client knows it now */
  readonly rooms: readonly InvitedRoom[];
}

/** Writes as a client does, and fetches what became of it. */
async function write(
  client: RoomClient,
  meeting: RoomMeeting,
  known: KnownVersion | undefined,
): Promise<Read> {
  test.clock.advance(1_000);
  const { headers, conditions } = client;
  const body = client.write(meeting);
  const stored = await elin.send("PUT", PATH, { headers: { ...headers, ...conditions(known) }, body });
  expect(stored.status, stored.body).toBe(known ? 204 : 201);
  // The server has completed it: nobody may take what was sent for what is stored (RFC 4791 §5.3.4).
  if (meeting.rooms.length > 0) expect(stored.etag).toBeNull();
  const report = { headers: { ...headers, "content-type": "text/xml", depth: "1" }, body: readMeeting(PATH) };
  const got = (await elin.send("REPORT", home("elin"), report)).resource();
  const text = (got.text["calendar-data"] ?? "").replace(/\r?\n /g, "");
  const lines = [...text.matchAll(/^ATTENDEE(.*):urn:uuid:/gm)].map(([, parameters = ""]) => parameters);
  const of = (name: string, line = ""): string | undefined =>
    new RegExp(`;${name}="?([^;:"]+)`).exec(line)?.[1];
  return {
    text,
    etag: got.text["getetag"] ?? "",
    scheduleTag: got.text["schedule-tag"] ?? "",
    answers: lines.map((line) => of("PARTSTAT", line) ?? "-"),
    rooms: lines
      .slice(0, 1)
      .map((line) => ({ ...invited(), answer: of("PARTSTAT", line), delivery: of("SCHEDULE-STATUS", line) })),
  };
}

/** Somebody else's meeting in the room, of an hour from a moment in UTC on. @returns the room's answer to it */
async function takenByBengt(day: string, hour: number, name = "other"): Promise<string> {
  const at = (offset: number): string => `${day}T${String(hour + offset).padStart(2, "0")}0000Z`;
  const path = `${home("bengt")}${name}.ics`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    `UID:${name}`,
    "DTSTAMP:20261120T100000Z",
    `DTSTART:${at(0)}`,
    `DTEND:${at(1)}`,
    "SUMMARY:Other",
    "ORGANIZER:mailto:bengt@example.com",
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt@example.com",
    `ATTENDEE;CUTYPE=ROOM;PARTSTAT=NEEDS-ACTION:urn:uuid:${room}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ];
  expect((await bengt.put(path, lines.join("\r\n"))).status).toBe(201);
  const { body } = await bengt.get(path);
  return /^ATTENDEE.*PARTSTAT=([A-Z-]+).*urn:uuid/m.exec(body.replace(/\r\n /g, ""))?.[1] ?? "-";
}

describe.each([thunderbirdRooms, davx5Rooms, appleRooms])("a room that $client invites", (client) => {
  const invite = (part: Partial<RoomMeeting> = {}): Promise<Read> =>
    write(client, { ...MEETING, rooms: [invited()], ...part }, undefined);

  it("accepts a free time, and the client reads so", async () => {
    const made = await invite();
    expect(made.answers).toEqual(["ACCEPTED"]);
    expect(made.rooms[0]?.delivery).toBe("2.0");
    expect(await takenByBengt("20261125", 13)).toBe("DECLINED");
  });

  it("declines a move into a clash with the reason, and accepts the next move", async () => {
    expect(await takenByBengt("20261125", 9)).toBe("ACCEPTED");
    const made = await invite();
    const moved = await write(client, { ...MEETING, ...atTen, sequence: 1, rooms: made.rooms }, made);
    expect(moved.answers).toEqual(["DECLINED"]);
    expect(moved.text).toMatch(/X-CALENDARSERVER-ATTENDEE-COMMENT.*taken/i);
    const { rooms } = moved;
    const later = { start: "20261125T160000", end: "20261125T170000", sequence: 2 };
    const freed = await write(client, { ...MEETING, ...later, rooms }, moved);
    expect(freed.answers).toEqual(["ACCEPTED"]);
    expect(await takenByBengt("20261125", 13, "former")).toBe("ACCEPTED");
  });

  it("takes a series but for the date that is taken", async () => {
    expect(await takenByBengt("20261202", 13)).toBe("ACCEPTED");
    const made = await invite({ rule: "FREQ=WEEKLY;COUNT=3" });
    expect(made.answers).toEqual(["ACCEPTED", "DECLINED"]);
    expect(made.text).toMatch(/^RECURRENCE-ID[^:]*:20261202T140000/m);
    expect(await takenByBengt("20261209", 13, "third")).toBe("DECLINED");
  });

  it("is free again when it is invited no more", async () => {
    const made = await invite();
    const without = await write(client, { ...MEETING, sequence: 1 }, made);
    expect(without.answers).toEqual([]);
    expect(await takenByBengt("20261125", 13)).toBe("ACCEPTED");
  });

  it("is free again when the meeting is deleted", async () => {
    const made = await invite();
    const headers = { ...client.headers, ...client.conditions(made) };
    expect((await elin.send("DELETE", PATH, { headers })).status).toBe(204);
    expect(await takenByBengt("20261125", 13)).toBe("ACCEPTED");
  });

  it("keeps the answer where somebody has written meanwhile, whose version is not overwritten", async () => {
    const made = await invite();
    await write(client, { ...MEETING, ...atTen, sequence: 1, rooms: made.rooms }, made);
    const { headers, conditions } = client;
    const stale = client.write({ ...MEETING, sequence: 1, rooms: made.rooms });
    const late = await elin.send("PUT", PATH, { headers: { ...headers, ...conditions(made) }, body: stale });
    expect(late.status).toBe(412);
    expect(await takenByBengt("20261125", 9)).toBe("DECLINED");
    expect(await takenByBengt("20261125", 13, "former")).toBe("ACCEPTED");
  });
});
