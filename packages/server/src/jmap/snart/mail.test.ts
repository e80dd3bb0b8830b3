import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { receiveMessage } from "../../app/mail/receive-message.ts";
import { parseMessage } from "../../mail/parse-message.ts";
import { JmapClient } from "../../testing/jmap-client.ts";
import {
  calendarText,
  exchangeCounter,
  googleReply,
  plain,
  AUTH_SERVER,
  proved,
} from "../../testing/mail-corpus.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { jmapHandlers } from "../server.ts";

let world: MailWorld;
let elin: Actor;
let client: JmapClient;
let other: JmapClient;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  const handlers = jmapHandlers(world.app, {
    publicUrl: "https://snart.test",
    report: (error) => expect.unreachable(String(error)),
  });
  client = new JmapClient(handlers, elin);
  other = new JmapClient(handlers, await world.person("bengt"));
});
afterEach(() => world.close());

const ABOUT = {
  uid: "lunch@snart.example",
  organizer: "answers@snart.example",
  attendee: "asa@elsewhere.example",
};
const event = (...lines: readonly string[]): string =>
  calendarText(
    undefined,
    { ...ABOUT, stamp: "20261120T080000Z", start: "DTSTART;TZID=Europe/Stockholm:20261124T120000" },
    "-//Test//EN",
    "DTEND;TZID=Europe/Stockholm:20261124T130000",
    "SUMMARY:Lunch",
    "ORGANIZER;CN=Elin:mailto:elin@example.com",
    "ATTENDEE;CN=Asa:mailto:asa@elsewhere.example",
    "ATTENDEE:mailto:bo@elsewhere.example",
    ...lines,
  );
const receive = async (raw: string): Promise<string> => {
  const parsed = await parseMessage(proved(raw), { limits: world.app.limits, authServer: AUTH_SERVER });
  return parsed.ok ? receiveMessage(world.app, parsed.value) : parsed.problem;
};
const eventId = async (): Promise<string> =>
  (await client.call("CalendarEvent/query", { filter: { uid: ABOUT.uid } })).ids[0];

describe("the delivery log", () => {
  it("gives the outcome for each guest, only to people who may change the event", async () => {
    await world.put(elin, "m.ics", event());
    const id = await eventId();
    const states = async (): Promise<readonly string[]> =>
      (await client.call("MailDelivery/get", { eventId: id })).list.map(
        (one: Record<string, string>) => `${one["recipient"]} ${one["method"]} ${one["state"]}`,
      );
    expect(await states()).toEqual([
      "bo@elsewhere.example REQUEST queued",
      "asa@elsewhere.example REQUEST queued",
    ]);
    await world.send();
    await receive(googleReply(ABOUT));
    expect(await states()).toEqual([
      "bo@elsewhere.example REQUEST sent",
      "asa@elsewhere.example REQUEST answered",
    ]);
    const { list } = await client.call("MailDelivery/get", { eventId: id, properties: ["detail"] });
    expect(Object.keys(list[0]).toSorted()).toEqual(["detail", "id"]);
    const [accountId] = [client.accountId];
    expect((await other.failing("MailDelivery/get", { eventId: id })).type).toBeDefined();
    expect((await other.failing("MailDelivery/get", { accountId, eventId: id })).type).toBe(
      "accountNotFound",
    );
    expect((await client.failing("MailDelivery/get", { eventId: "nothing" })).type).toBeDefined();
  });
});

describe("proposals", () => {
  const one = async () => (await client.call("Proposal/get", { ids: null })).list[0];

  it("when accepted move the event in its own zone, and notify all guests", async () => {
    await world.put(elin, "m.ics", event());
    await world.send();
    await receive(exchangeCounter(ABOUT));
    const proposal = await one();
    expect(proposal).toMatchObject({
      eventId: await eventId(),
      proposerAddress: "mailto:asa@elsewhere.example",
      utcStart: "2026-11-24T14:00:00Z",
      utcEnd: "2026-11-24T15:00:00Z",
      recurrenceId: null,
      isAllDay: false,
    });
    expect(proposal.id).toMatch(/^[A-Za-z0-9_-]+$/);
    expect((await other.call("Proposal/get", { ids: null })).list).toEqual([]);
    expect(
      (await other.failing("Proposal/answer", { proposalId: proposal.id, isAccepted: true })).type,
    ).toBeDefined();
    await client.call("Proposal/answer", { proposalId: proposal.id, isAccepted: true });
    const text = await world.text(elin, "m.ics");
    expect(text).toContain("DTSTART;TZID=Europe/Stockholm:20261124T150000");
    expect(text).toContain("DTEND;TZID=Europe/Stockholm:20261124T160000");
    expect(await one()).toBeUndefined();
    await world.send();
    expect(world.sink.mails.slice(2).map(({ to, read }) => [to[0], read.subject?.split(":")[0]])).toEqual([
      ["asa@elsewhere.example", "Changed"],
      ["bo@elsewhere.example", "Changed"],
    ]);
    await client.failing("Proposal/answer", { proposalId: proposal.id, isAccepted: true });
  });

  it("when declined change nothing and notify the guest who proposed", async () => {
    await world.put(elin, "m.ics", event());
    await world.send();
    await receive(exchangeCounter(ABOUT));
    const before = await world.text(elin, "m.ics");
    await client.call("Proposal/answer", { proposalId: (await one()).id, isAccepted: false });
    expect(await world.text(elin, "m.ics")).toBe(before);
    await world.send();
    expect(world.sink.mails.slice(2).map(({ to }) => to[0])).toEqual(["asa@elsewhere.example"]);
    expect(world.sink.mails[2]?.raw).toContain("method=DECLINECOUNTER");
    expect(await one()).toBeUndefined();
  });

  const SERIES = ["DTEND:20261124T120000Z", "SUMMARY:Lunch", "ORGANIZER;CN=Elin:mailto:elin@example.com"];
  const counter = (start: string, end: string, ...lines: readonly string[]): string => {
    const about = { ...ABOUT, start: `DTSTART:${start}` };
    const asa = "ATTENDEE;PARTSTAT=TENTATIVE:mailto:asa@elsewhere.example";
    return plain(about, "COUNTER", calendarText("COUNTER", about, "x", `DTEND:${end}`, asa, ...lines));
  };
  const lineOf = async (name: string): Promise<readonly string[]> =>
    (await world.text(elin, "m.ics")).split("\r\n").filter((line) => line.startsWith(name));

  it("for one date of a series move only that date", async () => {
    await world.put(elin, "m.ics", event("RRULE:FREQ=WEEKLY;COUNT=4"));
    await world.send();
    await receive(counter("20261201T140000Z", "20261201T150000Z", "RECURRENCE-ID:20261201T110000Z"));
    await client.call("Proposal/answer", { proposalId: (await one()).id, isAccepted: true });
    expect(await lineOf("RECURRENCE-ID")).toEqual(["RECURRENCE-ID;TZID=Europe/Stockholm:20261201T120000"]);
    expect(await lineOf("DTSTART")).toEqual([
      "DTSTART;TZID=Europe/Stockholm:20261124T120000",
      "DTSTART;TZID=Europe/Stockholm:20261201T150000",
    ]);
  });

  it("for a whole series move all of it in its own zone, with its rule and its overrides", async () => {
    const other = ["RECURRENCE-ID;TZID=Europe/Stockholm:20261201T120000", "DTSTART:20261201T150000Z"];
    await world.put(
      elin,
      "m.ics",
      event(
        "RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330T100000Z",
        "EXDATE;TZID=Europe/Stockholm:20261208T120000",
        "END:VEVENT",
        "BEGIN:VEVENT",
        `UID:${ABOUT.uid}`,
        "DTSTAMP:20261120T080000Z",
        ...other,
        ...SERIES.slice(1),
        "ATTENDEE;CN=Asa:mailto:asa@elsewhere.example",
      ),
    );
    await world.send();
    const before = world.sink.mails.length;
    await receive(googleReply(ABOUT));
    await receive(counter("20261125T140000Z", "20261125T143000Z"));
    await client.call("Proposal/answer", { proposalId: (await one()).id, isAccepted: true });
    expect(await lineOf("DTSTART")).toEqual([
      "DTSTART;TZID=Europe/Stockholm:20261125T150000",
      expect.stringMatching(/^DTSTART[^:]*:202612021?/),
    ]);
    expect(await lineOf("RRULE")).toEqual(["RRULE:FREQ=WEEKLY;UNTIL=20270331T130000Z;BYDAY=WE"]);
    expect(await lineOf("EXDATE")).toEqual(["EXDATE;TZID=Europe/Stockholm:20261209T150000"]);
    expect(await lineOf("RECURRENCE-ID")).toEqual(["RECURRENCE-ID;TZID=Europe/Stockholm:20261202T150000"]);
    expect(await lineOf("ATTENDEE")).not.toContainEqual(expect.stringContaining("ACCEPTED"));
    expect(await one()).toBeUndefined();
    await world.send();
    expect(
      world.sink.mails.slice(before).map(({ to, read }) => [to[0], read.subject?.split(":")[0]]),
    ).toEqual([
      ["asa@elsewhere.example", "Changed"],
      ["bo@elsewhere.example", "Changed"],
    ]);
  });

  it("with another rule set that rule, and an empty one changes nothing", async () => {
    await world.put(elin, "m.ics", event("RRULE:FREQ=WEEKLY;COUNT=4"));
    await receive(counter("20261124T110000Z", "20261124T120000Z", "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4"));
    await client.call("Proposal/answer", { proposalId: (await one()).id, isAccepted: true });
    expect(await lineOf("RRULE")).toEqual(["RRULE:FREQ=WEEKLY;COUNT=4;INTERVAL=2"]);
    const before = await world.text(elin, "m.ics");
    await receive(counter("20261124T110000Z", "20261124T120000Z", "RECURRENCE-ID:20261125T110000Z"));
    const gone = await one();
    expect((await client.failing("Proposal/answer", { proposalId: gone.id, isAccepted: true })).type).toBe(
      "invalidArguments",
    );
    expect(await world.text(elin, "m.ics")).toBe(before);
    await client.call("Proposal/answer", { proposalId: gone.id, isAccepted: false });
    expect(await one()).toBeUndefined();
  });
});

describe("whom an invitation would not reach", () => {
  it("is known before anybody is invited, with the reason", async () => {
    const suspended = await world.person("carl");
    await world.app.storage.write((tx) =>
      tx.principals.update(suspended.principalId, { status: "suspended" }),
    );
    const invited = await world.person("dag");
    await world.app.storage.write((tx) => tx.principals.update(invited.principalId, { status: "invited" }));
    const addresses = ["bengt", "carl", "dag"].map((name) => `mailto:${name}@example.com`);
    const asked = [...addresses, "mailto:asa@elsewhere.example", "tel:+4640", "urn:uuid:nobody", "x\ny"];
    const answer = await client.call("MailDelivery/foresee", { addresses: asked });
    expect(answer.unreachable).toEqual({
      "mailto:carl@example.com": "closedAccount",
      "mailto:dag@example.com": "closedAccount",
      "tel:+4640": "noAddress",
      "urn:uuid:nobody": "noAddress",
      "x\ny": "noAddress",
    });
    const many = Array.from({ length: 501 }, (_, index) => `mailto:g${index}@example.com`);
    expect((await client.failing("MailDelivery/foresee", { addresses: many })).type).toBe("invalidArguments");
    expect(
      (await other.failing("MailDelivery/foresee", { accountId: client.accountId, addresses })).type,
    ).toBe("accountNotFound");
  });
});
