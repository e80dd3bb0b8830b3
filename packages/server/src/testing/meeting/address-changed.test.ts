import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testClock, type TestClock } from "../clock.ts";
import { guestByCalDav, organizerByCalDav } from "./by-caldav.ts";
import { guestByMail } from "./by-mail.ts";
import { guestByWeb, organizerByWeb } from "./by-web.ts";
import { ANSWERED, INVITED } from "./expected.ts";
import { calendarOf, inboxOf, statusesOf } from "./picture.ts";
import { PASSWORD, Post, openSite, until, type Person, type Site } from "./site.ts";

// The organizer and a guest change their addresses while a meeting is on its way: it stays theirs, under the addresses that it was made
// with. Every `Person` here goes on with the address that they had.

const ASA = "asa@elsewhere.example";
const BO = "bo@third.example";

let clock: TestClock;
let home: Site;
let away: Site;
let post: Post;
let people: Readonly<Record<"elin" | "bengt" | "cilla" | "asa", Person>>;
beforeEach(async () => {
  clock = testClock();
  [home, away] = await Promise.all([openSite("snart.example", clock), openSite("elsewhere.example", clock)]);
  post = new Post([home, away]);
  const [elin, bengt, cilla] = [
    await home.person("elin"),
    await home.person("bengt"),
    await home.person("cilla"),
  ];
  people = { elin, bengt, cilla, asa: await away.person("asa") };
});
afterEach(async () => {
  await Promise.all([home.close(), away.close()]);
});

const ORGANIZERS = { "the web": organizerByWeb, CalDAV: organizerByCalDav } as const;
const GUESTS = { "the web": guestByWeb, CalDAV: guestByCalDav } as const;
const FRONTS = ["the web", "CalDAV"] as const;
const EVERY = FRONTS.flatMap((organizer) => FRONTS.map((guest) => [organizer, guest] as const));

async function step(work: () => Promise<void> | void): Promise<void> {
  clock.advance(60_000);
  await work();
  await post.settled();
}

/** Takes another address, as the person does: with the password, and the link in the mail to it. */
async function moveTo(person: Person, email: string): Promise<void> {
  await person.jmap("Address/change", { email, currentPassword: PASSWORD });
  const mail = () => home.sink.mails.find(({ to }) => to.includes(email));
  await until(() => mail() !== undefined);
  const [, token = ""] = /\/address\/([\w-]+)/.exec(mail()?.read.text ?? "") ?? [];
  const answer = await home.server.fetch("/auth/change-address", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  expect(answer.status).toBe(204);
}

async function picture() {
  const { elin, bengt, cilla } = people;
  return {
    elin: await calendarOf(elin),
    bengt: await calendarOf(bengt),
    cilla: await calendarOf(cilla),
    inboxes: { elin: await inboxOf(elin), bengt: await inboxOf(bengt), cilla: await inboxOf(cilla) },
    statuses: await statusesOf(elin),
  };
}
const inside = ({ elin, bengt, cilla, inboxes, statuses }: typeof INVITED) => ({
  elin,
  bengt,
  cilla,
  inboxes: { elin: inboxes.elin, bengt: inboxes.bengt, cilla: inboxes.cilla },
  statuses,
});

describe("a meeting under addresses that its people had before", () => {
  it.each(EVERY)(
    "organized by %s and answered by %s is answered, moved and cancelled",
    { timeout: 120_000 },
    async (front, inner) => {
      const { elin, bengt, cilla } = people;
      const [organizer, guest] = [ORGANIZERS[front](elin), GUESTS[inner](bengt)];
      await step(() => organizer.invite([bengt.email, cilla.email, ASA, BO]));
      expect(await picture()).toEqual(inside(INVITED));
      await step(() => moveTo(elin, "elin.ek@other.example"));
      await step(() => moveTo(bengt, "bengt.bo@other.example"));

      await step(() => guest.answer("ACCEPTED"));
      await step(() => guestByMail(home, clock, ASA).answer("ACCEPTED"));
      await step(() => guest.answerOne("2026-12-29", "DECLINED"));
      expect(await picture()).toEqual(inside(ANSWERED as unknown as typeof INVITED));

      await step(() => organizer.move("2026-12-15", { date: "2026-12-16", hour: 12 }));
      expect((await calendarOf(bengt))[2]).toMatch(/^12-16T11:00\/12:00 confirmed /);
      await step(() => organizer.cancelAll());
      expect(await calendarOf(elin)).toEqual([]);
      for (const line of await calendarOf(bengt)) expect(line).toContain(" cancelled ");
    },
  );

  it.each(["bengt", "bengt+work"])(
    "comes by mail to %s, an address that a guest had before, and the answer counts",
    { timeout: 60_000 },
    async (mailbox) => {
      const { bengt, asa } = people;
      await step(() => moveTo(bengt, "bengt.bo@other.example"));
      const organizer = organizerByCalDav(asa);
      await step(() => organizer.invite([`${mailbox}@snart.example`, BO]));
      expect(await calendarOf(bengt)).toHaveLength(5);
      await step(() => guestByCalDav(bengt).answer("ACCEPTED"));
      for (const line of await calendarOf(asa)) expect(line).toContain(`${mailbox}=accepted`);
      await step(() => organizer.cancelAll());
      for (const line of await calendarOf(bengt)) expect(line).toContain(" cancelled ");
    },
  );
});
