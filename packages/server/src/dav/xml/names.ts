/** A name of XML: namespace and local part. */
export interface XmlName {
  readonly ns: string;
  readonly name: string;
}

export const DAV = "DAV:";
export const CALDAV = "urn:ietf:params:xml:ns:caldav";
const CALENDARSERVER = "http://calendarserver.org/ns/";
const APPLE = "http://apple.com/ns/ical/";

/** The prefixes that every multistatus and error declares. */
export const PREFIXES: ReadonlyMap<string, string> = new Map([
  [DAV, "d"],
  [CALDAV, "c"],
  [CALENDARSERVER, "cs"],
  [APPLE, "a"],
]);

/** The declarations of {@link PREFIXES}, for a root element. */
export const DECLARATIONS = [...PREFIXES].map(([ns, prefix]) => ` xmlns:${prefix}="${ns}"`).join("");

/** `{namespace}name`, as a key of maps and of stored dead properties. */
export const keyOf = ({ ns, name }: XmlName): string => `{${ns}}${name}`;

/** WebDAV-Push (draft-bitfire-webdav-push), declared where it is used. */
export const WEBDAV_PUSH = "https://bitfire.at/webdav-push";

export const dav = (name: string): XmlName => ({ ns: DAV, name });
export const caldav = (name: string): XmlName => ({ ns: CALDAV, name });
export const calendarserver = (name: string): XmlName => ({ ns: CALENDARSERVER, name });
export const webdavPush = (name: string): XmlName => ({ ns: WEBDAV_PUSH, name });
export const apple = (name: string): XmlName => ({ ns: APPLE, name });
