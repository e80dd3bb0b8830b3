/** One request of a client, and how that client reads the answer. */
export interface TraceStep {
  /** the client's purpose */
  readonly does: string;
  readonly method: string;
  /** `{name}` stands for a value that an earlier step kept */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  /** what the client looks for in the answer; without it, it fails or warns */
  readonly needs?: readonly RegExp[];
  /** content that would make the client fail */
  readonly lacks?: readonly RegExp[];
  /** headers of the answer that the client reads */
  readonly needsHeaders?: Readonly<Record<string, RegExp>>;
  /** kept for later steps: the first group of each pattern, in the answer or in a header `name:` */
  readonly keeps?: Readonly<Record<string, RegExp>>;
}

/**
 * The requests that a client is known to send, in order, for an account `elin` with the events `fika` and `series` in
 * `calendar`.
 */
export interface ClientTrace {
  readonly client: string;
  /** `recorded` from the client itself, or the public text from which the requests were written */
  readonly source: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly steps: readonly TraceStep[];
}

const NAMESPACES =
  'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/" xmlns:M="http://me.com/_namespace/"';

/** A PROPFIND body for these properties (`D:`, `C:`, `CS:`, `A:`, `M:`). */
export const propfind = (...names: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><D:propfind ${NAMESPACES}><D:prop>${names.map((name) => `<${name}/>`).join("")}</D:prop></D:propfind>`;

export const multiget = (...hrefs: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><C:calendar-multiget ${NAMESPACES}><D:prop><D:getcontenttype/><D:getetag/><C:schedule-tag/><C:calendar-data/></D:prop>${hrefs.map((href) => `<D:href>${href}</D:href>`).join("")}</C:calendar-multiget>`;

/** A query for one component between two times; `inner` goes into the component's filter. */
export const calendarQuery = (component: string, inner: string, ...names: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><C:calendar-query ${NAMESPACES}><D:prop>${names.map((name) => `<${name}/>`).join("")}</D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="${component}">${inner}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;

export const syncCollection = (token: string, ...names: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><D:sync-collection ${NAMESPACES}><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop>${names.map((name) => `<${name}/>`).join("")}</D:prop></D:sync-collection>`;

export const proppatch = (...properties: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><D:propertyupdate ${NAMESPACES}><D:set><D:prop>${properties.join("")}</D:prop></D:set></D:propertyupdate>`;

export const mkcalendar = (...properties: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><C:mkcalendar ${NAMESPACES}><D:set><D:prop>${properties.join("")}</D:prop></D:set></C:mkcalendar>`;

/** A calendar object of lines. */
export const object = (...lines: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");

/** A PROPFIND body with elements of namespaces that only one client knows. */
export const ownPropfind = (namespaces: string, ...elements: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/" ${namespaces}><D:prop>${elements.map((name) => `<${name}/>`).join("")}</D:prop></D:propfind>`;

/** WebDAV-Push, which some clients look for everywhere. */
export const PUSH = 'xmlns:P="https://bitfire.at/webdav-push"';

/** A calendar object with one event of lines. */
export const event = (uid: string, ...lines: readonly string[]): string =>
  object(
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    ...lines,
    "END:VEVENT",
  );
