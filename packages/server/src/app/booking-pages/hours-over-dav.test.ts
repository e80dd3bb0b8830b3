import { HOUR } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  eventType,
  HALF_HOUR,
  MONDAY,
  MONDAY_NINE,
  openPage,
  pageFor,
  STOCKHOLM,
} from "../../testing/booking/open-page.ts";
import type { DavClient } from "../../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../../testing/test-dav.ts";
import type { Actor } from "../actor.ts";
import type { BookingPage } from "../types.ts";
import { startsOn } from "./offers.ts";

let opened: TestDav;
let client: DavClient;
let elin: Actor;
let page: BookingPage;
beforeEach(async () => {
  opened = await openTestDav();
  client = await opened.client("elin");
  const principal = await opened.app.storage.read((tx) => tx.principals.byLogin("elin"));
  if (!principal) throw new Error("nobody");
  elin = { principalId: principal.id, login: "elin", isAdmin: false, via: "session" } as unknown as Actor;
  page = await openPage(opened.app, elin, eventType([elin.principalId], { schedule: { of: "host" } }));
});
afterEach(() => opened.close());

const WORK = ["RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"];
const available = (uid: string, from: string, to: string, ...more: readonly string[]) => [
  "BEGIN:AVAILABLE",
  `UID:${uid}`,
  "DTSTAMP:20261101T000000Z",
  `DTSTART;TZID=Europe/Stockholm:${from}`,
  `DTEND;TZID=Europe/Stockholm:${to}`,
  ...more,
  "END:AVAILABLE",
];
const vavailability = (uid: string, ...lines: readonly string[]) => [
  "BEGIN:VAVAILABILITY",
  `UID:${uid}`,
  "DTSTAMP:20261101T000000Z",
  ...lines,
  "END:VAVAILABILITY",
];
/** Hours on a date, with the rest of that day closed, above those of the week (RFC 7953, PRIORITY). */
const onDate = (uid: string, date: string, ...parts: readonly string[]) =>
  vavailability(
    uid,
    "PRIORITY:1",
    `DTSTART;TZID=Europe/Stockholm:${date}T000000`,
    `DTEND;TZID=Europe/Stockholm:${date}T235959`,
    ...parts,
  );
async function puts(...lines: readonly string[]): Promise<void> {
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR"].join("\n");
  const done = await client.proppatch(
    "/dav/scheduling/elin/inbox/",
    `<d:set><d:prop><c:calendar-availability>${text}</c:calendar-availability></d:prop></d:set>`,
  );
  expect(done.resource().byStatus[200]).toEqual(["calendar-availability"]);
}
/** Hours since midnight at which a day of the week after offers something; 0 is Monday. */
async function shown(day: number): Promise<readonly number[]> {
  const [asked] = (await pageFor(opened.app, page)).types;
  if (!asked) throw new Error("no type");
  const days = { first: MONDAY + day, last: MONDAY + day };
  const starts = await startsOn(opened.app, asked, days, STOCKHOLM);
  return starts.map(({ start }) => 9 + (start - MONDAY_NINE) / HOUR - day * 24);
}
const halfHours = (from: number, to: number) =>
  Array.from({ length: ((to - from) * HOUR) / HALF_HOUR }, (_, at) => from + at / 2);

describe("hours that a calendar app sets on the inbox", () => {
  const week = vavailability("1", ...available("2", "20261102T090000", "20261102T120000", ...WORK));

  it("are those of the page, with dates on which they are others", async () => {
    await puts(...week);
    expect(await shown(0)).toEqual(halfHours(9, 12));
    expect(await shown(5)).toEqual([]);
    await puts(
      ...week,
      ...onDate("tuesday", "20261124", ...available("3", "20261124T130000", "20261124T143000")),
      ...onDate("wednesday", "20261125"),
      ...onDate("saturday", "20261128", ...available("4", "20261128T100000", "20261128T110000")),
    );
    expect(await shown(0)).toEqual(halfHours(9, 12));
    expect(await shown(1)).toEqual(halfHours(13, 14.5));
    expect(await shown(2)).toEqual([]);
    expect(await shown(3)).toEqual(halfHours(9, 12));
    expect(await shown(5)).toEqual(halfHours(10, 11));
    expect(await shown(6)).toEqual([]);
  });

  it("are no hours at all while they can't be read", async () => {
    await puts(...week);
    await opened.app.storage.write((tx) =>
      tx.principals.setAvailability(elin.principalId, "no calendar at all"),
    );
    expect(await shown(0)).toEqual([]);
  });
});
