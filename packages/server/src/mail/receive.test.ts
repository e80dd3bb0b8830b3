import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { receiveMessage } from "../app/mail/receive-message.ts";
import {
  appleReply,
  bounce,
  calendarText,
  exchangeCounter,
  exchangeReply,
  googleReply,
  plain,
  teamsRequest,
  type About,
  AUTH_SERVER,
  proved,
} from "../testing/mail-corpus.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { parseMessage } from "./parse-message.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
});
afterEach(() => world.close());

const UID = "lunch@snart.example";
const ASA = "asa@elsewhere.example";
const ABOUT: About = { uid: UID, organizer: "answers@snart.example", attendee: ASA };

const event = (...lines: readonly string[]): string =>
  calendarText(
    undefined,
    { uid: UID, organizer: "", attendee: "", stamp: "20261120T080000Z" },
    "-//Test//EN",
    "DTEND:20261124T120000Z",
    "SUMMARY:Lunch",
    "ORGANIZER;CN=Elin:mailto:elin@example.com",
    ...lines,
  );
const ASKED = [`ATTENDEE;CN=Asa:mailto:${ASA}`, "ATTENDEE;CN=Bo:mailto:bo@elsewhere.example"];
const invite = async (...lines: readonly string[]): Promise<string> => {
  await world.put(elin, "m.ics", event(...ASKED, ...lines));
  await world.send();
  return world.sink.mails.find(({ to }) => to.includes(ASA))?.read.messageId ?? "";
};
const receive = async (raw: string): Promise<string> => {
  world.clock.advance(1);
  const parsed = await parseMessage(proved(raw), { limits: world.app.limits, authServer: AUTH_SERVER });
  return parsed.ok ? receiveMessage(world.app, parsed.value) : parsed.problem;
};
const answers = async (): Promise<readonly string[]> =>
  (await world.text(elin, "m.ics"))
    .split("\r\n")
    .filter((line) => line.startsWith("ATTENDEE"))
    .map((line) => `${/mailto:(\w+)@[^"]*$/.exec(line)?.[1]} ${/PARTSTAT=([A-Z-]+)/.exec(line)?.[1] ?? "-"}`);
const states = async (): Promise<readonly string[]> =>
  (await world.app.storage.read((tx) => tx.mail.deliveriesOf(elin.principalId, null, 9)))
    .map(({ recipient, state, detail }) => `${recipient.split("@")[0]} ${state} ${detail ?? ""}`.trim())
    .toSorted();
const received = async () => (await world.app.storage.read((tx) => tx.mail.received(9)))[0];

describe("an invitation that is beyond a bound", () => {
  it.each([
    ["lines of an object", { linesPerObject: 5 }, "too-many-lines 5"],
    ["bytes of an account", { objectQuota: 10 }, "object-quota-full 10"],
    ["objects of an account", { objectsPerAccount: 0 }, "too-many-objects 0"],
  ])("is not stored, and the log says that it is the %s", async (_, limits, detail) => {
    world = { ...world, app: { ...world.app, limits: { ...world.app.limits, ...limits } } };
    const about = { uid: "large@elsewhere.example", organizer: ASA, attendee: "elin@example.com" };
    expect(await receive(teamsRequest(about))).toBe("not-stored");
    expect(await received()).toMatchObject({ outcome: "not-stored", sender: ASA, detail });
    const heads = await world.app.storage.read((tx) =>
      tx.objects.byUidInAccount(elin.principalId, about.uid),
    );
    expect(heads).toEqual([]);
  });
});

describe("answers by mail", () => {
  it.each([
    ["Exchange", exchangeReply],
    ["Google", googleReply],
    ["Apple", appleReply],
  ])("are processed as %s writes them, once, and notify nobody else", async (_, write) => {
    await invite();
    const raw = write({ ...ABOUT, partstat: "TENTATIVE" });
    expect(await receive(raw)).toBe("taken");
    expect(await receive(raw)).toBe("duplicate");
    expect(await answers()).toEqual(["asa TENTATIVE", "bo -"]);
    expect(await states()).toEqual(["asa answered TENTATIVE", "bo sent"]);
    await world.send();
    expect(world.sink.mails).toHaveLength(2);
  });

  it.each([
    ["an address with +", { from: "asa+work@elsewhere.example", attendee: "asa+work@elsewhere.example" }],
    [
      "another address, naming the invited one, in the thread",
      { from: "aliased@home.example", thread: true },
    ],
  ])("are believed from %s", async (_, { thread, ...about }: Partial<About> & { thread?: boolean }) => {
    const answersTo = await invite();
    expect(await receive(exchangeReply({ ...ABOUT, ...about, ...(thread && { answersTo }) }))).toBe("taken");
    expect(await answers()).toEqual(["asa ACCEPTED", "bo -"]);
  });

  it.each([
    ["another address without the thread", { from: "mallory@home.example" }, "not-entitled"],
    ["the thread of another guest", { from: "mallory@home.example", other: true }, "not-entitled"],
    ["who was not asked", { attendee: "mallory@home.example" }, "not-invited"],
    ["an event that is not there", { uid: "other@snart.example" }, "unknown-event"],
  ])(
    "are not believed from %s, and are logged",
    async (_, { other, ...about }: Partial<About> & { other?: boolean }, outcome) => {
      await invite();
      const answersTo = world.sink.mails.find(({ to }) => !to.includes(ASA))?.read.messageId ?? "";
      const before = await world.text(elin, "m.ics");
      expect(await receive(exchangeReply({ ...ABOUT, ...about, ...(other && { answersTo }) }))).toBe(outcome);
      expect(await world.text(elin, "m.ics")).toBe(before);
      expect(await states()).toEqual(["asa sent", "bo sent"]);
      expect(await received()).toMatchObject({ outcome, sender: about.from ?? about.attendee ?? ASA });
    },
  );

  it("to one date of a series change that date, however it is named", async () => {
    await invite("RRULE:FREQ=WEEKLY;COUNT=4");
    const about = { ...ABOUT, start: "DTSTART:20261201T110000Z" };
    const declined = { ...about, partstat: "DECLINED", lines: ["RECURRENCE-ID;VALUE=DATE:20261201"] };
    expect(await receive(exchangeReply(declined))).toBe("taken");
    const text = await world.text(elin, "m.ics");
    expect(text).toMatch(/RECURRENCE-ID:20261201T110000Z/);
    expect(await answers()).toEqual(["asa -", "bo -", "asa DECLINED", "bo -"]);
  });

  it("older than the present one change nothing", async () => {
    await invite();
    await receive(exchangeReply({ ...ABOUT, partstat: "DECLINED", stamp: "20261123T090000Z" }));
    expect(await receive(exchangeReply({ ...ABOUT, stamp: "20261123T080000Z" }))).toBe("unchanged");
    expect(await answers()).toEqual(["asa DECLINED", "bo -"]);
  });

  it("that delegate invite the delegate", async () => {
    await invite();
    const cleo = "mailto:cleo@elsewhere.example";
    const text = calendarText(
      "REPLY",
      ABOUT,
      "-//Test//EN",
      `ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="${cleo}":mailto:${ASA}`,
      `ATTENDEE;PARTSTAT=NEEDS-ACTION;DELEGATED-FROM="mailto:${ASA}":${cleo}`,
    );
    expect(await receive(plain(ABOUT, "REPLY", text))).toBe("taken");
    expect(await answers()).toEqual(["asa DELEGATED", "bo -", "cleo NEEDS-ACTION"]);
    await world.send();
    expect(world.sink.mails.map(({ to }) => to[0]).slice(2)).toEqual(["cleo@elsewhere.example"]);
  });

  it("that delegate one date, and then another, invite the delegate to each", async () => {
    await invite("RRULE:FREQ=WEEKLY;COUNT=4");
    const cleo = "cleo@elsewhere.example";
    const delegate = (date: string): Promise<string> => {
      const about = { ...ABOUT, start: `DTSTART:${date}T110000Z` };
      const text = calendarText(
        "REPLY",
        about,
        "-//Test//EN",
        `RECURRENCE-ID:${date}T110000Z`,
        `ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="mailto:${cleo}":mailto:${ASA}`,
        `ATTENDEE;PARTSTAT=NEEDS-ACTION;DELEGATED-FROM="mailto:${ASA}":mailto:${cleo}`,
      );
      return receive(plain(about, "REPLY", text));
    };
    const datesSent = async (): Promise<readonly (readonly string[])[]> => {
      await world.send();
      const toCleo = world.sink.mails.filter(({ to }) => to.includes(cleo));
      return toCleo.map(({ raw, read }) => {
        expect(raw).toMatch(/method=REQUEST/);
        const text = new TextDecoder().decode(read.attachments[0]?.content as ArrayBuffer);
        expect(text).not.toContain("RRULE:FREQ=WEEKLY");
        return [...text.matchAll(/^RECURRENCE-ID:(\d+)T/gm)].map(([, date = ""]) => date);
      });
    };
    expect(await delegate("20261201")).toBe("taken");
    expect(await datesSent()).toEqual([["20261201"]]);
    expect(await delegate("20261208")).toBe("taken");
    expect(await datesSent()).toEqual([["20261201"], ["20261201", "20261208"]]);
    expect(world.sink.mails.filter(({ to }) => !to.includes(cleo))).toHaveLength(2);
  });

  it("that propose another time go to the organizer's inbox and change nothing", async () => {
    await invite();
    const before = await world.text(elin, "m.ics");
    expect(await receive(exchangeCounter(ABOUT))).toBe("shown");
    expect(await world.text(elin, "m.ics")).toBe(before);
    const inbox = await world.app.storage.read((tx) => tx.inbox.list(elin.principalId, 9));
    expect(inbox.map(({ method, uid }) => [method, uid])).toEqual([["COUNTER", UID]]);
  });

  it("that ask for the current version are sent it, and nobody else is", async () => {
    await invite();
    const text = calendarText("REFRESH", ABOUT, "-//Test//EN", `ATTENDEE:mailto:${ASA}`);
    expect(await receive(plain(ABOUT, "REFRESH", text))).toBe("taken");
    await world.send();
    expect(world.sink.mails.map(({ to }) => to[0]).slice(2)).toEqual([ASA]);
  });
});

describe("reports of the mail system", () => {
  it("record a bounced mail in log and event, only for its recipient and in its thread", async () => {
    const messageId = await invite();
    expect(await receive(bounce("<guessed@snart.example>", ASA))).toBe("delivery-report");
    expect(await states()).toEqual(["asa sent", "bo sent"]);
    expect(await receive(bounce(messageId, ASA, "delayed"))).toBe("delivery-report");
    expect(await states()).toEqual(["asa sent", "bo sent"]);
    await receive(bounce(messageId, ASA));
    expect(await states()).toEqual(["asa bounced 5.1.1 550 5.1.1 no such user", "bo sent"]);
    const text = await world.text(elin, "m.ics");
    expect(text).toMatch(/SCHEDULE-STATUS=5\.1:mailto:asa@/);
    expect(text).toMatch(/SCHEDULE-STATUS=1\.1:mailto:bo@/);
  });
});

describe("invitations by mail", () => {
  const NILS = "nils@firm.example";
  const about: About = {
    uid: "040000008200E00074C5B7101A82E008",
    organizer: NILS,
    attendee: "elin@example.com",
  };
  const own = async (): Promise<string> => {
    const heads = await world.app.storage.read((tx) =>
      tx.objects.byUidInAccount(elin.principalId, about.uid),
    );
    const stored =
      heads[0] && (await world.app.storage.read((tx) => tx.objects.byId(heads[0]?.id ?? elinId())));
    return stored?.icalendar.replace(/\r\n /g, "") ?? "";
  };
  const elinId = (): never => {
    throw new Error("unreachable");
  };

  it("go into the calendar unanswered, are answered by mail, and are cancelled by their sender", async () => {
    expect(await receive(teamsRequest(about))).toBe("taken");
    expect(await own()).toContain("PARTSTAT=NEEDS-ACTION");
    expect(await own()).not.toContain("METHOD");
    const uri = (
      await world.app.storage.read((tx) => tx.objects.byUidInAccount(elin.principalId, about.uid))
    )[0]?.uri;
    await world.put(elin, uri ?? "", (await own()).replace("NEEDS-ACTION", "ACCEPTED"));
    await world.send();
    const [reply] = world.sink.mails;
    expect(reply?.to).toEqual([NILS]);
    expect(reply?.raw).toMatch(/text\/calendar; charset=utf-8; method=REPLY/);
    expect(reply?.read.subject).toMatch(/^Yes from elin: Avstämning/);
    // By this, other servers, Snart among them, know whose answer it is.
    expect(reply?.read.replyTo).toMatchObject([{ address: "elin@example.com" }]);
    expect(reply?.read.inReplyTo).toMatch(/^<\d+@corpus\.example>$/);
    const sent = new TextDecoder().decode(reply?.read.attachments[0]?.content as ArrayBuffer);
    expect(sent.replace(/\r?\n /g, "")).toMatch(
      /ATTENDEE;[^:]*SENT-BY="mailto:calendar@snart\.example":mailto:elin@example\.com/,
    );
    expect(
      await receive(
        teamsRequest({ ...about, stamp: "20261123T100000Z", from: "mallory@firm.example" }, "CANCEL"),
      ),
    ).toBe("not-entitled");
    expect(await own()).not.toContain("STATUS:CANCELLED");
    expect(await receive(teamsRequest({ ...about, stamp: "20261123T100000Z" }, "CANCEL"))).toBe("taken");
    expect(await own()).toContain("STATUS:CANCELLED");
    expect(world.sink.mails).toHaveLength(1);
  });

  it("reach only their guests, and speak for nobody with an account", async () => {
    expect(await receive(teamsRequest({ ...about, attendee: "other@elsewhere.example" }))).toBe(
      "not-invited",
    );
    await world.person("bengt");
    const inside = { ...about, organizer: "bengt@example.com", from: "bengt@example.com" };
    expect(await receive(teamsRequest(inside))).toBe("not-entitled");
    expect(await own()).toBe("");
    await invite("ATTENDEE:mailto:bengt@example.com");
    const stolen = { ...about, uid: UID, from: NILS };
    expect(await receive(teamsRequest(stolen))).toBe("not-entitled");
    expect(await answers()).toEqual(["asa -", "bo -", "bengt -"]);
  });

  it("of our own that come back through a list are not taken for somebody else's", async () => {
    const ours = { ...about, organizer: "answers@snart.example", from: "calendar@snart.example" };
    expect(await receive(teamsRequest(ours))).toBe("not-entitled");
    expect(await own()).toBe("");
  });

  it("without a method or calendar are ignored, and winmail.dat is recorded", async () => {
    const published = calendarText(undefined, about, "x", "SUMMARY:X", `ATTENDEE:mailto:${about.attendee}`);
    expect(await receive(plain(about, undefined, published))).toBe("method");
    const tnef = plain(about, undefined, "x").replace("text/calendar", "application/ms-tnef");
    expect(await receive(tnef)).toBe("no-calendar");
    expect(await received()).toMatchObject({ detail: "winmail.dat" });
    expect(await own()).toBe("");
  });
});
