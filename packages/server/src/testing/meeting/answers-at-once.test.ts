import { afterEach, describe, expect, it } from "vitest";
import { testClock, type TestClock } from "../clock.ts";
import { startTestServer, type TestServer } from "../http-server.ts";
import { openTestDatabase } from "../../storage/contract/postgres.ts";
import { guestByCalDav, organizerByCalDav } from "./by-caldav.ts";
import { answerByLink, guestByMail, mailsTo } from "./by-mail.ts";
import { guestByWeb } from "./by-web.ts";
import type { Answer } from "./meeting.ts";
import { calendarOf, deliveriesOf, inboxOf, mailsOf } from "./picture.ts";
import { linkIn } from "./read-mail.ts";
import { Post, mailOptions, openSite, type Person, type Site } from "./site.ts";

const GUESTS = 20;
const ANSWERS: readonly Answer[] = ["ACCEPTED", "TENTATIVE", "DECLINED"];
const answerOf = (index: number): Answer => ANSWERS[index % ANSWERS.length] ?? "ACCEPTED";

/** How each of the twenty answers: by CalDAV and the web with an account, by the link and by mail without one. */
const WAYS = ["CalDAV", "web", "link", "mail"] as const;
const wayOf = (index: number): (typeof WAYS)[number] => WAYS[index % WAYS.length] ?? "mail";
const isInside = (index: number): boolean => wayOf(index) === "CalDAV" || wayOf(index) === "web";
const numbers = Array.from({ length: GUESTS }, (_, index) => index);
const nameOf = (index: number): string => `guest${String(index).padStart(2, "0")}`;
const outsideOf = (index: number): string => `${nameOf(index)}@elsewhere.example`;

interface World {
  readonly clock: TestClock;
  readonly site: Site;
  /** the processes that receive answers: two on PostgreSQL */
  readonly servers: readonly TestServer[];
  close(): Promise<void>;
}

async function openWorld(database: "SQLite" | "PostgreSQL"): Promise<World> {
  const clock = testClock();
  if (database === "SQLite") {
    const site = await openSite("snart.example", clock);
    return { clock, site, servers: [site.server], close: () => site.close() };
  }
  const own = await openTestDatabase();
  const overrides = { storageTarget: { kind: "postgres", url: own.url } as const };
  const site = await openSite("snart.example", clock, overrides);
  const second = await startTestServer({
    env: mailOptions(site.domain, site.sink, site.imap),
    overrides: { now: clock.now, jobsEveryMs: 20, ...overrides },
  });
  return {
    clock,
    site,
    servers: [site.server, second],
    async close() {
      await second.stop();
      await site.close();
      await own.drop();
    },
  };
}

let world: World | undefined;
afterEach(() => world?.close());

/**
 * Invites everybody and delivers the invitations. @returns the organizer, and the guests with accounts by their
 * number
 */
async function invite(
  { site }: World,
  post: Post,
): Promise<{ elin: Person; people: ReadonlyMap<number, Person> }> {
  const elin = await site.person("elin");
  const people = new Map<number, Person>();
  for (const index of numbers.filter(isInside)) people.set(index, await site.person(nameOf(index)));
  await organizerByCalDav(elin).invite(numbers.map((index) => people.get(index)?.email ?? outsideOf(index)));
  await post.settled();
  return { elin, people };
}

/** One guest's answer, at one of the processes. */
async function answer(
  { clock, site, servers }: World,
  index: number,
  person: Person | undefined,
): Promise<void> {
  const server = servers[Math.floor(index / WAYS.length) % servers.length] ?? site.server;
  if (person)
    return (wayOf(index) === "web" ? guestByWeb : guestByCalDav)(person.at(server)).answer(answerOf(index));
  if (wayOf(index) === "mail") return guestByMail(site, clock, outsideOf(index)).answer(answerOf(index));
  const [mail] = mailsTo(site, outsideOf(index));
  const response = await answerByLink({ server }, mail ? linkIn(mail) : "", answerOf(index));
  expect(response.status).toBe(200);
}

describe.each(["SQLite", "PostgreSQL"] as const)(
  "the answers of twenty guests in the same second, on %s",
  (database) => {
    it("all arrive, once, by every way of answering", { timeout: 60_000 }, async () => {
      world = await openWorld(database);
      const here = world;
      const { clock, site } = here;
      const post = new Post([site]);
      const { elin, people } = await invite(here, post);
      const outside = numbers.filter((index) => !isInside(index));
      const sent = Object.fromEntries(outside.map((index) => [outsideOf(index), ["REQUEST 1"]]));
      expect(mailsOf(site)).toEqual(sent);

      clock.advance(1_000);
      await Promise.all(numbers.map((index) => answer(here, index, people.get(index))));
      await post.settled();

      const said = numbers.map((index) => `${nameOf(index)}=${answerOf(index).toLowerCase()}`);
      const [first = ""] = await calendarOf(elin);
      expect(first.split(" ").slice(2)).toEqual(["elin=accepted", ...said]);
      for (const [index, person] of people) {
        const [own = ""] = await calendarOf(person);
        expect(own).toContain(`${nameOf(index)}=${answerOf(index).toLowerCase()}`);
      }
      expect(await deliveriesOf(site, elin)).toEqual(
        Object.fromEntries(
          outside.map((index) => [outsideOf(index), [`REQUEST answered ${answerOf(index)}`]]),
        ),
      );
      // Nothing came twice, nothing went out again, and nobody who only answered was notified.
      expect(await inboxOf(elin)).toEqual({ REPLY: GUESTS });
      for (const person of people.values()) expect(await inboxOf(person)).toEqual({ REQUEST: 1 });
      expect(mailsOf(site)).toEqual(sent);
      const received = await site.server.app.storage.read((tx) => tx.mail.received(99));
      expect(received.map(({ outcome }) => outcome)).toEqual(
        outside.filter((index) => wayOf(index) === "mail").map(() => "taken"),
      );
    });

    it("all arrive while the meeting gets another name", { timeout: 60_000 }, async () => {
      world = await openWorld(database);
      const here = world;
      const { clock, site } = here;
      const post = new Post([site]);
      const { elin, people } = await invite(here, post);
      const { ids } = await elin.jmap("CalendarEvent/query", { filter: { uid: "council@snart.example" } });
      const rename = elin.jmap.bind(elin, "CalendarEvent/set", {
        update: { [ids[0]]: { title: "Grand council" } },
        sendSchedulingMessages: true,
      });
      clock.advance(1_000);
      await Promise.all(
        numbers.flatMap((index) => [
          answer(here, index, people.get(index)),
          ...(index === GUESTS / 2 ? [rename()] : []),
        ]),
      );
      await post.settled();
      const said = numbers.map((index) => `${nameOf(index)}=${answerOf(index).toLowerCase()}`);
      for (const line of await calendarOf(elin))
        expect(line.split(" ").slice(2)).toEqual(["elin=accepted", ...said]);
      for (const person of [elin, ...people.values()]) {
        const { list } = await person.jmap("CalendarEvent/get", { ids: null, properties: ["title"] });
        expect(list).toMatchObject([{ title: "Grand council" }]);
      }
      expect(await inboxOf(elin)).toEqual({ REPLY: GUESTS });
      const outside = numbers.filter((index) => !isInside(index));
      expect(mailsOf(site)).toEqual(
        Object.fromEntries(outside.map((index) => [outsideOf(index), ["REQUEST 1", "REQUEST 1"]])),
      );
    });
  },
);
