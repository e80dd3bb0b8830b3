import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testClock, type TestClock } from "../clock.ts";
import { guestByCalDav, organizerByCalDav } from "./by-caldav.ts";
import { counter, guestByLink, guestByMail } from "./by-mail.ts";
import { guestByWeb, organizerByWeb } from "./by-web.ts";
import { ANSWERED, CHANGED, ELSEWHERE, INVITED, OVER, SMALLER } from "./expected.ts";
import type { Guest, Organizer } from "./meeting.ts";
import { calendarOf, deliveriesOf, inboxOf, mailsOf, statusesOf } from "./picture.ts";
import { Post, openSite, type Person, type Site } from "./site.ts";

// A recurring meeting from the first invitation to the last message, organized and answered by every kind of program:
// what each person sees, and what was sent, must not depend on the program.

const ASA = "asa@elsewhere.example";
const BO = "bo@third.example";

let clock: TestClock;
/** the server with the accounts of elin, bengt and cilla */
let home: Site;
/** the server with asa's account, reached only by mail */
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
/** At another server people use the other kind of program. */
const OTHER = { "the web": "CalDAV", CalDAV: "the web" } as const;
const OUTSIDERS = {
  "the link": (): Guest => guestByLink(home, clock, ASA),
  "a mail program": (): Guest => guestByMail(home, clock, ASA),
  "another server": (inside: keyof typeof GUESTS): Guest => GUESTS[OTHER[inside]](people.asa),
} as const;

const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(record) as K[];
const EVERY = keysOf(ORGANIZERS).flatMap((organizer) =>
  keysOf(GUESTS).flatMap((guest) =>
    keysOf(OUTSIDERS).map((outsider) => [organizer, guest, outsider] as const),
  ),
);

/** One action by somebody, and everything that follows from it. */
async function step(work: () => Promise<void> | void): Promise<void> {
  clock.advance(60_000);
  await work();
  await post.settled();
}

/**
 * The view of a person with an account elsewhere, who sees only what was sent to them: answers are compared
 * separately.
 */
const withoutAnswers = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.split(" ").slice(0, 2).join(" "));

const complaints = (): readonly string[] =>
  [home, away]
    .flatMap(({ server }) => server.logged)
    .filter((line) => /"level":"?(?:5|6|error|fatal)/.test(line));

async function picture() {
  const { elin, bengt, cilla, asa } = people;
  return {
    elin: await calendarOf(elin),
    bengt: await calendarOf(bengt),
    cilla: await calendarOf(cilla),
    asa: withoutAnswers(await calendarOf(asa)),
    inboxes: {
      elin: await inboxOf(elin),
      bengt: await inboxOf(bengt),
      cilla: await inboxOf(cilla),
      asa: await inboxOf(asa),
    },
    statuses: await statusesOf(elin),
    log: await deliveriesOf(home, elin),
    mails: mailsOf(home),
  };
}

describe("a recurring meeting", () => {
  it.each(EVERY)(
    "organized by %s, answered inside by %s and outside by %s, is the same for everybody",
    { timeout: 120_000 },
    async (front, inside, outside) => {
      const { elin, bengt, cilla, asa } = people;
      const organizer: Organizer = ORGANIZERS[front](elin);
      const guest: Guest = GUESTS[inside](bengt);
      const outsider: Guest = OUTSIDERS[outside](inside);

      await step(() => organizer.invite([bengt.email, cilla.email, ASA, BO]));
      expect(await picture()).toEqual(INVITED);

      await step(() => guest.answer("ACCEPTED"));
      await step(() => outsider.answer("ACCEPTED"));
      await step(() => guest.answerOne("2026-12-29", "DECLINED"));
      expect(await picture()).toEqual(ANSWERED);

      await step(() => counter(home, clock, ASA, "2026-12-08", 15, "After lunch"));
      expect(await organizer.proposed()).toEqual([`mailto:${ASA} 2026-12-08T14:00:00Z After lunch`]);
      const { inboxes, ...proposed } = await picture();
      const { inboxes: before, ...unchanged } = ANSWERED;
      expect(proposed).toEqual(unchanged);
      expect(inboxes).toEqual({ ...before, elin: { REPLY: 3, COUNTER: 1 } });
      await step(() => organizer.takeOver());
      expect(await organizer.proposed()).toEqual([]);
      await step(() => guest.answerOne("2026-12-08", "ACCEPTED"));
      await step(() => outsider.answerOne("2026-12-08", "ACCEPTED"));

      await step(() => organizer.move("2026-12-15", { date: "2026-12-16", hour: 12 }));
      await step(() => guest.answerOne("2026-12-15", "TENTATIVE"));
      await step(() => outsider.answerOne("2026-12-15", "DECLINED"));
      await step(() => organizer.cancel("2026-12-22"));
      expect(await picture()).toEqual(CHANGED);

      await step(() => organizer.uninvite([cilla.email, BO]));
      expect(await picture()).toEqual(SMALLER);

      await step(() => organizer.cancelAll());
      expect(await picture()).toEqual(OVER);

      // What did not happen: nobody inside got mail, nothing went out twice, and only asa answered by mail.
      expect(new Set(home.sink.mails.map(({ read }) => read.messageId)).size).toBe(home.sink.mails.length);
      const own = (await calendarOf(asa)).map((line) => /asa=[\w-]+/.exec(line)?.[0]);
      const isServer = outside === "another server";
      expect(mailsOf(away)).toEqual(
        isServer ? { "answers@snart.example": ["REPLY 1", "REPLY 1", "REPLY 1"] } : {},
      );
      if (isServer)
        expect(own).toEqual(["asa=accepted", "asa=accepted", "asa=declined", "asa=accepted", "asa=accepted"]);
      expect(complaints()).toEqual([]);
    },
  );

  it.each(keysOf(ORGANIZERS).flatMap((front) => keysOf(GUESTS).map((inside) => [front, inside] as const)))(
    "organized elsewhere by %s, arriving by mail and answered by %s, is the same for everybody",
    { timeout: 120_000 },
    async (front, inside) => {
      const { elin, bengt, asa } = people;
      const organizer = ORGANIZERS[front](asa);
      const guest = GUESTS[inside](bengt);

      await step(() => organizer.invite([bengt.email, elin.email, BO]));
      await step(() => guest.answer("ACCEPTED"));
      await step(() => guest.answerOne("2026-12-29", "DECLINED"));
      await step(() => organizer.move("2026-12-15", { date: "2026-12-16", hour: 12 }));
      await step(() => guest.answerOne("2026-12-15", "TENTATIVE"));
      await step(() => organizer.cancel("2026-12-22"));
      await step(() => organizer.uninvite([elin.email, BO]));
      const before = await calendarOf(asa);
      expect(before).toEqual(ELSEWHERE.asa);
      expect(withoutAnswers(await calendarOf(bengt))).toEqual(ELSEWHERE.bengt);
      expect(withoutAnswers(await calendarOf(elin))).toEqual(ELSEWHERE.elin);
      await step(() => organizer.cancelAll());
      expect(await calendarOf(asa)).toEqual([]);
      expect(withoutAnswers(await calendarOf(bengt))).toEqual(
        ELSEWHERE.bengt.map((line) => line.replace("confirmed", "cancelled")),
      );
      expect(withoutAnswers(await calendarOf(elin))).toEqual(ELSEWHERE.elin);
      expect(await deliveriesOf(away, asa)).toEqual(ELSEWHERE.log);
      expect(mailsOf(home)).toEqual({ "answers@elsewhere.example": ["REPLY 1", "REPLY 1", "REPLY 1"] });
      expect([await inboxOf(asa), await inboxOf(bengt), await inboxOf(elin)]).toEqual(ELSEWHERE.inboxes);
      expect(complaints()).toEqual([]);
    },
  );
});
