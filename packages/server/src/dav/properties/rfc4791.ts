// Calendar collections and their limits (RFC 4791 §5.2, §6.2, §7.5). None is part of allprop, as the RFC asks.
import { failed, ok } from "@snart/calendar/result.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { zoneNameOf } from "../../app/grants.ts";
import type { ComponentType } from "../../app/types.ts";
import { refuse } from "../preconditions.ts";
import { attributeOf, childrenNamed, textOf } from "../xml/element.ts";
import { caldav } from "../xml/names.ts";
import { escapeXml, href } from "../xml/write-xml.ts";
import { readZoneName, readZoneText, zoneText } from "./calendar-timezone.ts";
import { liveProperty, type LiveProperty, type PropertySetter } from "./live-property.ts";

const COMPONENTS: readonly ComponentType[] = ["VEVENT", "VTODO", "VJOURNAL", "VAVAILABILITY"];

const setComponents: PropertySetter = (value) => {
  const names = value
    ? childrenNamed(value, caldav("comp")).map((comp) => (attributeOf(comp, "name") ?? "").toUpperCase())
    : [];
  const components = COMPONENTS.filter((component) => names.includes(component));
  return components.length > 0 && components.length === new Set(names).size
    ? ok({ components })
    : failed(
        refuse("supported-calendar-component", `A calendar keeps one or more of ${COMPONENTS.join(", ")}.`),
      );
};

const setZoneText: PropertySetter = (value) => {
  if (!value) return ok({ timeZone: null, timeZoneText: null });
  const text = textOf(value);
  const zone = readZoneText(text);
  if (!zone.ok) return zone;
  return ok({ timeZone: ianaZone(zone.value.id)?.id ?? null, timeZoneText: text });
};

const setZoneName: PropertySetter = (value) => {
  if (!value) return ok({ timeZone: null, timeZoneText: null });
  const zone = readZoneName(textOf(value));
  return zone.ok ? ok({ timeZone: zone.value.id, timeZoneText: null }) : zone;
};

const onCalendars = (name: string, text: LiveProperty["get"]): LiveProperty =>
  liveProperty(["calendar"], { name: caldav(name), get: text });

export const rfc4791: readonly LiveProperty[] = [
  liveProperty(["principal"], {
    name: caldav("calendar-home-set"),
    get: ({ principal }, { hrefs }) => href(hrefs.home(principal.login)),
  }),
  // Any combination: Apple's clients make calendars with one component each.
  liveProperty(["home"], {
    name: caldav("supported-calendar-component-sets"),
    get: () =>
      [COMPONENTS, ...COMPONENTS.map((name) => [name])]
        .map((names) => names.map((name) => `<c:comp name="${name}"/>`).join(""))
        .map((set) => `<c:supported-calendar-component-set>${set}</c:supported-calendar-component-set>`)
        .join(""),
  }),
  // The address of zones that are only named (RFC 7809 §5.1).
  liveProperty(["home"], {
    name: caldav("timezone-service-set"),
    get: (_, { hrefs }) => href(hrefs.timeZones),
  }),
  liveProperty(["calendar"], {
    name: caldav("calendar-description"),
    get: ({ grant }) =>
      grant.calendar.description === "" ? undefined : escapeXml(grant.calendar.description),
    set: (value) => ok({ description: value ? textOf(value) : "" }),
  }),
  liveProperty(["calendar"], {
    name: caldav("calendar-timezone"),
    get: ({ grant }, { prodId }) => {
      const name = zoneNameOf(grant);
      const own = grant.view.timeZone === undefined ? grant.calendar.timeZoneText : null;
      const text = own ?? (name === null ? undefined : zoneText(name, prodId));
      return text === undefined ? undefined : escapeXml(text);
    },
    set: setZoneText,
  }),
  liveProperty(["calendar"], {
    name: caldav("calendar-timezone-id"),
    get: ({ grant }) => {
      const name = zoneNameOf(grant);
      return name === null ? undefined : escapeXml(name);
    },
    set: setZoneName,
  }),
  liveProperty(["calendar"], {
    name: caldav("supported-calendar-component-set"),
    get: ({ grant }) => grant.calendar.components.map((name) => `<c:comp name="${name}"/>`).join(""),
    initialise: setComponents,
  }),
  onCalendars(
    "supported-calendar-data",
    () => '<c:calendar-data content-type="text/calendar" version="2.0"/>',
  ),
  onCalendars("max-resource-size", (_, { limits }) => String(limits.objectSize)),
  onCalendars("min-date-time", () => "19000101T000000Z"),
  onCalendars("max-date-time", () => "21991231T235959Z"),
  // The smaller of both bounds that are refused by this name: of what a series stores, and of what is expanded for an answer.
  onCalendars("max-instances", (_, { limits }) =>
    String(Math.min(limits.overridesPerObject, limits.occurrencesPerQuery)),
  ),
  onCalendars("max-attendees-per-instance", (_, { limits }) => String(limits.participantsPerEvent)),
  // The calendar in which rules are expanded (RFC 7529 §5); rules in others are kept.
  onCalendars("supported-rscale-set", () => "<c:supported-rscale>GREGORIAN</c:supported-rscale>"),
  onCalendars("supported-collation-set", () =>
    ["i;ascii-casemap", "i;octet", "i;unicode-casemap"]
      .map((name) => `<c:supported-collation>${name}</c:supported-collation>`)
      .join(""),
  ),
];
