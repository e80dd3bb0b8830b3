import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ShareLevel } from "../storage/records/calendars.ts";
import { eventText, type DavAnswer, type DavClient } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { childrenNamed, elementsOf, textOf } from "./xml/element.ts";
import { caldav } from "./xml/names.ts";
import { setAudience } from "../testing/set-audience.ts";

let test: TestDav;
let elin: DavClient;
let bengt: DavClient;
const OUTBOX = "/dav/scheduling/elin/outbox/";

beforeEach(async () => {
  test = await openTestDav();
  elin = await test.client("elin");
  bengt = await test.client("bengt");
  await test.person("cilla");
  await setAudience(test.app, "connected");
  const secret = eventText("a", "DTSTART:20261123T110000Z", "DTEND:20261123T120000Z", "SUMMARY:Secret plan");
  expect((await bengt.put("/dav/calendars/bengt/calendar/a.ics", secret)).status).toBe(201);
});
afterEach(() => test.close());

const share = (level: ShareLevel) => test.share(bengt, level, elin.actor.principalId);

const question = (...lines: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "METHOD:REQUEST",
    "BEGIN:VFREEBUSY",
    "UID:question",
    "DTSTAMP:20261120T100000Z",
    "DTSTART:20261123T000000Z",
    "DTEND:20261124T000000Z",
    "ORGANIZER:mailto:elin@example.com",
    ...lines,
    "END:VFREEBUSY",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const BENGT = "ATTENDEE;CN=Bengt:mailto:bengt@example.com";

const ask = (body: string, client = elin, path = OUTBOX): Promise<DavAnswer> =>
  client.send("POST", path, { headers: { "content-type": "text/calendar" }, body });

const told = (answer: DavAnswer): readonly (readonly string[])[] =>
  childrenNamed(answer.xml, caldav("response")).map((response) => {
    const [recipient, status, data] = elementsOf(response);
    const [address] = recipient ? elementsOf(recipient) : [];
    const busy = [...(data ? textOf(data) : "").matchAll(/^FREEBUSY[^\r]*/gm)].map(([line]) => line);
    return [address ? textOf(address) : "", status ? textOf(status) : "", ...busy];
  });

describe("an outbox", () => {
  it("answers for each requested person, within the requester's rights", async () => {
    await setAudience(test.app, "nobody");
    await share("freeBusy");
    const answer = await ask(
      question(
        BENGT,
        "ATTENDEE:mailto:cilla@example.com",
        "ATTENDEE:mailto:x@elsewhere.example",
        "ATTENDEE:mailto:elin@example.com",
      ),
    );
    expect(answer.status).toBe(200);
    expect(told(answer)).toEqual([
      ["mailto:bengt@example.com", "2.0;Success", "FREEBUSY:20261123T110000Z/20261123T120000Z"],
      // Somebody hidden answers like nobody.
      ["mailto:cilla@example.com", "3.7;Invalid calendar user"],
      ["mailto:x@elsewhere.example", "3.7;Invalid calendar user"],
      ["mailto:elin@example.com", "2.0;Success"],
    ]);
    expect(answer.body).toContain("METHOD:REPLY");
    expect(answer.body).toContain("ATTENDEE;CN=Bengt:mailto:bengt@example.com");
    expect(answer.body).not.toContain("Secret");
  });

  it("says nothing about people who have shared nothing", async () => {
    const stranger = [["mailto:bengt@example.com", "3.7;Invalid calendar user"]];
    expect(told(await ask(question(BENGT)))).toEqual(stranger);
    // Elin finds Bengt, with whom she shares something, and sees nothing of his by that.
    await test.share(elin, "read", bengt.actor.principalId);
    expect(told(await ask(question(BENGT)))).toEqual([["mailto:bengt@example.com", "3.8;No authority"]]);
  });

  it.each([
    [
      "an invitation",
      eventText("b", BENGT).replace("VERSION:2.0", "VERSION:2.0\r\nMETHOD:REQUEST"),
      "valid-scheduling-message",
    ],
    ["an answer", question(BENGT).replace("METHOD:REQUEST", "METHOD:REPLY"), "valid-scheduling-message"],
    ["nobody", question(), "valid-scheduling-message"],
    ["no time", question(BENGT).replace("DTEND:20261124T000000Z\r\n", ""), "valid-scheduling-message"],
    [
      "a floating time",
      question(BENGT).replace("DTEND:20261124T000000Z", "DTEND:20261124T000000"),
      "valid-scheduling-message",
    ],
    [
      "an end before the start",
      question(BENGT).replace("DTEND:20261124", "DTEND:20261122"),
      "valid-scheduling-message",
    ],
    [
      "a thousand people",
      question(...Array.from({ length: 1_000 }, (_, i) => `ATTENDEE:mailto:a${i}@example.com`)),
      "valid-scheduling-message",
    ],
    [
      "another's name",
      question(BENGT).replace("ORGANIZER:mailto:elin", "ORGANIZER:mailto:bengt"),
      "valid-organizer",
    ],
    ["a century", question(BENGT).replace("DTEND:20261124", "DTEND:21261124"), "max-instances"],
    ["nonsense", "nonsense", "valid-calendar-data"],
  ])("refuses %s", async (_, body, condition) => {
    const answer = await ask(body);
    // RFC 6638 §5.2.1 has a status of its own for the first.
    expect([answer.condition, answer.status]).toEqual([
      condition,
      condition === "valid-scheduling-message" ? 400 : 403,
    ]);
  });

  it("is only for its owner, and only the outbox accepts such a POST", async () => {
    const mallory = await test.client("mallory");
    expect((await ask(question(BENGT), mallory)).status).toBe(404);
    expect((await ask(question(BENGT), elin, "/dav/calendars/elin/calendar/")).status).toBe(405);
    expect((await elin.send("OPTIONS", OUTBOX)).headers.get("allow")).toContain("POST");
    expect((await elin.send("OPTIONS", OUTBOX)).headers.get("dav")).toContain("calendar-auto-schedule");
  });
});
