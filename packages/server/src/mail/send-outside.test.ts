import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { createCalendar } from "../app/calendars/create-calendar.ts";
import { updateProfile } from "../app/accounts/profile.ts";
import { putObject } from "../app/write/put-object.ts";
import type { PrincipalId } from "../app/types.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { firstCalendarOf, ownCalendar } from "../testing/test-app.ts";
import type { CaughtMail } from "../testing/smtp-sink.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
});
afterEach(() => world.close());

const event = (...lines: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    "BEGIN:VEVENT",
    "UID:lunch@snart.example",
    "DTSTAMP:20261120T080000Z",
    "DTSTART;TZID=Europe/Stockholm:20261124T120000",
    "DTEND;TZID=Europe/Stockholm:20261124T130000",
    "SUMMARY:Lunch <b>& möte</b>",
    "LOCATION:Kajkontoret\\, Malmö",
    "ORGANIZER;CN=Elin Sand:mailto:elin@example.com",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const ASA = "ATTENDEE;CN=Åsa Öst;RSVP=TRUE:mailto:asa@elsewhere.example";
const BO = "ATTENDEE;CN=Bo:mailto:bo@elsewhere.example";

function last(): CaughtMail {
  const mail = world.sink.mails.at(-1);
  if (!mail) throw new Error("no mail was caught");
  return mail;
}
/** The scheduling message of a mail: its part and its file are the same. */
function calendarOf({ read }: CaughtMail): string {
  const texts = read.attachments.map(({ content }) =>
    typeof content === "string" ? content : new TextDecoder().decode(content),
  );
  expect(new Set(texts).size).toBe(1);
  return (texts[0] ?? "").replace(/\r?\n /g, "");
}
const log = () => world.app.storage.read((tx) => tx.mail.deliveriesOf(elin.principalId, null, 99));

describe("an invitation by mail", () => {
  it("is an alternative of text, HTML and a message whose method is its METHOD, and a file", async () => {
    await world.put(elin, "m.ics", event(ASA));
    expect(await world.text(elin, "m.ics")).toContain("SCHEDULE-STATUS=1.1:mailto:asa@elsewhere");
    expect(await world.send()).toEqual([]);
    expect(world.sink.mails).toHaveLength(1);
    const { raw, read, from, to } = last();
    expect([from, to]).toEqual(["calendar@snart.example", ["asa@elsewhere.example"]]);
    expect(raw).toMatch(/Content-Type: multipart\/alternative/);
    expect(raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
    expect(raw).toMatch(/Content-Type: application\/ics; name="?invite.ics/);
    const parts = [...raw.matchAll(/Content-Type: ([\w/]+)/g)].map(([, type]) => type);
    expect(parts).toEqual([
      "multipart/mixed",
      "multipart/alternative",
      "text/plain",
      "text/html",
      "text/calendar",
      "application/ics",
    ]);
    expect(read.from).toMatchObject({ name: "Elin Sand", address: "calendar@snart.example" });
    expect(read.replyTo).toMatchObject([{ address: "answers@snart.example" }]);
    expect(read.subject).toBe("Invitation: Lunch <b>& möte</b>, Tue 24 Nov 2026, 12:00");
    const text = calendarOf(last());
    expect(text).toContain("METHOD:REQUEST");
    expect(text.match(/^UID:/gm)).toHaveLength(1);
    expect(text).toContain(
      'ORGANIZER;CN=Elin Sand;SENT-BY="mailto:calendar@snart.example":mailto:answers@snart.example',
    );
    expect(text).toMatch(/BEGIN:VTIMEZONE\s+TZID:Europe\/Stockholm/);
    expect(text).not.toMatch(/SCHEDULE-STATUS|X-SNART/);
    expect(await log()).toMatchObject([{ state: "sent", method: "REQUEST", uid: "lunch@snart.example" }]);
  });

  it("names the organizer by one address, whether or not they take part", async () => {
    await world.put(elin, "m.ics", event("ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com", ASA));
    await world.send();
    const lines = calendarOf(last()).split(/\r?\n/);
    expect(lines.filter((line) => line.startsWith("ATTENDEE"))).toEqual([
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:answers@snart.example",
      "ATTENDEE;CN=Åsa Öst;RSVP=TRUE:mailto:asa@elsewhere.example",
    ]);
    expect(await world.text(elin, "m.ics")).toContain("ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com");
  });

  it("holds nothing that is the organizer's own", async () => {
    const own = [
      "CLASS:PRIVATE",
      "CATEGORIES:Redundancies",
      "JSPROP;JSPTR=useDefaultAlerts:true",
      "X-APPLE-TRAVEL-START;X-TITLE=Home 12 Secret St:geo:59.3,18.0",
      "X-OUR-OFFICE-NOTE:secret",
      "X-GOOGLE-CONFERENCE:https://meet.example.com/a",
    ];
    await world.put(elin, "m.ics", event(ASA, ...own));
    await world.send();
    const text = calendarOf(last());
    expect(text).not.toMatch(/TRAVEL|[Ss]ecret|Redundancies|CLASS|useDefaultAlerts/);
    expect(text).toContain("X-GOOGLE-CONFERENCE:https://meet.example.com/a");
  });

  it("gives the time in both languages with weekday, date, zone and week, never how soon, and can be answered", async () => {
    await updateProfile(world.app, elin, { preferences: { language: "sv" } });
    await world.put(elin, "m.ics", event(ASA, "DESCRIPTION:Ta med\\n<script>alert(1)</script>"));
    await world.send();
    const { text = "", html = "", subject } = last().read;
    expect(subject).toBe("Inbjudan: Lunch <b>& möte</b>, tis 24 nov. 2026, 12:00");
    expect(text).toContain("tisdag 24 november 2026 kl. 12:00–13:00, vecka 48 (Europe/Stockholm, UTC+01:00)");
    expect(text).toContain("Tuesday 24 November 2026, 12:00–13:00, week 48 (Europe/Stockholm, UTC+01:00)");
    expect(text.indexOf("bjuder in dig")).toBeLessThan(text.indexOf("invites you"));
    expect(text).not.toMatch(/\bom \d|imorgon|tomorrow|in \d+ (?:days|hours)/i);
    expect(text).toMatch(/https:\/\/snart\.example\/rsvp\/[\w.-]+\?answer=accepted/);
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).not.toMatch(/<img|src=/);
  });

  it("is one message for each guest; changes and the cancellation go into the same thread", async () => {
    await world.put(elin, "m.ics", event(ASA, BO));
    await world.send();
    const [first] = world.sink.mails;
    expect(world.sink.mails.map(({ to }) => to)).toEqual([
      ["asa@elsewhere.example"],
      ["bo@elsewhere.example"],
    ]);
    await world.put(elin, "m.ics", event(ASA, BO).replaceAll("T120000", "T113000"));
    await world.send();
    const changed = world.sink.mails[2];
    expect(changed?.read.subject).toContain("Changed: ");
    expect(changed?.read.inReplyTo).toBe(first?.read.messageId);
    await world.put(elin, "m.ics", event(ASA).replaceAll("T120000", "T113000"));
    await world.send();
    expect(world.sink.mails).toHaveLength(5);
    expect(last().to).toEqual(["bo@elsewhere.example"]);
    expect(last().read.subject).toContain("Cancelled: ");
    expect(calendarOf(last())).toContain("METHOD:CANCEL");
    expect(last().read.text).not.toContain("/rsvp/");
    expect(new Set(world.sink.mails.map(({ read }) => read.messageId)).size).toBe(5);
  });

  it("that is refused is recorded in the organizer's own object, and nobody else is notified", async () => {
    world.sink.answer = (recipient) =>
      recipient.startsWith("bo@") ? { code: 550, text: "no such user" } : undefined;
    await world.put(elin, "m.ics", event(ASA, BO));
    expect(await world.send()).toEqual([]);
    const text = await world.text(elin, "m.ics");
    expect(text).toMatch(/SCHEDULE-STATUS=5\.1:mailto:bo@/);
    expect(text).toMatch(/SCHEDULE-STATUS=1\.1:mailto:asa@/);
    expect((await log()).map(({ recipient, state }) => [recipient, state])).toEqual([
      ["bo@elsewhere.example", "failed"],
      ["asa@elsewhere.example", "sent"],
    ]);
    expect(world.sink.mails).toHaveLength(1);
    await world.send();
    expect(world.sink.mails).toHaveLength(1);
  });

  it("describes a series in words, with the dates that differ, and a single date alone", async () => {
    const series = event(ASA, "RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20261222T110000Z");
    await world.put(elin, "m.ics", series);
    await world.send();
    expect(last().read.text).toContain("Repeats: every other Tuesday until 22 December");
    expect(last().read.text).toContain("applies to the whole series");
    const moved = [
      "END:VEVENT",
      "BEGIN:VEVENT",
      "UID:lunch@snart.example",
      "DTSTAMP:20261120T080000Z",
      "RECURRENCE-ID;TZID=Europe/Stockholm:20261208T120000",
      "DTSTART;TZID=Europe/Stockholm:20261209T150000",
      "DTEND;TZID=Europe/Stockholm:20261209T160000",
      "SUMMARY:Lunch",
      "ORGANIZER;CN=Elin Sand:mailto:elin@example.com",
      ASA,
      "END:VEVENT",
    ].join("\r\n");
    await world.put(elin, "m.ics", series.replace("END:VEVENT", moved));
    await world.send();
    expect(last().read.text).toContain("These dates differ from the rest: Wednesday 9 December 2026");
  });

  /** A group of elin and nils, with a calendar in which elin has invited Åsa in that name. */
  async function askedFromGroup(name: string, email: string | null) {
    const { app } = world;
    const nils = await world.person("nils");
    await updateProfile(app, elin, { displayName: "Elin Sand" });
    const id = app.newId() as PrincipalId;
    await app.storage.write(async (tx) => {
      const fields = {
        login: "styrelsen",
        displayName: "Styrelsen",
        email,
        formerLogins: [],
        formerEmails: [],
        isAdmin: false,
      };
      await tx.principals.insert({
        ...fields,
        id,
        kind: "group",
        status: "active",
        preferences: {},
        createdAt: 1,
      });
      for (const { principalId } of [elin, nils]) await tx.principals.addMember(id, principalId, true);
    });
    const made = await createCalendar(app, elin, id, { name: "Möten" });
    if (!made.ok) throw new Error(made.problem.code);
    const text = event(ASA, `ATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:${id}`).replace(
      /ORGANIZER[^\r]*/,
      `ORGANIZER;CN=${name}:urn:uuid:${id}`,
    );
    const put = async (actor: Actor, said: string): Promise<void> => {
      const stored = await putObject(app, actor, made.value.calendar, "m.ics", said, {});
      expect(stored.ok).toBe(true);
      await world.send();
    };
    await put(elin, text);
    return { change: () => put(nils, text.replace("T120000", "T113000")) };
  }
  const organizerLines = (): readonly string[] =>
    calendarOf(last())
      .split(/\r?\n/)
      .filter((line) => /^(?:ORGANIZER|ATTENDEE;PARTSTAT=ACCEPTED)/.test(line));

  it.each([
    ["as the calendar", "Styrelsen", true],
    ["as whoever writes", "Elin Sand", false],
  ])("from a group's calendar is sent %s, as its organizer is named", async (_, name, isSaid) => {
    await askedFromGroup(name, null);
    const { read } = last();
    expect(read.from).toMatchObject({ name, address: "calendar@snart.example" });
    expect(read.text?.includes("Sent by Elin Sand.")).toBe(isSaid);
    expect(organizerLines()).toEqual([
      `ORGANIZER;CN=${name};SENT-BY="mailto:elin@example.com":mailto:answers@snart.example`,
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:answers@snart.example",
    ]);
  });

  it.each([
    ["the group's", "Styrelsen", "styrelsen@example.com", "nils@example.com"],
    [
      "that of whoever is named, also when another member changes it",
      "Elin Sand",
      "elin@example.com",
      "elin@example.com",
    ],
  ])("without a mailbox for answers contains an address: %s", async (_, name, address, replyTo) => {
    await world.close();
    world = await openMailWorld({ mailReplies: null });
    elin = await world.person("elin");
    const { change } = await askedFromGroup(name, "styrelsen@example.com");
    const own = address === "elin@example.com" ? "calendar@snart.example" : "elin@example.com";
    const told = (sender: string): readonly string[] => [
      `ORGANIZER;CN=${name};SENT-BY="mailto:${sender}":mailto:${address}`,
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${address}`,
    ];
    expect(organizerLines()).toEqual(told(own));
    expect(last().read.replyTo).toMatchObject([{ address: "elin@example.com" }]);
    await change();
    expect(world.sink.mails).toHaveLength(2);
    expect(organizerLines()).toEqual(told("nils@example.com"));
    expect(last().read.replyTo).toMatchObject([{ address: replyTo }]);
  });

  it("is sent as before once mail is set up again, and has status 5.2 without mail", async () => {
    const { outside: _, ...bare } = world.app;
    const calendarId = await firstCalendarOf(bare, elin);
    const stored = await putObject(bare, elin, ownCalendar(elin, calendarId), "m.ics", event(ASA), {});
    expect(stored.ok).toBe(true);
    expect(await world.text(elin, "m.ics")).toContain("SCHEDULE-STATUS=5.2:mailto:asa@");
    await world.send();
    expect(world.sink.mails).toEqual([]);
    expect(await log()).toEqual([]);
  });
});
