/** A place on the earth, in degrees; north and east are positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where the chief city of a zone is, as zone.tab of the IANA time zone database has it, to a tenth of a degree. */
const PLACES: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  "Atlantic/Faroe": [62, -6.8],
  "Atlantic/Reykjavik": [64.2, -21.9],
  "Europe/Amsterdam": [52.4, 4.9],
  "Europe/Athens": [38, 23.7],
  "Europe/Belfast": [54.6, -5.9],
  "Europe/Berlin": [52.5, 13.4],
  "Europe/Brussels": [50.8, 4.3],
  "Europe/Budapest": [47.5, 19.1],
  "Europe/Copenhagen": [55.7, 12.6],
  "Europe/Dublin": [53.3, -6.3],
  "Europe/Helsinki": [60.2, 25],
  "Europe/Kyiv": [50.4, 30.5],
  "Europe/Lisbon": [38.7, -9.1],
  "Europe/London": [51.5, -0.1],
  "Europe/Madrid": [40.4, -3.7],
  "Europe/Mariehamn": [60.1, 20],
  "Europe/Oslo": [59.9, 10.8],
  "Europe/Paris": [48.9, 2.3],
  "Europe/Prague": [50.1, 14.4],
  "Europe/Riga": [57, 24.1],
  "Europe/Rome": [41.9, 12.5],
  "Europe/Stockholm": [59.3, 18.1],
  "Europe/Tallinn": [59.4, 24.8],
  "Europe/Vienna": [48.2, 16.3],
  "Europe/Vilnius": [54.7, 25.3],
  "Europe/Warsaw": [52.3, 21],
  "Europe/Zurich": [47.4, 8.5],
};

/** The chief city of an IANA zone; undefined for zones that are not in the table. */
export function placeOfZone(id: string): Place | undefined {
  const [latitude, longitude] = Object.hasOwn(PLACES, id) ? (PLACES[id] ?? []) : [];
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}
