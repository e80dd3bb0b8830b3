import type { FeedError } from "@snart/calendar/jmap/feeds.ts";
import type { OtherCalendarRecord } from "@snart/calendar/jmap/import.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { DavAsker, DavQuestion, OtherAccess, OtherServers } from "../../app/feed-fetcher.ts";
import type { Limits } from "../../app/limits.ts";
import { isNear } from "../../http/asking/near-address.ts";
import { attributeOf, childNamed, childrenNamed, textOf } from "../xml/element.ts";
import { apple, caldav, dav, DECLARATIONS } from "../xml/names.ts";
import { escapeXml } from "../xml/write-xml.ts";
import { readMultistatus, type ToldResource } from "./multistatus.ts";

const SECOND = 1_000;
/** More calendars than anybody has; a hostile server could name any number. */
const MOST_CALENDARS = 300;

const propfind = (...names: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?><d:propfind${DECLARATIONS}><d:prop>${names
    .map((name) => `<${name}/>`)
    .join("")}</d:prop></d:propfind>`;

const WHO = propfind("d:current-user-principal", "c:calendar-home-set", "d:resourcetype", "d:displayname");
const CALENDARS = propfind(
  "d:resourcetype",
  "d:displayname",
  "a:calendar-color",
  "c:supported-calendar-component-set",
);
const OBJECTS = propfind("d:resourcetype", "d:getetag");

/** Reads calendars from other CalDAV servers, asking by a guarded way. */
export function otherServers(
  ask: DavAsker,
  { feedSize, feedSeconds, listingSeconds }: Pick<Limits, "feedSize" | "feedSeconds" | "listingSeconds">,
): OtherServers {
  const bounds = { maxBytes: feedSize, timeoutMs: feedSeconds * SECOND };
  // A list of ten thousand objects is nothing wrong: a server may first read them all (Radicale without its cache), and take its time to
  // send them, but not be silent for longer than others once it has begun.
  const listing = {
    timeoutMs: Math.max(feedSeconds, listingSeconds) * SECOND,
    silenceMs: feedSeconds * SECOND,
  };
  const asked: Ask = async (access, url, question) => {
    // What a server names may lie anywhere; the password is for itself and its neighbours.
    const address = URL.parse(access.address);
    const wanted = URL.parse(url);
    if (!address || !wanted || !isNear(address, wanted)) return failed({ code: "answered-badly" });
    const { username, password } = access;
    const answer = await ask({ ...bounds, ...question, url, username, password });
    if (answer.kind === "failed") return failed(answer.error);
    const told = readMultistatus(answer.content);
    return told ? ok({ url: answer.url, told }) : failed({ code: "answered-badly", status: 207 });
  };
  return {
    calendars: (access) => findCalendars(asked, access),
    hrefs: (access, calendar) => hrefsOf(asked, access, calendar, listing),
    texts: (access, calendar, hrefs) => textsOf(asked, access, calendar, hrefs),
  };
}

interface Told {
  /** where it was answered */
  readonly url: string;
  readonly told: readonly ToldResource[];
}

type Patience = Pick<DavQuestion, "timeoutMs" | "silenceMs">;

type Ask = (
  access: OtherAccess,
  url: string,
  question: Pick<DavQuestion, "method" | "depth" | "body"> & Partial<Patience>,
) => Promise<Result<Told, FeedError>>;

/** Where to begin: what was given, and what RFC 6764 §5 says; a bare host by the latter first. */
function startsOf(address: string): readonly string[] {
  const given = new URL(address);
  const known = new URL("/.well-known/caldav", given).href;
  return given.pathname === "/" ? [known, given.href] : [given.href, known];
}

async function findCalendars(
  ask: Ask,
  access: OtherAccess,
): Promise<Result<readonly OtherCalendarRecord[], FeedError>> {
  let problem: FeedError | undefined;
  for (const start of startsOf(access.address)) {
    const homes = await homesFrom(ask, access, start);
    // Of the two the first that says more than that nothing is there; a wrong password is not tried twice.
    if (!homes.ok) {
      if (!problem || problem.code === "not-there") problem = homes.problem;
      if (homes.problem.code === "not-there" || homes.problem.code === "answered-badly") continue;
      return failed(problem);
    }
    const found = new Map<string, OtherCalendarRecord>();
    for (const home of homes.value) {
      const listed = await ask(access, home, { method: "PROPFIND", depth: "1", body: CALENDARS });
      if (!listed.ok) return listed;
      for (const one of calendarsIn(listed.value)) if (found.size < MOST_CALENDARS) found.set(one.url, one);
    }
    if (found.size > 0) return ok([...found.values()]);
    problem = { code: "not-a-calendar" };
  }
  return failed(problem ?? { code: "not-a-calendar" });
}

/** The collections in which calendars are, from an address that somebody knows. */
async function homesFrom(
  ask: Ask,
  access: OtherAccess,
  start: string,
): Promise<Result<readonly string[], FeedError>> {
  const first = await ask(access, start, { method: "PROPFIND", depth: "0", body: WHO });
  if (!first.ok) return first;
  const [self] = first.value.told;
  const homes = homesIn(first.value);
  // A calendar itself, or a home: what was given is what is wanted.
  if (self && isCalendar(self)) return ok([first.value.url]);
  if (homes.length > 0) return ok(homes);
  const principal = self && hrefIn(self, "current-user-principal");
  const next = principal && URL.parse(principal, first.value.url)?.href;
  if (!next) return failed({ code: "not-a-calendar" });
  const second = await ask(access, next, { method: "PROPFIND", depth: "0", body: WHO });
  if (!second.ok) return second;
  const found = homesIn(second.value);
  return found.length > 0 ? ok(found) : failed({ code: "not-a-calendar" });
}

function hrefIn(resource: ToldResource, name: string): string | undefined {
  const property = resource.property(dav(name));
  const href = property && childNamed(property, dav("href"));
  return href && textOf(href).trim();
}

/** Ten are more than any server has. */
const homesIn = ({ url, told }: Told): readonly string[] =>
  told
    .flatMap((resource) => {
      const homes = resource.property(caldav("calendar-home-set"));
      return homes ? childrenNamed(homes, dav("href")) : [];
    })
    .flatMap((href) => URL.parse(textOf(href).trim(), url)?.href ?? [])
    .slice(0, 10);

function isCalendar(resource: ToldResource): boolean {
  const type = resource.property(dav("resourcetype"));
  return type !== undefined && childNamed(type, caldav("calendar")) !== undefined;
}

function calendarsIn({ url, told }: Told): readonly OtherCalendarRecord[] {
  return told.flatMap((resource) => {
    const address = URL.parse(resource.href, url);
    if (!address || !isCalendar(resource) || !holdsItems(resource)) return [];
    const name = resource.property(dav("displayname"));
    const color = resource.property(apple("calendar-color"));
    const last = decoded(address.pathname.split("/").filter(Boolean).at(-1) ?? "");
    return [
      {
        url: address.href,
        name: ((name && textOf(name).trim()) || last || address.host).slice(0, 200),
        color: (color && textOf(color).trim().slice(0, 100)) || null,
      },
    ];
  });
}

/** Not a collection that holds nothing but availability or journals. What says nothing takes all (RFC 4791 §5.2.3). */
function holdsItems(resource: ToldResource): boolean {
  const set = resource.property(caldav("supported-calendar-component-set"));
  const names = set && childrenNamed(set, caldav("comp")).map((comp) => attributeOf(comp, "name"));
  return !names || names.length === 0 || names.includes("VEVENT") || names.includes("VTODO");
}

async function hrefsOf(
  ask: Ask,
  access: OtherAccess,
  calendar: string,
  patience: Patience,
): Promise<Result<readonly string[], FeedError>> {
  const listed = await ask(access, calendar, { ...patience, method: "PROPFIND", depth: "1", body: OBJECTS });
  if (!listed.ok) return listed;
  const { url, told } = listed.value;
  const inside = told.filter((resource) => {
    const type = resource.property(dav("resourcetype"));
    const isCollection = type !== undefined && childNamed(type, dav("collection")) !== undefined;
    return !isCollection && !resource.isGone && pathOf(resource.href, url) !== pathOf(url, url);
  });
  return ok([...new Set(inside.map(({ href }) => href))].toSorted());
}

async function textsOf(ask: Ask, access: OtherAccess, calendar: string, hrefs: readonly string[]) {
  const body = `<?xml version="1.0" encoding="utf-8"?><c:calendar-multiget${DECLARATIONS}><d:prop><c:calendar-data/></d:prop>${hrefs
    .map((href) => `<d:href>${escapeXml(href)}</d:href>`)
    .join("")}</c:calendar-multiget>`;
  const answer = await ask(access, calendar, { method: "REPORT", depth: "1", body });
  if (!answer.ok) return answer;
  const { url, told } = answer.value;
  const found = new Map<string | undefined, string>();
  const gone = new Set<string | undefined>();
  for (const resource of told) {
    const data = resource.property(caldav("calendar-data"));
    if (data) found.set(pathOf(resource.href, url), textOf(data));
    // Removed there since the list was made: nobody misses it.
    else if (resource.isGone) gone.add(pathOf(resource.href, url));
  }
  const texts: string[] = [];
  const missed: string[] = [];
  for (const href of hrefs) {
    const path = pathOf(href, url);
    const text = found.get(path);
    if (text !== undefined) texts.push(text);
    else if (!gone.has(path)) missed.push(href);
  }
  return ok({ texts, missed });
}

/** Servers write one path in several ways. */
const pathOf = (href: string, base: string): string | undefined => {
  const path = URL.parse(href, base)?.pathname;
  return path === undefined ? undefined : decoded(path).replace(/\/$/, "");
};

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
