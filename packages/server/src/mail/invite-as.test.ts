import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { createGroup } from "../app/groups/change-group.ts";
import { listCalendars } from "../app/calendars/list-calendars.ts";
import { receiveMessage } from "../app/mail/receive-message.ts";
import { answerRsvp } from "../app/mail/rsvp.ts";
import { putObject } from "../app/write/put-object.ts";
import type { PrincipalId } from "../app/types.ts";
import { calendarText, exchangeReply, type About, AUTH_SERVER, proved } from "../testing/mail-corpus.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { firstCalendarOf } from "../testing/test-app.ts";
import { parseMessage } from "./parse-message.ts";

// Mail to guests from calendars of others: what it says of its sender, and that answers by mail and by link come back.

const ASA = "asa@elsewhere.example";
const ABOUT: About = { uid: "lunch", organizer: "answers@snart.example", attendee: ASA };

let world: MailWorld;
let elin: Actor;
let nils: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  [elin, nils] = [await world.person("elin"), await world.person("nils")];
});
afterEach(() => world.close());

async function groupCalendar(): Promise<{ id: PrincipalId; calendar: Parameters<typeof putObject>[2] }> {
  await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
  const members = new Map([[elin.principalId, { isManager: true }]]);
  const made = await createGroup(world.app, elin, "Board", members);
  const listed = made.ok ? await listCalendars(world.app, elin, made.value) : made;
  const calendar = listed.ok ? listed.value[0]?.calendar : undefined;
  if (!made.ok || !calendar) throw new Error("no group");
  return { id: made.value, calendar };
}

async function sharedCalendar(): Promise<Parameters<typeof putObject>[2]> {
  const id = await firstCalendarOf(world.app, nils);
  await world.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: id as never, principalId: elin.principalId, level: "edit" }),
  );
  return { id: id as never, accountId: nils.principalId };
}

async function invite(calendar: Parameters<typeof putObject>[2], organizer: string): Promise<void> {
  const text = calendarText(
    undefined,
    { uid: "lunch", organizer: "", attendee: "", stamp: "20261120T080000Z" },
    "-//Test//EN",
    "DTEND:20261124T120000Z",
    "SUMMARY:Lunch",
    `ORGANIZER:${organizer}`,
    `ATTENDEE;CN=Asa;RSVP=TRUE:mailto:${ASA}`,
  );
  expect((await putObject(world.app, elin, calendar, "m.ics", text, {})).ok).toBe(true);
  expect(await world.send()).toEqual([]);
}
const mail = () => {
  const [caught] = world.sink.mails;
  if (!caught) throw new Error("no mail was caught");
  const calendar = caught.read.attachments.map(({ content }) =>
    typeof content === "string" ? content : new TextDecoder().decode(content),
  )[0];
  const organizer = /ORGANIZER[^\r\n]*/.exec((calendar ?? "").replace(/\r?\n /g, ""))?.[0];
  return { ...caught.read, organizer };
};
const answerOf = async (calendarId: string): Promise<string | undefined> => {
  const stored = await world.app.storage.read((tx) => tx.objects.byUid(calendarId as never, "lunch"));
  return /PARTSTAT=([A-Z-]+)/.exec(stored?.icalendar ?? "")?.[1];
};
async function answerByLink(): Promise<void> {
  const token = /\/rsvp\/([^?\s]+)/.exec(mail().text ?? "")?.[1] ?? "";
  world.clock.advance(1_000);
  expect((await answerRsvp(world.app, token, "declined", "")).ok).toBe(true);
}
async function answerByMail(): Promise<void> {
  const raw = exchangeReply({ ...ABOUT, partstat: "TENTATIVE" });
  const parsed = await parseMessage(proved(raw), { limits: world.app.limits, authServer: AUTH_SERVER });
  expect(parsed.ok && (await receiveMessage(world.app, parsed.value))).toBe("taken");
}

describe("a mail from a calendar of others", () => {
  it("of a group, as the group, names both, and answers come back", async () => {
    const { id, calendar } = await groupCalendar();
    await invite(calendar, `urn:uuid:${id}`);
    expect(mail().from).toMatchObject({ name: "Board" });
    expect(mail().text).toContain("Sent by elin.");
    expect(mail().organizer).toBe(
      'ORGANIZER;CN=Board;SENT-BY="mailto:elin@example.com":mailto:answers@snart.example',
    );
    await answerByLink();
    expect(await answerOf(calendar.id)).toBe("DECLINED");
    await answerByMail();
    expect(await answerOf(calendar.id)).toBe("TENTATIVE");
  });

  it("of a group, as a member, names both, and answers come back", async () => {
    const { calendar } = await groupCalendar();
    await invite(calendar, "mailto:elin@example.com");
    expect(mail().from).toMatchObject({ name: "elin (Board)" });
    expect(mail().text).not.toContain("Sent by elin");
    await answerByLink();
    expect(await answerOf(calendar.id)).toBe("DECLINED");
    await answerByMail();
    expect(await answerOf(calendar.id)).toBe("TENTATIVE");
  });

  it.each([
    ["for its owner", "mailto:nils@example.com", "nils", true],
    ["as oneself", "mailto:elin@example.com", "elin", false],
  ])("that somebody shares, %s, says so, and answers come back", async (_, organizer, name, isSent) => {
    const calendar = await sharedCalendar();
    await invite(calendar, organizer);
    expect(mail().from).toMatchObject({ name });
    expect(mail().text?.includes("Sent by elin.")).toBe(isSent);
    await answerByLink();
    expect(await answerOf(calendar.id)).toBe("DECLINED");
    await answerByMail();
    expect(await answerOf(calendar.id)).toBe("TENTATIVE");
  });
});
