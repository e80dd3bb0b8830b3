import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventText } from "../../testing/dav-client.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { firstCalendarOf, ownCalendar } from "../../testing/test-app.ts";
import { updateProfile } from "../accounts/profile.ts";
import type { Actor } from "../actor.ts";
import type { EventNotificationPayload } from "./event-payload.ts";
import { listNotifications } from "./notifications.ts";
import { deleteObject } from "../write/delete-object.ts";
import { SCHEDULING_MESSAGE, type OutgoingMessage } from "../scheduling/outgoing.ts";
import { answerProposal } from "../delivery/proposals.ts";
import { deliverMessage } from "../delivery/deliver.ts";
import type { ObjectId } from "../types.ts";

const ORGANIZER = "ORGANIZER:mailto:elin@example.com";
const guest = (name: string, partstat?: string): string =>
  `ATTENDEE${partstat ? `;PARTSTAT=${partstat}` : ""}:mailto:${name}@example.com`;

let world: MailWorld;
let elin: Actor;
let bengt: Actor;

beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  bengt = await world.person("bengt");
});
afterEach(() => world.close());

const told = async (actor: Actor): Promise<readonly (string | undefined)[]> => {
  const listed = await listNotifications(world.app, actor, actor.principalId, "CalendarEventNotification");
  if (!listed.ok) throw new Error(listed.problem.code);
  return listed.value.list.map(({ payload }) => {
    const { news, changedBy } = payload as EventNotificationPayload;
    return `${news} ${changedBy.name}`;
  });
};
const prefer = (actor: Actor, preferences: Preferences) =>
  updateProfile(world.app, actor, { preferences: { timeZone: "Europe/Stockholm", ...preferences } });
/** A message, its notice, and the notice's mail follow one another. */
const send = async (): Promise<void> => {
  for (let step = 0; step < 3; step++) expect(await world.send()).toEqual([]);
};
const AT = ["DTSTART:20261123T110000Z", "DTEND:20261123T120000Z"];
const invite = (...lines: readonly string[]): Promise<void> =>
  world.put(elin, "m.ics", eventText("m", ORGANIZER, guest("elin", "ACCEPTED"), guest("bengt"), ...lines));
const answer = async (partstat: string): Promise<void> => {
  const text = await world.text(bengt, "m.ics");
  await world.put(
    bengt,
    "m.ics",
    text.replace(/^ATTENDEE[^\r\n]*:mailto:bengt@/m, `ATTENDEE;PARTSTAT=${partstat}:mailto:bengt@`),
  );
  await send();
};
const cancel = async (): Promise<void> => {
  const calendarId = await firstCalendarOf(world.app, elin);
  expect((await deleteObject(world.app, elin, ownCalendar(elin, calendarId), "m.ics", {})).ok).toBe(true);
  await send();
};

describe("an organizer's or guest's action", () => {
  it("notifies the other one, once, and not its author", async () => {
    await invite();
    await send();
    expect(await told(bengt)).toEqual(["invitation elin"]);
    await answer("ACCEPTED");
    expect(await told(elin)).toEqual(["accepted bengt"]);
    await cancel();
    expect(await told(bengt)).toEqual(["cancellation elin", "invitation elin"]);
    expect(await told(elin)).toEqual(["accepted bengt"]);
    expect(world.sink.mails).toEqual([]);
  });

  it("notifies once when it is delivered again", async () => {
    await invite();
    const taken = await world.app.storage.write((tx) => tx.queues.takeOutbox(world.app.now(), 9, 1));
    const message = taken.find(({ kind }) => kind === SCHEDULING_MESSAGE);
    await deliverMessage(world.app, message?.payload);
    await deliverMessage(world.app, message?.payload);
    expect(await told(bengt)).toEqual(["invitation elin"]);
  });

  it("does not notify people who have declined, nor of other guests' answers", async () => {
    const cilla = await world.person("cilla");
    await invite(guest("cilla"));
    await send();
    await answer("DECLINED");
    expect(await told(cilla)).toEqual(["invitation elin"]);
    await cancel();
    expect(await told(bengt)).toEqual(["invitation elin"]);
    expect(await told(cilla)).toEqual(["cancellation elin", "invitation elin"]);
  });
});

describe("another time that a guest proposes", () => {
  const propose = async (id: string): Promise<void> => {
    const lines = ["DTSTART:20261123T150000Z", "DTEND:20261123T160000Z", ORGANIZER, guest("bengt")];
    const text = eventText("m", ...lines, "COMMENT:The train is late");
    const message: OutgoingMessage = {
      id,
      senderId: bengt.principalId,
      objectId: "none" as ObjectId,
      method: "COUNTER",
      sender: "mailto:bengt@example.com",
      recipient: "mailto:elin@example.com",
      recipientId: elin.principalId,
      isQuiet: false,
      icalendar: text.replace("VERSION:2.0", "METHOD:COUNTER\r\nVERSION:2.0"),
    };
    // However often it arrives.
    for (let time = 0; time < 2; time++) await deliverMessage(world.app, message);
  };
  const answerTo = (id: string, isAccepted: boolean) =>
    answerProposal(world.app, elin, elin.principalId, `${id}.ics`, isAccepted);

  it.each([true, false])("notifies the organizer once, until it is answered with %s", async (isAccepted) => {
    await prefer(elin, { notices: { answers: { mail: true } } });
    await invite(...AT, "SUMMARY:Walk");
    await send();
    const before = await world.text(elin, "m.ics");
    await propose("c1");
    await propose("c2");
    await send();
    expect(await told(elin), "the newest replaces the former").toEqual(["proposed bengt"]);
    expect(await told(bengt)).toEqual(["invitation elin"]);
    // It changes nothing, and the mail contains the proposed time.
    expect(await world.text(elin, "m.ics")).toBe(before);
    expect(world.sink.mails.map(({ read }) => read.subject)).toEqual([
      "bengt proposes another time for “Walk”",
      "bengt proposes another time for “Walk”",
    ]);
    expect(world.sink.mails[0]?.read.text).toContain("23 November 2026, 16:00–17:00");
    expect((await answerTo("c1", isAccepted)).ok).toBe(false);
    expect(await told(elin)).toEqual(["proposed bengt"]);
    expect((await answerTo("c2", isAccepted)).ok).toBe(true);
    expect(await told(elin)).toEqual([]);
    expect((await answerTo("c2", isAccepted)).ok).toBe(false);
  });

  it("notifies nobody but the organizer, and nobody who does not want it", async () => {
    await propose("c1");
    await prefer(elin, { notices: { answers: { app: false } } });
    await invite(...AT);
    await send();
    await propose("c2");
    expect(await told(elin)).toEqual([]);
  });
});

describe("notices by mail", () => {
  it("come once to people who want them, in their language, with a time that stays true", async () => {
    await prefer(bengt, { language: "sv", notices: { invitations: { mail: true, app: false } } });
    await invite(...AT, "SUMMARY:Städdag", "LOCATION:Gården");
    await send();
    await send();
    expect(await told(bengt)).toEqual([]);
    expect(world.sink.mails.map(({ to }) => to)).toEqual([["bengt@example.com"]]);
    const [mail] = world.sink.mails;
    expect(mail?.read.subject).toBe("elin bjöd in dig till ”Städdag”");
    expect(mail?.read.text).toMatch(/När: .*20\d\d/);
    expect(mail?.read.text).toContain("Var: Gården");
    expect(mail?.read.text).toContain("https://snart.example/event/");
    expect(mail?.read.text).not.toMatch(/\bom (?:en|ett|två|tre|ungefär)\b/);
    await cancel();
    expect(world.sink.mails).toHaveLength(1);
  });

  it("wait for the end of quiet hours, and are not sent about events deleted meanwhile", async () => {
    const all = { from: "00:00", to: "23:59" };
    await prefer(bengt, { timeZone: "Etc/UTC", quietHours: all, notices: { invitations: { mail: true } } });
    await invite();
    await send();
    expect(await told(bengt)).toEqual(["invitation elin"]);
    expect(world.sink.mails).toEqual([]);
    world.clock.advance(24 * 3_600_000);
    await send();
    expect(world.sink.mails).toHaveLength(1);
    await world.put(elin, "n.ics", eventText("n", ORGANIZER, guest("bengt")));
    await send();
    const calendarId = await firstCalendarOf(world.app, bengt);
    await deleteObject(world.app, bengt, ownCalendar(bengt, calendarId), "n.ics", {}, {});
    world.clock.advance(24 * 3_600_000);
    await send();
    expect(world.sink.mails).toHaveLength(1);
  });

  it("notify the organizer of guests' answers", async () => {
    await prefer(elin, { notices: { answers: { mail: true } } });
    await invite(...AT, "SUMMARY:Walk");
    await send();
    await answer("TENTATIVE");
    expect(world.sink.mails.map(({ to, read }) => [to, read.subject])).toEqual([
      [["elin@example.com"], "bengt said maybe to “Walk”"],
    ]);
  });
});
