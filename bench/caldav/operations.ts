import type { CalDavAnswer, CalDavRequest, HttpClient } from "./http-client.ts";
import { eventText, uriOf, weekOf } from "./events.ts";

/** A calendar on some server, filled with `events` events. */
export interface Site {
  readonly client: HttpClient;
  /** absolute path of the calendar, with a slash at the end */
  readonly calendar: string;
  readonly events: number;
}

export interface Operation {
  readonly name: string;
  /** Prepares and returns the n-th request. */
  prepare(site: Site): Promise<(n: number) => CalDavRequest>;
  /** The problem of an answer; undefined: none. */
  check(answer: CalDavAnswer, site: Site): string | undefined;
}

const XML = { "content-type": "application/xml; charset=utf-8" };
const ICALENDAR = { "content-type": "text/calendar; charset=utf-8" };
const MULTIGET = 100;
const DELTA = 5;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const responses = (text: string): number => count(text, /<(?:\w+:)?response[\s>]/g);
const bodies = (text: string): number => count(text, /BEGIN:VEVENT/g);

function status(answer: CalDavAnswer, ...allowed: number[]): string | undefined {
  return allowed.includes(answer.status)
    ? undefined
    : `${String(answer.status)}: ${answer.text.slice(0, 300)}`;
}

let fresh = 0;
const put = (name: string, request: (site: Site, n: number) => CalDavRequest): Operation => ({
  name,
  prepare: (site) => Promise.resolve((n) => request(site, n)),
  check: (answer) => status(answer, 201, 204),
});

const putNew = put("PUT, new", (site) => {
  const n = site.events + 1_000_000 + fresh++;
  return {
    method: "PUT",
    path: site.calendar + uriOf(n),
    headers: { ...ICALENDAR, "if-none-match": "*" },
    body: eventText(n),
  };
});

const putChanged = put("PUT, changed", (site, n) => ({
  method: "PUT",
  path: site.calendar + uriOf(n % site.events),
  headers: ICALENDAR,
  body: eventText(n % site.events, ++fresh),
}));

const get: Operation = {
  name: "GET",
  prepare: (site) =>
    Promise.resolve((n) => ({ method: "GET", path: site.calendar + uriOf(n % site.events) })),
  check: (answer) => status(answer, 200) ?? (bodies(answer.text) === 1 ? undefined : "no event"),
};

const propfind: Operation = {
  name: "PROPFIND, depth 1",
  prepare: (site) =>
    Promise.resolve(() => ({
      method: "PROPFIND",
      path: site.calendar,
      headers: { ...XML, depth: "1" },
      body: `<?xml version="1.0"?><D:propfind xmlns:D="DAV:"><D:prop><D:getetag/><D:resourcetype/></D:prop></D:propfind>`,
    })),
  check: (answer, site) =>
    status(answer, 207) ?? (responses(answer.text) > site.events ? undefined : "responses are missing"),
};

const multiget: Operation = {
  name: "calendar-multiget, 100",
  prepare: (site) =>
    Promise.resolve((n) => {
      const hrefs = Array.from(
        { length: MULTIGET },
        (_, i) => `<D:href>${site.calendar}${uriOf((n * MULTIGET + i) % site.events)}</D:href>`,
      );
      return {
        method: "REPORT",
        path: site.calendar,
        headers: { ...XML, depth: "1" },
        body: `<?xml version="1.0"?><C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs.join("")}</C:calendar-multiget>`,
      };
    }),
  check: (answer) =>
    status(answer, 207) ?? (bodies(answer.text) === MULTIGET ? undefined : "events are missing"),
};

const query: Operation = {
  name: "calendar-query, one week",
  prepare: (site) =>
    Promise.resolve((n) => {
      const { start, end } = weekOf(n, site.events);
      return {
        method: "REPORT",
        path: site.calendar,
        headers: { ...XML, depth: "1" },
        body: `<?xml version="1.0"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${start}" end="${end}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
      };
    }),
  check: (answer) => status(answer, 207) ?? (bodies(answer.text) > 0 ? undefined : "no event in the week"),
};

const syncRequest = (site: Site, token: string): CalDavRequest => ({
  method: "REPORT",
  path: site.calendar,
  headers: XML,
  body: `<?xml version="1.0"?><D:sync-collection xmlns:D="DAV:"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>`,
});

const sync: Operation = {
  name: `sync-collection, ${String(DELTA)} changed`,
  async prepare(site) {
    const told = await site.client.send({
      method: "PROPFIND",
      path: site.calendar,
      headers: { ...XML, depth: "0" },
      body: `<?xml version="1.0"?><D:propfind xmlns:D="DAV:"><D:prop><D:sync-token/></D:prop></D:propfind>`,
    });
    const token = /<(?:\w+:)?sync-token>([^<]+)</.exec(told.text)?.[1];
    if (token === undefined) throw new Error(`no sync token: ${told.text.slice(0, 300)}`);
    for (let n = 0; n < DELTA; n++) {
      const body = eventText(n, ++fresh);
      await site.client.send({ method: "PUT", path: site.calendar + uriOf(n), headers: ICALENDAR, body });
    }
    return () => syncRequest(site, token);
  },
  check: (answer) =>
    status(answer, 207) ?? (responses(answer.text) === DELTA ? undefined : "not the five changes"),
};

/** New events come last: a server that accepted more of them would have the larger calendar to list. */
export const OPERATIONS: readonly Operation[] = [get, propfind, multiget, query, sync, putChanged, putNew];
