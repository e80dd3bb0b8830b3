// A person's availability (RFC 7953 §7.2): set on the inbox, and by Apple's clients under the older name as well.
import { caldav, calendarserver, keyOf, type XmlName } from "../xml/names.ts";
import { escapeXml } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

const NAMES: readonly XmlName[] = [caldav("calendar-availability"), calendarserver("calendar-availability")];
const KEYS: ReadonlySet<string> = new Set(NAMES.map((name) => keyOf(name)));

/** Whether a `{namespace}name` is one of the availability properties. */
export const isAvailability = (name: XmlName): boolean => KEYS.has(keyOf(name));

export const rfc7953: readonly LiveProperty[] = NAMES.map((name) =>
  liveProperty(["inbox"], {
    name,
    isSetApart: true,
    get: ({ availability }) => (availability === undefined ? undefined : escapeXml(availability)),
  }),
);
