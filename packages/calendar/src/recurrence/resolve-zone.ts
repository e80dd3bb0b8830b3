import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { textValue } from "../icalendar/text.ts";
import type { ZoneLookup } from "../icalendar/time-property.ts";
import type { Warning } from "../icalendar/warning.ts";
import { zoneOfDisplayName, zoneOfPlaceNames } from "../time/display-name-zones.ts";
import { ianaNameOfWindowsZone } from "../time/windows-zones.ts";
import { zoneByRules } from "../time/zone-by-rules.ts";
import { ianaZone, type Zone } from "../time/zone.ts";
import { zoneOfVtimezone } from "./vtimezone-zone.ts";

/** Properties in which calendar software writes the name of the place. */
const HINTS = ["X-LIC-LOCATION", "TZID-ALIAS-OF"];

/**
 * The zone that a TZID stands for: by IANA name, alias, X-LIC-LOCATION, Windows or display name; then the IANA zone
 * with the rules of its VTIMEZONE; and last those rules themselves.
 */
export function resolveZone(tzid: string, vtimezone: Component | undefined): Zone | undefined {
  const name = tzid.trim();
  const byName = zoneOfName(name);
  if (byName) return byName;
  for (const hint of HINTS) {
    const alias = vtimezone && textValue(vtimezone, hint);
    const zone = alias === undefined ? undefined : zoneOfName(alias.trim());
    if (zone) return zone;
  }
  // A display name may only give an offset, so a VTIMEZONE, which says more, is tried first.
  const byRules = vtimezone && rememberedZone(name, vtimezone);
  const byDisplayName = zoneOfDisplayName(name);
  if (byDisplayName && byDisplayName.id !== name) return byDisplayName;
  return byRules ?? byDisplayName ?? zoneOfPlaceNames(name);
}

/**
 * Zones by the text of their VTIMEZONE: a calendar's objects all repeat the same few, and each takes some
 * milliseconds to read.
 */
const zonesByText = new Map<string, Zone | undefined>();
const MAX_REMEMBERED_ZONES = 200;

function rememberedZone(name: string, vtimezone: Component): Zone | undefined {
  const text = `${name}\n${serialiseICalendar(vtimezone)}`;
  if (!zonesByText.has(text)) {
    const [oldest] = zonesByText.keys();
    if (zonesByText.size >= MAX_REMEMBERED_ZONES && oldest !== undefined) zonesByText.delete(oldest);
    zonesByText.set(text, zoneOfRules(name, vtimezone));
  }
  return zonesByText.get(text);
}

/** The IANA zone that does what a VTIMEZONE says, or else a zone of its own (docs/architecture.md, decision 11). */
function zoneOfRules(name: string, vtimezone: Component): Zone | undefined {
  const own = zoneOfVtimezone(name, vtimezone);
  const hints = [name, ...HINTS.map((hint) => textValue(vtimezone, hint) ?? "")];
  for (const observance of vtimezone.components) hints.push(textValue(observance, "TZNAME") ?? "");
  return own && (zoneByRules(own, [...new Set(hints)]) ?? own);
}

/** By IANA name, also after a prefix such as `/freeassociation.sourceforge.net/`, or by Windows name. */
function zoneOfName(name: string): Zone | undefined {
  const direct = ianaZone(name) ?? ianaZone(name.replaceAll(" ", "_"));
  if (direct) return direct;
  const windows = ianaNameOfWindowsZone(name);
  if (windows !== undefined) return ianaZone(windows);
  // Exchange's `tzone://Microsoft/Utc`, and prefixes such as `/freeassociation.sourceforge.net/`
  const segments = /^(?:\/|[a-z]+:\/\/)/i.test(name) ? name.split("/").slice(-4) : [];
  for (const length of [3, 2, 1]) {
    if (segments.length <= length) continue;
    const zone = ianaZone(segments.slice(-length).join("/"));
    if (zone) return zone;
  }
  return undefined;
}

/** The zones that an object's times refer to; each TZID is resolved once. */
export function zonesOf(object: Pick<CalendarObject, "timeZones">): ZoneLookup {
  const resolved = new Map<string, Zone | undefined>();
  return (tzid) => {
    if (!resolved.has(tzid)) resolved.set(tzid, resolveZone(tzid, object.timeZones.get(tzid)));
    return resolved.get(tzid);
  };
}

/**
 * Warns of each unknown TZID: times with it are read as floating, or with the offset that it mentions, in summer as in
 * winter.
 */
export function unknownZoneWarnings(object: CalendarObject): readonly Warning[] {
  const zones = zonesOf(object);
  // Of an IANA name, a VTIMEZONE or a place one knows more than an offset.
  const isGuess = (tzid: string): boolean =>
    zones(tzid)?.id === tzid && !object.timeZones.has(tzid) && !ianaZone(tzid);
  const warnings = new Map<string, Warning>();
  const look = (component: Component): void => {
    for (const property of component.properties)
      for (const parameter of property.parameters) {
        const tzid = parameter.name === "TZID" ? parameter.values[0]?.trim() : undefined;
        if (tzid && !warnings.has(tzid) && (!zones(tzid) || isGuess(tzid)))
          warnings.set(tzid, { code: "unknown-zone", line: property.line, detail: tzid });
      }
    component.components.forEach(look);
  };
  look(object.calendar);
  return [...warnings.values()];
}
