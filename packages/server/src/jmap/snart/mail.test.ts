import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { receiveMessage } from "../../app/mail/receive-message.ts";
import { parseMessage } from "../../mail/parse-message.ts";
import { JmapClient } from "../../testing/jmap-client.ts";
import { calendarText, exchangeCounter, googleReply, plain } from "../../testing/mail-corpus.ts";
import { openMailWorld } from "../../testing/mail-world.ts";
import type { MailWorld } from "../../testing/mail-world.ts";
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
  const parsed = await parseMessage(Buffer.from(raw), { limits: world.app.limits, authServer: null });
  return parsed.ok ? receiveMessage(world.app, parsed.value) : parsed.problem;
};
const eventId = async (): Promise<string> =>
  (await client.call("CalendarEvent/query", { filter: { uid: ABOUT.uid } })).ids[0];

describe("the delivery log", () => {
  it("tells for each guest what became of what was sent, to who may change the event alone", async () => {
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

  it("accepted move the event on its own clocks, and tell all guests", async () => {
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

  it("declined change nothing and tell the one who proposed", async () => {
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

  it("for one date of a series move that date; for the whole of it they are refused and stay", async () => {
    await world.put(elin, "m.ics", event("RRULE:FREQ=WEEKLY;COUNT=4"));
    await world.send();
    const about = { ...ABOUT, start: "DTSTART:20261201T140000Z" };
    const lines = ["DTEND:20261201T150000Z", "ATTENDEE;PARTSTAT=TENTATIVE:mailto:asa@elsewhere.example"];
    const whole = calendarText("COUNTER", about, "x", ...lines);
    const single = calendarText("COUNTER", about, "x", "RECURRENCE-ID:20261201T110000Z", ...lines);
    await receive(plain(about, "COUNTER", whole));
    const refused = await one();
    expect((await client.failing("Proposal/answer", { proposalId: refused.id, isAccepted: true })).type).toBe(
      "invalidArguments",
    );
    expect(await world.text(elin, "m.ics")).not.toContain("RECURRENCE-ID");
    await client.call("Proposal/answer", { proposalId: refused.id, isAccepted: false });
    await receive(plain(about, "COUNTER", single));
    await client.call("Proposal/answer", { proposalId: (await one()).id, isAccepted: true });
    const text = await world.text(elin, "m.ics");
    expect(text).toContain("RECURRENCE-ID;TZID=Europe/Stockholm:20261201T120000");
    expect(text).toContain("DTSTART;TZID=Europe/Stockholm:20261201T150000");
  });
});
