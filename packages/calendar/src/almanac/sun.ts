import { DAY, HOUR, type Instant } from "../time/instant.ts";
import { timeOfDay } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import { placeOfZone, type Place } from "./zone-places.ts";

/** The moment that the formulae count from: 2000-01-01T12:00Z. */
const J2000 = 946_728_000_000;
/** The height of the sun's middle when its upper edge is seen to rise or set: its radius, and what the air bends. */
const AT_THE_EDGE = -0.833;

const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
const inDegrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * How high the sun stands at a place, in degrees over the horizon; negative below it. Right to some hundredths of a degree for the
 * years 1950 to 2050 (Astronomical Almanac, low-precision formulae for the sun).
 */
export function sunHeight(at: Instant, { latitude, longitude }: Place): number {
  const days = (at - J2000) / DAY;
  const anomaly = 357.529 + 0.98560028 * days;
  const along = 280.459 + 0.98564736 * days + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly);
  const tilt = 23.439 - 0.00000036 * days;
  const ascension = inDegrees(Math.atan2(cos(tilt) * sin(along), cos(along)));
  const declination = inDegrees(Math.asin(sin(tilt) * sin(along)));
  const hourAngle = 280.46061837 + 360.98564736629 * days + longitude - ascension;
  return inDegrees(
    Math.asin(sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle)),
  );
}

/** Where no place is known, it is night from this hour on the clock, until the other. */
const EVENING = 20 * HOUR;
const MORNING = 7 * HOUR;

/** Whether the sun is down in the chief city of a zone; by the clock, from 20 to 7, where none is known. */
export function isDarkOutside(at: Instant, zone: Zone): boolean {
  const place = placeOfZone(zone.id);
  if (place) return sunHeight(at, place) < AT_THE_EDGE;
  const time = timeOfDay(zone.toLocal(at));
  return time < MORNING || time >= EVENING;
}
