import { afterEach, beforeEach, expect, it } from "vitest";
import { receiveMessage } from "../mail/receive-message.ts";
import { handOverCalendar } from "../accounts/hand-over-calendar.ts";
import { createCalendar } from "../calendars/create-calendar.ts";
import { putObject } from "../write/put-object.ts";
import { answerRsvp } from "../mail/rsvp.ts";
import type { Actor } from "../actor.ts";
import { parseMessage } from "../../mail/parse-message.ts";
import { calendarText, googleReply, AUTH_SERVER, proved } from "../../testing/mail-corpus.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { firstCalendarOf, ownCalendar } from "../../testing/test-app.ts";
import type { CalendarId } from "../types.ts";

let world: MailWorld;
let elin: Actor;
let nils: Actor;
let bengt: Actor;
let calendarId: CalendarId;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  nils = await world.person("nils");
  bengt = await world.person("bengt");
  calendarId = await firstCalendarOf(world.app, elin);
});
afterEach(() => world.close());

const ABOUT = {
  uid: "lunch@snart.example",
  organizer: "answers@snart.example",
  attendee: "asa@elsewhere.example",
};
const meeting = (about = ABOUT, ...lines: readonly string[]): string =>
  calendarText(
    undefined,
    { ...about, stamp: "20261120T080000Z" },
    "-//Test//EN",
    "SUMMARY:Lunch",
    "ORGANIZER;CN=Elin:mailto:elin@example.com",
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
    "ATTENDEE:mailto:nils@example.com",
    "ATTENDEE:mailto:bengt@example.com",
    "ATTENDEE:mailto:asa@elsewhere.example",
    ...lines,
  );
const textOf = async (actor: Actor, uid = ABOUT.uid): Promise<readonly string[]> => {
  const { storage } = world.app;
  const heads = await storage.read((tx) => tx.objects.byUidInAccount(actor.principalId, uid));
  const found = await storage.read((tx) => tx.objects.byIds(heads.map(({ id }) => id)));
  return found.map(({ icalendar }) => icalendar.replace(/\r\n /g, ""));
};
const inboxOf = async ({ principalId }: Actor): Promise<readonly string[]> =>
  (await world.app.storage.read((tx) => tx.inbox.list(principalId, 9))).map(({ method }) => method);
const handOver = async (): Promise<void> => {
  world.clock.advance(60_000);
  await createCalendar(world.app, elin, elin.principalId, { name: "Other" });
  const given = await handOverCalendar(world.app, elin, { calendarId, to: nils.principalId, keep: null });
  expect(given.ok).toBe(true);
  expect(await world.send()).toEqual([]);
};

it("the new owner of a calendar organizes its events, and gets every answer", async () => {
  await world.put(elin, "m.ics", meeting());
  await world.send();
  const token = /\/rsvp\/([\w.-]+)\?/.exec(world.sink.mails[0]?.read.text ?? "")?.[1] ?? "";
  await handOver();

  const [own, ...more] = await textOf(nils);
  expect(more).toEqual([]);
  expect(own).toContain("ORGANIZER;CN=nils:mailto:nils@example.com");
  expect(own).toContain("SEQUENCE:1");
  const [copy] = await textOf(bengt);
  expect(copy).toContain("ORGANIZER;CN=nils:mailto:nils@example.com");
  expect(await textOf(elin)).toEqual([]);
  // Nobody was notified, by mail or in an inbox.
  expect(world.sink.mails).toHaveLength(1);
  expect(await inboxOf(bengt)).toEqual(["REQUEST"]);
  expect(await inboxOf(elin)).toEqual([]);

  const [head] = await world.app.storage.read((tx) =>
    tx.objects.byUidInAccount(bengt.principalId, ABOUT.uid),
  );
  const answer = (copy ?? "").replace("ATTENDEE:mailto:bengt", "ATTENDEE;PARTSTAT=DECLINED:mailto:bengt");
  const stored = await putObject(
    world.app,
    bengt,
    ownCalendar(bengt, await firstCalendarOf(world.app, bengt)),
    head?.uri ?? "",
    answer,
    {},
  );
  expect(stored.ok).toBe(true);
  const parsed = await parseMessage(proved(googleReply({ ...ABOUT, stamp: "20261120T120100Z" })), {
    limits: world.app.limits,
    authServer: AUTH_SERVER,
  });
  if (!parsed.ok) throw new Error(parsed.problem);
  expect(await receiveMessage(world.app, parsed.value)).toBe("taken");
  await world.send();
  const [answered] = await textOf(nils);
  expect(answered).toMatch(/PARTSTAT=DECLINED[^\r]*:mailto:bengt@/);
  expect(answered).toMatch(/PARTSTAT=ACCEPTED[^\r]*:mailto:asa@/);
  const log = await world.app.storage.read((tx) => tx.mail.deliveriesOf(nils.principalId, null, 9));
  expect(log.map(({ recipient, state }) => [recipient, state])).toEqual([[ABOUT.attendee, "answered"]]);
  world.clock.advance(60_000);
  expect((await answerRsvp(world.app, token, "tentative", "")).ok).toBe(true);
  expect((await textOf(nils))[0]).toMatch(/PARTSTAT=TENTATIVE[^\r]*:mailto:asa@/);
});

it("past events, and those that others organize, stay unchanged", async () => {
  const over = { ...ABOUT, uid: "over@snart.example", start: "DTSTART:20201124T110000Z" };
  await world.put(elin, "over.ics", meeting(over, "DTEND:20201124T120000Z"));
  const others = meeting({ ...ABOUT, uid: "others@snart.example" }).replace(
    "elin@example.com\r\nATTENDEE;",
    "boss@firm.example\r\nATTENDEE;",
  );
  await world.put(elin, "others.ics", others);
  const before = [...(await textOf(elin, over.uid)), ...(await textOf(elin, "others@snart.example"))];
  expect(before).toHaveLength(2);
  await world.send();
  await handOver();
  expect([
    ...(await textOf(nils, over.uid)).filter((text) => before.includes(text)),
    ...(await textOf(nils, "others@snart.example")),
  ]).toEqual(before);
});
