import { receiveMessage } from "../../app/mail/receive-message.ts";
import type { Actor } from "../../app/actor.ts";
import type { CalendarId, PrincipalId, ShareLevel } from "../../app/types.ts";
import { jmapHandlers, type JmapHandlers } from "../../jmap/server.ts";
import { parseMessage } from "../../mail/parse-message.ts";
import { principal } from "../../storage/contract/fixtures.ts";
import { DavClient } from "../dav-client.ts";
import { JmapClient, type Answer } from "../jmap-client.ts";
import { groupHome, otherCalendar, pathOf, share, type Home, type Organizer } from "./meeting-home.ts";
import { appleReply, calendarText, plain, AUTH_SERVER, proved } from "../mail-corpus.ts";
import { openMailWorld, type MailWorld } from "../mail-world.ts";
import { firstCalendarOf } from "../test-app.ts";

// A meeting in Elin's calendar, or in that of her group, with Bengt and, outside, Åsa as guests, and what everybody tries to do with it
// (who-may-what.test.ts).

/** `inviteOne`: Cilla, to one date of a series. `carry`: to another calendar of the role's own. */
export type Doing =
  | "create"
  | "rename"
  | "move"
  | "hide"
  | "remind"
  | "answer"
  | "inviteOne"
  | "carry"
  | "delete";
export type Sight = "all" | "times" | "nothing";
/** `group member`: of a group with which Elin's calendar is shared; `member` and `manager`: of the group whose calendar it is. */
export type Role = "organizer" | "guest" | ShareLevel | "group member" | "member" | "manager" | "stranger";

const ASA = "asa@elsewhere.example";
const CILLA = "cilla@example.com";
const [DATE, DATE_START] = ["20261125T110000Z", "2026-11-25T11:00:00"];
const ALARM = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Soon\r\nTRIGGER:-PT7M\r\nEND:VALARM";

/** The meeting as its organizer's client writes it; `who` are further guests. */
const meetingText = (uid: string, { address, comes }: Organizer, ...who: readonly string[]): string =>
  calendarText(
    undefined,
    { uid, organizer: "", attendee: "" },
    "-//Test//EN",
    "DTEND:20261124T120000Z",
    "SUMMARY:Lunch",
    ...(uid.startsWith("inviteOne") ? ["RRULE:FREQ=DAILY;COUNT=3"] : []),
    `ORGANIZER:${address}`,
    ...(comes ? [`ATTENDEE;PARTSTAT=ACCEPTED:${address}`] : []),
    ...["bengt@example.com", ASA, ...who].map((email) => `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${email}`),
  );

const unfolded = (text: string): string => text.replaceAll("\r\n ", "");

/** One role with its programs, and the meeting. */
export class Scene {
  readonly #world: MailWorld;
  readonly #handlers: JmapHandlers;
  readonly #role: Role;
  readonly #elin: Actor;
  readonly #me: Actor;
  readonly #home: Home;

  constructor(world: MailWorld, role: Role, { elin, me, home }: { elin: Actor; me: Actor; home: Home }) {
    this.#world = world;
    this.#home = home;
    this.#role = role;
    this.#elin = elin;
    this.#me = me;
    this.#handlers = jmapHandlers(world.app, {
      publicUrl: "https://snart.test",
      report: (error) => {
        throw error;
      },
      schedule: () => () => undefined,
      isStillSignedIn: async () => true,
    });
  }

  /** The account that the role works in: a guest in their own copy. */
  get #accountId(): PrincipalId {
    return this.#role === "guest" ? this.#me.principalId : this.#home.id;
  }
  get #path(): string {
    return pathOf(this.#role === "guest" ? "bengt" : this.#home.login);
  }
  /** Who has all rights where the role works. */
  get #host(): Actor {
    return this.#role === "guest" ? this.#me : this.#elin;
  }
  #dav = (actor: Actor): DavClient => new DavClient(this.#world.app, actor);
  #jmap = (actor: Actor): JmapClient => new JmapClient(this.#handlers, actor);

  /** Elin invites to the meeting, in her name or the group's, and all is delivered. */
  async invite(uid: string, isPrivate = false): Promise<void> {
    // Whoever is a guest has a copy already, where the meeting cannot be carried to.
    const isGuest = this.#role === "organizer" || this.#role === "guest" || uid.startsWith("carry");
    const open = meetingText(uid, this.#home, ...(isGuest ? [] : [`${this.#me.login}@example.com`]));
    const text = isPrivate ? open.replace("END:VEVENT", "CLASS:PRIVATE\r\nEND:VEVENT") : open;
    const put = await this.#dav(this.#elin).put(`${pathOf(this.#home.login)}${uid}.ics`, text);
    if (put.status !== 201) throw new Error(put.body);
    await this.deliver();
  }

  async deliver(): Promise<void> {
    this.#world.clock.advance(1_000);
    const errors = await this.#world.send();
    if (errors.length > 0) throw new AggregateError(errors);
  }

  /** The text in somebody's calendar. */
  async textOf(actor: Actor, uid: string): Promise<string> {
    return unfolded(await this.#world.text(actor, `${uid}.ics`));
  }
  /** The text of the meeting where it is organized, also after it was carried to another calendar there. */
  async own(uid: string): Promise<string> {
    const { storage } = this.#world.app;
    return storage.read(async (tx) => {
      const [head] = await tx.objects.byUidInAccount(this.#home.id, uid);
      const there = head && (await tx.objects.byId(head.id));
      return unfolded(there?.icalendar ?? "");
    });
  }
  copy = (uid: string): Promise<string> => this.textOf(this.#me, uid);

  /** How much of the meeting the role sees, in the calendar that it works in. */
  async sees(front: "JMAP" | "CalDAV", uid: string): Promise<Sight> {
    if (front === "CalDAV") {
      const { status, body } = await this.#dav(this.#me).get(`${this.#path}${uid}.ics`);
      return status !== 200 ? "nothing" : body.includes("SUMMARY:Lunch") ? "all" : "times";
    }
    const accountId = this.#accountId;
    const ids = { resultOf: "q", name: "CalendarEvent/query", path: "/ids" };
    const { methodResponses } = await this.#jmap(this.#me).request([
      ["CalendarEvent/query", { accountId }, "q"],
      ["CalendarEvent/get", { accountId, "#ids": ids }],
    ]);
    const list: readonly Answer[] = methodResponses[1][1].list ?? [];
    // Of what only takes time the UID is not told either.
    const event = list.find((one) => one.uid === uid) ?? list.find(({ title }) => title === undefined);
    return event === undefined ? "nothing" : event.title === "Lunch" ? "all" : "times";
  }

  /** Who gets the answers. */
  get organizer(): string {
    return this.#home.login;
  }

  /** The role's own mailbox. */
  get mailbox(): string {
    return `${this.#me.login}@example.com`;
  }

  /** What has reached people's inboxes and mailboxes, as `bengt REQUEST`. */
  async told(): Promise<readonly string[]> {
    const inside = await this.#world.app.storage.read(async (tx) => {
      const found: string[] = [];
      for (const login of new Set([this.#home.login, "elin", "bengt", "cilla"])) {
        const person = await tx.principals.byLogin(login);
        const items = person ? await tx.inbox.list(person.id, 99) : [];
        found.push(...items.map(({ method }) => `${login} ${method}`));
      }
      return found;
    });
    const outside = this.#world.sink.mails
      .filter(({ to }) => to.includes(ASA))
      .map(({ raw }) => `asa ${/method="?(\w+)/.exec(raw.toString())?.[1] ?? "mail"}`);
    return [...inside, ...outside];
  }

  async byCalDav(doing: Doing, uid: string): Promise<boolean> {
    const dav = this.#dav(this.#me);
    const path = `${this.#path}${uid}.ics`;
    if (doing === "create") return (await dav.put(path, meetingText(uid, this.#home))).status < 300;
    if (doing === "carry") {
      const headers = { Destination: `${this.#otherPath}${uid}.ics`, Overwrite: "F" };
      return (await dav.send("MOVE", path, { headers })).status < 300;
    }
    if (doing === "delete") return (await dav.delete(path)).status < 300;
    const got = await dav.get(path);
    const text = unfolded(got.status === 200 ? got.body : await this.own(uid));
    return (await dav.put(path, this.#changed(doing, text))).status < 300;
  }

  /** Another calendar of the role's own. */
  get #otherPath(): string {
    return pathOf(
      this.#me.login,
      this.#role === "organizer" || this.#role === "guest" ? "other" : "calendar",
    );
  }

  #changed(doing: Doing, text: string): string {
    const login = this.#role === "organizer" ? "elin" : this.#me.login;
    if (doing === "inviteOne") {
      const component = text.slice(text.indexOf("BEGIN:VEVENT"), text.indexOf("END:VCALENDAR"));
      const date = component
        .replace(/RRULE.*\r\n/, `RECURRENCE-ID:${DATE}\r\n`)
        .replace(/(DTSTART|DTEND)(.*):20261124T/g, "$1$2:20261125T")
        .replace("END:VEVENT", `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${CILLA}\r\nEND:VEVENT`);
      return text.replace("END:VCALENDAR", `${date}END:VCALENDAR`);
    }
    const changes: Partial<Record<Doing, readonly [RegExp, string]>> = {
      rename: [/SUMMARY:Lunch/, "SUMMARY:Dinner"],
      move: [/DTSTART:20261124T110000Z(?=[^]*)/, "DTSTART:20261124T113000Z"],
      hide: [/END:VEVENT/, "CLASS:PRIVATE\r\nEND:VEVENT"],
      remind: [/END:VEVENT/, `${ALARM}\r\nEND:VEVENT`],
      answer: [
        new RegExp(`ATTENDEE[^\r\n]*mailto:${login}@`),
        `ATTENDEE;PARTSTAT=TENTATIVE:mailto:${login}@`,
      ],
    };
    const [from, to] = changes[doing] ?? [/$/, ""];
    return text.replace(from, to);
  }

  async byJmap(doing: Doing, uid: string): Promise<boolean> {
    const accountId = this.#accountId;
    const [id, event] = await this.#event(uid);
    if (doing === "carry") return this.#carryByJmap(id, event);
    const calendarId = this.#role === "guest" ? await this.#first() : this.#home.calendarId;
    const args =
      doing === "create"
        ? { create: { k: { ...this.#newEvent(uid), calendarIds: { [calendarId]: true } } } }
        : doing === "delete"
          ? { destroy: [id] }
          : { update: { [id]: this.#patch(doing, event) } };
    const call = ["CalendarEvent/set", { accountId, ...args, sendSchedulingMessages: true }] as const;
    const { methodResponses } = await this.#jmap(this.#me).request([call]);
    const [said, answer]: [string, Answer] = methodResponses[0];
    if (said === "error") return false;
    return !answer.notCreated && !answer.notUpdated && !answer.notDestroyed;
  }

  /** In one account an event changes its calendar; in another it is made, and removed here, as the web app does. */
  async #carryByJmap(id: string, event: Answer): Promise<boolean> {
    const jmap = this.#jmap(this.#me);
    const [from, accountId] = [this.#accountId, this.#me.principalId];
    const mine = await this.#world.app.storage.read((tx) => tx.calendars.ofAccount(accountId));
    // The first, where the meeting is in another account; else the other one.
    const target = from === accountId ? mine.find(({ uri }) => uri === "other") : mine[0];
    const calendarIds = { [target?.id ?? ""]: true };
    const sends = { sendSchedulingMessages: true };
    if (from === accountId) {
      const answer = await jmap.call("CalendarEvent/set", { update: { [id]: { calendarIds } }, ...sends });
      return !answer.notUpdated;
    }
    const { isOrigin: _, "snart:isOthers": _others, id: _id, baseEventId: _base, ...fields } = event;
    const create = { k: { ...fields, calendarIds } };
    const made = await jmap.call("CalendarEvent/set", { accountId, create, ...sends });
    if (made.notCreated) return false;
    const gone = ["CalendarEvent/set", { accountId: from, destroy: [id], ...sends }] as const;
    const [said, answer]: [string, Answer] = (await jmap.request([gone])).methodResponses[0];
    return said !== "error" && !answer.notDestroyed;
  }

  #first = (): Promise<CalendarId> => firstCalendarOf(this.#world.app, this.#me);

  async #event(uid: string): Promise<readonly [string, Answer]> {
    const jmap = this.#jmap(this.#host);
    const accountId = this.#accountId;
    const [id] = (await jmap.call("CalendarEvent/query", { accountId, filter: { uid } })).ids;
    return id === undefined ? ["", {}] : [id, await jmap.event(id, { accountId })];
  }

  #newEvent(uid: string): object {
    const { address, comes } = this.#home;
    const person = (calendarAddress: string, roles: object) => ({
      "@type": "Participant",
      calendarAddress,
      roles,
    });
    return {
      "@type": "Event",
      uid,
      title: "Lunch",
      start: "2026-11-24T12:00:00",
      duration: "PT1H",
      timeZone: "Europe/Stockholm",
      organizerCalendarAddress: address,
      participants: {
        e: person(address, { owner: true, ...(comes && { attendee: true }) }),
        b: person("mailto:bengt@example.com", { attendee: true }),
        a: person(`mailto:${ASA}`, { attendee: true }),
      },
    };
  }

  #patch(doing: Doing, event: Answer): object {
    const login = this.#role === "organizer" ? "elin" : this.#me.login;
    const [me = ""] = Object.entries((event.participants ?? {}) as Record<string, Answer>).flatMap(
      ([key, { calendarAddress }]) => (calendarAddress === `mailto:${login}@example.com` ? [key] : []),
    );
    const patches: Partial<Record<Doing, object>> = {
      rename: { title: "Dinner" },
      move: { start: "2026-11-24T11:30:00" },
      hide: { privacy: "private" },
      remind: { alerts: { a: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT7M" } } } },
      answer: { [`participants/${me}/participationStatus`]: "tentative" },
      inviteOne: {
        recurrenceOverrides: {
          [DATE_START]: {
            "participants/c": {
              "@type": "Participant",
              calendarAddress: `mailto:${CILLA}`,
              roles: { attendee: true },
            },
          },
        },
      },
    };
    return patches[doing] ?? {};
  }

  /** A mail from somebody outside about the meeting. @returns what became of it */
  async byMail(doing: "answer" | "rename" | "delete", uid: string, from: string): Promise<string> {
    const about = { uid, organizer: "answers@snart.example", attendee: from, from };
    const thread = this.#world.sink.mails.find(({ to }) => to.includes(from))?.read.messageId;
    const method = doing === "rename" ? "REQUEST" : "CANCEL";
    const lines = [
      doing === "rename" ? "SUMMARY:Dinner" : "STATUS:CANCELLED",
      "SEQUENCE:9",
      `ORGANIZER:mailto:${from}`,
      "ATTENDEE:mailto:elin@example.com",
    ];
    const raw =
      doing === "answer"
        ? appleReply({ ...about, partstat: "TENTATIVE", ...(thread && { answersTo: thread }) })
        : plain(about, method, calendarText(method, about, "-//Test//EN", ...lines));
    const parsed = await parseMessage(proved(raw), {
      limits: this.#world.app.limits,
      authServer: AUTH_SERVER,
    });
    return parsed.ok ? receiveMessage(this.#world.app, parsed.value) : parsed.problem;
  }

  async close(): Promise<void> {
    this.#handlers.close();
    await this.#world.close();
  }
}

const LEVELS: readonly string[] = [
  "freeBusy",
  "read",
  "write",
  "edit",
  "manage",
] satisfies readonly ShareLevel[];

/** Elin's calendar, shared with one person in this role, or that of a group. */
export async function openScene(role: Role): Promise<Scene> {
  const world = await openMailWorld();
  const elin = await world.person("elin");
  const bengt = await world.person("bengt");
  await world.person("cilla");
  const me = role === "organizer" ? elin : role === "guest" ? bengt : await world.person("dag");
  const calendarId = await firstCalendarOf(world.app, elin);
  if (me === elin || me === bengt) await otherCalendar(world, me);
  if (role === "member" || role === "manager")
    return new Scene(world, role, { elin, me, home: await groupHome(world, elin, me, role === "manager") });
  if (LEVELS.includes(role)) await share(world, calendarId, me.principalId, role as ShareLevel);
  if (role === "group member") {
    const group = principal({ kind: "group" });
    await world.app.storage.write(async (tx) => {
      await tx.principals.insert(group);
      await tx.principals.addMember(group.id, me.principalId);
    });
    await share(world, calendarId, group.id, "edit");
  }
  const { principalId: id } = elin;
  const home = { id, login: "elin", calendarId, address: "mailto:elin@example.com", comes: true };
  return new Scene(world, role, { elin, me, home });
}
