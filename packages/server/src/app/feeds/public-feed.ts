import { createHash } from "node:crypto";
import { isDraft } from "@snart/calendar/access/draft.ts";
import { privacyOf } from "@snart/calendar/access/privacy.ts";
import { published } from "@snart/calendar/access/published.ts";
import { busyPeriods } from "@snart/calendar/free-busy/busy-periods.ts";
import { mergeBusyPeriods, type BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { makeComponent, makeProperty, type Component } from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { textProperty } from "@snart/calendar/icalendar/text.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { App } from "../app.ts";
import type { Turn } from "../../turns/turns.ts";
import { colorProperty, isNewZone } from "../calendars/export-calendar.ts";
import { grantLink, type LinkGrant } from "../grants.ts";
import { findPage } from "../objects/pages-by-size.ts";
import { lostTimes } from "../hours/lost-times.ts";
import type { Problem } from "../problems.ts";
import { readIfReadable, readStored } from "../objects/read-stored.ts";
import { isAddressOf } from "../principal-address.ts";
import { hashOfToken } from "./public-links.ts";

interface PublicFeed {
  /** Strong, without quotes: changes with the feed's contents, and every day if only busy times are shown. */
  readonly etag: string;
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

/** Busy times are given from this long ago to this far ahead. */
const BACK = 62 * DAY;
const AHEAD = 400 * DAY;

/** Whether a link is valid, and whether other sites may embed its page. */
export async function publicLinkOf(
  app: App,
  token: string,
): Promise<Result<{ readonly id: string; readonly mayEmbed: boolean }, Problem>> {
  const grant = await app.storage.read((tx) => grantLink(tx, hashOfToken(token), app.now()));
  return grant.ok ? ok({ id: grant.value.link.id, mayEmbed: grant.value.link.mayEmbed }) : grant;
}

/**
 * A calendar for the holder of a secret link, as one iCalendar stream: public events without their people and the
 * others, and what guests have booked, as busy times, or only busy times. What can't be read is left out, or busy. Secret events are left out, as they are for everybody else. Busy times give only start and end: no title, no UID of the event, not even the border between two
 * events. Pages through storage; the link is checked again with each page.
 */
export async function publicFeed(app: App, token: string): Promise<Result<PublicFeed, Problem>> {
  const tokenHash = hashOfToken(token);
  const grant = await app.storage.read((tx) => grantLink(tx, tokenHash, app.now()));
  if (!grant.ok) return failed(grant.problem);
  const { calendar } = grant.value;
  return ok({
    etag: etagOf(app, grant.value),
    name: calendar.name,
    text: stream(app, grant.value, tokenHash),
  });
}

function etagOf(app: App, { link, calendar, owner }: LinkGrant): string {
  const today = Math.floor(app.now() / DAY);
  const facts = [
    link.id,
    link.detail,
    calendar.modseq,
    calendar.contentModseq,
    owner.preferences.timeZone,
    today,
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
}

async function* stream(app: App, grant: LinkGrant, tokenHash: string): AsyncGenerator<string> {
  const empty = serialiseICalendar(header(app, grant));
  const end = empty.lastIndexOf("END:VCALENDAR");
  yield empty.slice(0, end);
  const busy = new BusyTimes(app, grant);
  const written = new Set<string>();
  const turn = app.turns.of(`link ${grant.link.id}`);
  let afterId: ObjectId | undefined;
  for (;;) {
    const page = await readPage(app, grant, tokenHash, afterId);
    if (grant.link.detail === "busy") busy.addLost(page.lost);
    for (const stored of page.found) {
      if (turn.isDue()) await turn.next();
      const object = readIfReadable(stored);
      if (!object && grant.link.detail === "busy") busy.addLost([stored]);
      if (!object) continue;
      const privacy = privacyOf(object);
      if (isDraft(object) || privacy === "secret") continue;
      if (grant.link.detail === "busy" || privacy !== "public" || page.guestUids.has(stored.uid)) {
        busy.add(stored);
        continue;
      }
      for (const component of object.calendar.components)
        if (component.name !== "VTIMEZONE") yield serialiseICalendar(published(component));
        else if (isNewZone(written, component)) yield serialiseICalendar(component);
    }
    await busy.merge(turn);
    afterId = page.goesOnAfter;
    if (afterId === undefined) break;
  }
  for (const component of busy.components()) yield serialiseICalendar(component);
  yield empty.slice(end);
}

type FeedPage = Awaited<ReturnType<typeof findPage>> & {
  /** the UIDs of those that guests have booked: their titles and answers are nobody else's */
  readonly guestUids: ReadonlySet<string>;
};

/** @throws Error if the link has ended meanwhile: the answer breaks off instead of looking complete */
function readPage(
  app: App,
  { calendar, link }: LinkGrant,
  tokenHash: string,
  afterId: ObjectId | undefined,
): Promise<FeedPage> {
  const now = app.now();
  const around = link.detail === "busy" ? { from: now - BACK, to: now + AHEAD } : {};
  return app.storage.read(async (tx) => {
    if (!(await grantLink(tx, tokenHash, now)).ok) throw new Error("the link has ended");
    const after = afterId !== undefined && { afterId };
    const page = await findPage(tx, { calendarIds: [calendar.id], ...around, ...after });
    const guestUids = await tx.pageBookings.guestUids(page.found.map(({ uid }) => uid));
    return { ...page, guestUids };
  });
}

/** Collects when the owner is busy. */
class BusyTimes {
  readonly #app: App;
  readonly #grant: LinkGrant;
  #waiting: StoredObject[] = [];
  #periods: readonly BusyPeriod[] = [];

  constructor(app: App, grant: LinkGrant) {
    this.#app = app;
    this.#grant = grant;
  }

  add(stored: StoredObject): void {
    this.#waiting.push(stored);
  }

  addLost(lost: Parameters<typeof lostTimes>[0]): void {
    const now = this.#app.now();
    this.#periods = [...this.#periods, ...lostTimes(lost, { from: now - BACK, to: now + AHEAD })];
  }

  /** Keeps only merged periods of what has been added. */
  async merge(turn: Turn): Promise<void> {
    const { calendar, owner } = this.#grant;
    const now = this.#app.now();
    const zone = zoneNamed(calendar.timeZone) ?? zoneNamed(owner.preferences.timeZone) ?? UTC;
    const options = { addresses: isAddressOf(owner), maxOccurrences: this.#app.limits.occurrencesPerQuery };
    for (const stored of this.#waiting) {
      if (turn.isDue()) await turn.next();
      const series = seriesOfObject(readStored(stored));
      if (!series.ok) continue;
      const found = busyPeriods([series.value], { from: now - BACK, to: now + AHEAD }, zone, options);
      if (found.ok) this.#periods = [...this.#periods, ...found.value];
    }
    this.#waiting = [];
    this.#periods = mergeBusyPeriods(this.#periods).slice(0, this.#app.limits.occurrencesPerQuery);
  }

  components(): readonly Component[] {
    const { link, owner } = this.#grant;
    const words = nodeMessages(owner.preferences.language ?? "en-GB");
    return this.#periods.map(({ from, to, type }) =>
      makeComponent("VEVENT", [
        makeProperty("UID", `${uidOf(link.id, from)}@busy.snart`),
        makeProperty("DTSTAMP", BUSY_STAMP),
        makeProperty("DTSTART", instantValue(from)),
        makeProperty("DTEND", instantValue(to)),
        textProperty("SUMMARY", words("public.busy")),
        ...(type === "BUSY-TENTATIVE" ? [makeProperty("STATUS", "TENTATIVE")] : []),
        makeProperty("CLASS", "PRIVATE"),
      ]),
    );
  }
}

/** The time of a change is private, so it is the same for all. */
const BUSY_STAMP = "20000101T000000Z";

const instantValue = (instant: number): string =>
  new Date(instant).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");

/** Computed only from the time, so that nothing leads from it to an event. */
const uidOf = (linkId: string, from: number): string =>
  createHash("sha256").update(`${linkId} ${from}`).digest("base64url").slice(0, 22);

const zoneNamed = (name: string | null | undefined): Zone | undefined => (name ? ianaZone(name) : undefined);

function header(app: App, { calendar, link }: LinkGrant): Component {
  return makeComponent("VCALENDAR", [
    makeProperty("VERSION", "2.0"),
    makeProperty("PRODID", app.prodId),
    makeProperty("CALSCALE", "GREGORIAN"),
    makeProperty("METHOD", "PUBLISH"),
    textProperty("NAME", calendar.name),
    textProperty("X-WR-CALNAME", calendar.name),
    ...(calendar.timeZone === null ? [] : [makeProperty("X-WR-TIMEZONE", calendar.timeZone)]),
    ...(calendar.description === "" || link.detail === "busy"
      ? []
      : [textProperty("X-WR-CALDESC", calendar.description)]),
    ...colorProperty(calendar.color),
    makeProperty("REFRESH-INTERVAL", "PT1H", { VALUE: "DURATION" }),
    makeProperty("X-PUBLISHED-TTL", "PT1H"),
  ]);
}
