import { rightsOf } from "@snart/calendar/access/rights.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testClock, type TestClock } from "../clock.ts";
import type { Answer } from "../jmap-client.ts";
import { calendarText, exchangeCounter, plain, proved, teamsRequest, type About } from "../mail-corpus.ts";
import type { CaughtMail } from "../smtp-sink.ts";
import { valueOf, type EventLines } from "./calendar-file.ts";
import { mailsTo } from "./by-mail.ts";
import { messageIn } from "./read-mail.ts";
import { openSite, Post, type Person, type Site } from "./site.ts";

// Another time that a guest here proposes to an organizer elsewhere, and what the organizer does about it: all by mail.

const NILS = "nils@firm.example";
let clock: TestClock;
let sites: readonly Site[];
let home: Site;
let post: Post;
let elin: Person;
beforeEach(async () => {
  clock = testClock();
  home = await openSite("snart.example", clock);
  sites = [home];
  post = new Post(sites);
  elin = await home.person("elin");
});
afterEach(async () => {
  await Promise.all(sites.map((site) => site.close()));
});

const about = (more: Partial<About> = {}): About => ({
  uid: "040000008200E00074C5B7101A82E008",
  organizer: NILS,
  attendee: elin.email,
  from: NILS,
  stamp: new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, ""),
  ...more,
});
/** An invitation from twelve to one, or at another time to another hour. */
const request = (
  more: Partial<About> = {},
  lines: readonly string[] = [],
  endHour = 13,
  date = "20261124",
): string => {
  const start = "DTSTART;TZID=Europe/Stockholm:20261124T120000";
  const text = calendarText(
    "REQUEST",
    about({ start, ...more }),
    "-//Example//Mail//EN",
    `DTEND;TZID=Europe/Stockholm:${date}T${endHour}0000`,
    `ORGANIZER;CN=Nils:mailto:${NILS}`,
    `ATTENDEE;RSVP=TRUE:mailto:${elin.email}`,
    "SUMMARY:Council",
    ...lines,
  );
  return plain(about(more), "REQUEST", text);
};
async function receive(raw: string): Promise<void> {
  clock.advance(60_000);
  home.imap.deliver(proved(raw).toString());
  await post.settled();
}
const eventOf = async (person: Person): Promise<Answer> =>
  (await person.jmap("CalendarEvent/get", { ids: null })).list[0];
const TIME = { utcStart: "2026-11-24T14:00:00Z", utcEnd: "2026-11-24T15:00:00Z" };
async function propose(person: Person, args: object = {}): Promise<void> {
  clock.advance(60_000);
  const { id } = await eventOf(person);
  await person.jmap("Proposal/send", { eventId: id, ...TIME, ...args });
  await post.settled();
}
const actions = async (person: Person): Promise<readonly string[]> => {
  const { list } = await person.jmap("CalendarEventNotification/get", { ids: null });
  return list.map((one: Answer) => `${one.changedBy.name} ${one["snart:news"] ?? one.type}`).toSorted();
};
const received = () => home.server.app.storage.read((tx) => tx.mail.received(1));

/** The one mail that a person was sent, and the event in it. */
function lastTo(email: string): { readonly mail: CaughtMail; readonly event: EventLines } {
  const mail = mailsTo(home, email).at(-1);
  const event = mail && messageIn(mail).events[0];
  if (!mail || !event) throw new Error(`${email} was sent nothing`);
  return { mail, event };
}

describe("another time that is proposed to an organizer elsewhere", () => {
  it("leaves as a COUNTER in the thread of the invitation, from the guest", async () => {
    await receive(teamsRequest(about()));
    await propose(elin, { note: "I teach until two" });
    const { mail, event } = lastTo(NILS);
    expect(mailsTo(home, NILS)).toHaveLength(1);
    expect(mail.raw).toMatch(/Content-Type: multipart\/alternative/);
    expect(mail.raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=COUNTER/);
    expect(messageIn(mail).method).toBe("COUNTER");
    expect(mail.from).toBe("answers@snart.example");
    expect(mail.read.replyTo).toMatchObject([{ address: elin.email }]);
    expect(mail.read.inReplyTo).toMatch(/^<\d+@corpus\.example>$/);
    expect(mail.read.subject).toMatch(/Avstämning/);
    expect(mail.read.text).toContain("I teach until two");
    expect(valueOf(event, "UID")).toBe(about().uid);
    expect(valueOf(event, "SEQUENCE")).toBe("0");
    expect(valueOf(event, "ORGANIZER")).toBe(`mailto:${NILS}`);
    expect(valueOf(event, "COMMENT")).toBe("I teach until two");
    expect(event.filter((line) => line.startsWith("ATTENDEE"))).toEqual([
      expect.stringMatching(/SENT-BY="mailto:answers@snart\.example".*:mailto:elin@snart\.example$/),
    ]);
    expect(event).toContain("DTSTART;TZID=W. Europe Standard Time:20261124T150000");
    expect(event).toContain("DTEND;TZID=W. Europe Standard Time:20261124T160000");
    expect((await eventOf(elin)).start).toBe("2026-11-24T12:00:00");
  });

  const decline = (lines: readonly string[], more: Partial<About> = {}): string => {
    const start = "DTSTART:20261124T140000Z";
    const text = calendarText(
      "DECLINECOUNTER",
      about({ start, ...more }),
      "Microsoft Exchange Server 2010",
      ...lines,
    );
    return plain(about(more), "DECLINECOUNTER", text);
  };

  it.each([
    ["the guest", [`ATTENDEE:mailto:elin@snart.example`]],
    ["nobody", []],
  ])("when declined by a mail that names %s changes nothing, and the guest is told", async (_, lines) => {
    await receive(teamsRequest(about()));
    await propose(elin);
    await receive(decline([`ORGANIZER:mailto:${NILS}`, "COMMENT:The room is taken then", ...lines]));
    expect(await received()).toMatchObject([{ outcome: "shown", method: "DECLINECOUNTER" }]);
    expect(await actions(elin)).toEqual(["Nils invitation", "Nils proposalDeclined"]);
    const { list } = await elin.jmap("CalendarEventNotification/get", { ids: null });
    expect(list.map(({ comment }: Answer) => comment)).toContain("The room is taken then");
    expect((await eventOf(elin)).start).toBe("2026-11-24T12:00:00");
    expect(mailsTo(home, NILS)).toHaveLength(1);
  });

  it("when declined is told to nobody who proposed nothing, whomever the mail names", async () => {
    const jonas = await home.person("jonas");
    const line = `ATTENDEE;RSVP=TRUE:mailto:${jonas.email}`;
    await receive(request({}, [line]));
    await propose(elin);
    const lines = [`ORGANIZER:mailto:${NILS}`, `ATTENDEE:mailto:${elin.email}`, line];
    await receive(decline(lines));
    expect(await actions(elin)).toContain("Nils proposalDeclined");
    expect(await actions(jonas)).toEqual(["Nils invitation"]);
  });

  it("can't be declined by somebody else", async () => {
    await receive(request());
    await propose(elin);
    const mallory = "mallory@firm.example";
    await receive(decline([`ORGANIZER:mailto:${NILS}`], { from: mallory }));
    await receive(decline([`ORGANIZER:mailto:${mallory}`], { from: mallory }));
    expect(await actions(elin)).toEqual(["Nils invitation"]);
  });

  it("when accepted moves the guest's event, and they are told", async () => {
    await receive(request());
    await propose(elin);
    await receive(request({ start: "DTSTART;TZID=Europe/Stockholm:20261124T150000" }, ["SEQUENCE:1"], 16));
    expect(await eventOf(elin)).toMatchObject({ start: "2026-11-24T15:00:00", duration: "PT1H" });
    expect(await actions(elin)).toEqual(["Nils change", "Nils invitation"]);
  });

  it("of one date names that date, and when accepted moves it alone", async () => {
    await receive(request({}, ["RRULE:FREQ=WEEKLY;COUNT=3"]));
    const { id } = await eventOf(elin);
    const onDate = { utcStart: "2026-12-01T14:00:00Z", utcEnd: "2026-12-01T15:00:00Z" };
    await propose(elin, { eventId: `${id}_20261201T120000`, ...onDate });
    const { event } = lastTo(NILS);
    expect(event).toContain("RECURRENCE-ID;TZID=Europe/Stockholm:20261201T120000");
    expect(event).toContain("DTSTART;TZID=Europe/Stockholm:20261201T150000");
    expect(event.join()).not.toContain("RRULE");
    const start = "DTSTART;TZID=Europe/Stockholm:20261201T150000";
    const lines = ["RECURRENCE-ID;TZID=Europe/Stockholm:20261201T120000", "SEQUENCE:1"];
    await receive(request({ start }, lines, 16, "20261201"));
    expect(await eventOf(elin)).toMatchObject({
      start: "2026-11-24T12:00:00",
      recurrenceOverrides: { "2026-12-01T12:00:00": { start: "2026-12-01T15:00:00" } },
    });
    expect(await actions(elin)).toContain("Nils change");
  });

  it("is answered by an organizer at another Snart", async () => {
    const away = await openSite("firm.example", clock);
    sites = [home, away];
    post = new Post(sites);
    const nils = await away.person("nils");
    const [{ id }] = (await nils.jmap("Calendar/get", { ids: null })).list;
    const event = {
      "@type": "Event",
      uid: "council",
      calendarIds: { [id]: true },
      title: "Council",
      start: "2026-11-24T12:00:00",
      duration: "PT1H",
      timeZone: "Europe/Stockholm",
      participants: {
        e: { "@type": "Participant", calendarAddress: `mailto:${elin.email}`, roles: { attendee: true } },
      },
    };
    await nils.jmap("CalendarEvent/set", { create: { k: event }, sendSchedulingMessages: true });
    await post.settled();
    const answer = async (isAccepted: boolean): Promise<void> => {
      clock.advance(60_000);
      const [proposal] = (await nils.jmap("Proposal/get", { ids: null })).list;
      expect(proposal).toMatchObject({ proposerAddress: `mailto:${elin.email}`, note: "Two is too early" });
      await nils.jmap("Proposal/answer", { proposalId: proposal.id, isAccepted });
      await post.settled();
    };
    await propose(elin, { note: "Two is too early" });
    await answer(false);
    expect(await actions(elin)).toEqual(["Nils invitation", "Nils proposalDeclined"]);
    await propose(elin, { note: "Two is too early" });
    await answer(true);
    for (const person of [nils, elin]) expect((await eventOf(person)).start).toBe("2026-11-24T15:00:00");
    expect(await actions(elin)).toEqual(["Nils change", "Nils invitation", "Nils proposalDeclined"]);
  });
});

describe("another time that somebody elsewhere proposes", () => {
  const ASA = "asa@elsewhere.example";
  it.each([
    ["in a group's calendar", "group"],
    ["in a calendar that somebody shares", "share"],
  ])("to who organizes as themselves %s is theirs to answer, by mail", async (_, kind) => {
    const jonas = await home.person("jonas", "administrator");
    const accountId =
      kind === "share"
        ? elin.accountId
        : (
            await jonas.jmap("Group/set", {
              create: { g: { name: "Board", members: { [jonas.accountId]: { isManager: true } } } },
            })
          ).created.g.id;
    const by = kind === "share" ? elin : jonas;
    const [{ id: calendarId }] = (await by.jmap("Calendar/get", { accountId, ids: null })).list;
    const shareWith = { [jonas.accountId]: rightsOf("write") };
    if (kind === "share") await elin.jmap("Calendar/set", { update: { [calendarId]: { shareWith } } });
    const event = {
      "@type": "Event",
      uid: "council",
      calendarIds: { [calendarId]: true },
      title: "Council",
      start: "2026-11-24T12:00:00",
      duration: "PT1H",
      timeZone: "Europe/Stockholm",
      organizerCalendarAddress: `mailto:${jonas.email}`,
      participants: {
        a: { "@type": "Participant", calendarAddress: `mailto:${ASA}`, roles: { attendee: true } },
      },
    };
    await jonas.jmap("CalendarEvent/set", { accountId, create: { k: event }, sendSchedulingMessages: true });
    await post.settled();
    const invitation = mailsTo(home, ASA)[0];
    const organizer = messageIn(invitation ?? lastTo(ASA).mail).events[0];
    const said = {
      uid: "council",
      organizer: /mailto:(.*)$/.exec(valueOf(organizer ?? [], "ORGANIZER") ?? "")?.[1] ?? "",
      attendee: ASA,
      answersTo: invitation?.read.messageId ?? "",
    };
    await receive(exchangeCounter(said));
    const [proposal] = (await jonas.jmap("Proposal/get", { accountId, ids: null })).list;
    expect(proposal).toMatchObject({ proposerAddress: `mailto:${ASA}`, ...TIME });
    await jonas.jmap("Proposal/answer", { accountId, proposalId: proposal.id, isAccepted: true });
    await post.settled();
    const { mail, event: moved } = lastTo(ASA);
    expect(messageIn(mail).method).toBe("REQUEST");
    expect(moved).toContain("DTSTART;TZID=Europe/Stockholm:20261124T150000");
    expect((await jonas.jmap("Proposal/get", { accountId, ids: null })).list).toEqual([]);
  });
});
