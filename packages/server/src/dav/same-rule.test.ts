import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DavClient } from "../testing/dav-client.ts";
import { sendOutbox } from "../testing/send-outbox.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let test: TestDav;
let elin: DavClient;
let bengt: DavClient;
const MEETING = "/dav/calendars/elin/calendar/meeting.ics";

beforeEach(async () => {
  test = await openTestDav();
  [elin, bengt] = [await test.client("elin"), await test.client("bengt")];
});
afterEach(() => test.close());

const INVITATION = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Client//EN",
  "BEGIN:VEVENT",
  "UID:meeting",
  "DTSTAMP:20261101T120000Z",
  "DTSTART;TZID=Europe/Stockholm:20261124T120000",
  "DTEND;TZID=Europe/Stockholm:20261124T130000",
  "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261224T110000Z",
  "SUMMARY:Lunch",
  "SEQUENCE:2",
  "ORGANIZER:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bengt@example.com",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

/** As an iPhone writes it. */
const inAppleWords = (text: string): string =>
  text.replace(
    /RRULE:FREQ=WEEKLY.*/,
    "RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=20261224T225959Z;BYDAY=TH,TU;WKST=MO",
  );

async function put(client: DavClient, path: string, text: string) {
  test.clock.advance(1_000);
  const answer = await client.put(path, text);
  await sendOutbox(test.app);
  return answer;
}

const unfolded = async (client: DavClient, path: string): Promise<string> =>
  (await client.get(path)).body.replace(/\r\n /g, "");
const childrenOf = async (client: DavClient, path: string): Promise<readonly string[]> =>
  (await client.propfind(path, "1", "<d:getetag/>")).hrefs.slice(1);

describe("a series that a client writes in other words", () => {
  it("is accepted by a guest, and the organizer sees it", async () => {
    await put(elin, MEETING, INVITATION);
    const [copy = ""] = await childrenOf(bengt, "/dav/calendars/bengt/calendar/");
    const text = inAppleWords(await unfolded(bengt, copy)).replace("NEEDS-ACTION", "ACCEPTED");
    expect((await put(bengt, copy, text)).status).toBe(204);
    expect(await unfolded(bengt, copy)).toContain("INTERVAL=1;UNTIL=20261224T225959Z");
    expect(await unfolded(elin, MEETING)).toMatch(/PARTSTAT=ACCEPTED[^\r\n]*:mailto:bengt@/);
  });

  it("resets no answer and tells nobody when its organizer saves it again", async () => {
    await put(elin, MEETING, INVITATION);
    const [copy = ""] = await childrenOf(bengt, "/dav/calendars/bengt/calendar/");
    await put(bengt, copy, (await unfolded(bengt, copy)).replace("NEEDS-ACTION", "ACCEPTED"));
    const received = await childrenOf(bengt, "/dav/scheduling/bengt/inbox/");
    const copied = await unfolded(bengt, copy);
    expect((await put(elin, MEETING, inAppleWords(await unfolded(elin, MEETING)))).status).toBe(204);
    const text = await unfolded(elin, MEETING);
    expect(text).toContain("INTERVAL=1");
    expect(text).toMatch(/PARTSTAT=ACCEPTED[^\r\n]*:mailto:bengt@/);
    expect(text).toContain("SEQUENCE:2\r\n");
    expect(await childrenOf(bengt, "/dav/scheduling/bengt/inbox/")).toEqual(received);
    expect(await unfolded(bengt, copy)).toBe(copied);
  });
});
