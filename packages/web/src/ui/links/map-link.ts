/** The device whose own maps app opens a place. */
export type MapsOf = "apple" | "android" | "web";

/** Reads which maps app a browser's device has, from its user agent. */
export function mapsOf(userAgent: string): MapsOf {
  if (/Android/i.test(userAgent)) return "android";
  return /Mac OS X|iPhone|iPad/i.test(userAgent) ? "apple" : "web";
}

/** `geo:` with a latitude and longitude (RFC 5870 §3.3). */
const GEO = /^geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/;

/**
 * Returns the address that shows a place in the device's own maps app, or in the open map where there is none.
 * @param coordinates the place's `coordinates` (RFC 8984 §4.2.5), which are surer than its name
 */
export function mapLink(name: string, coordinates: string | undefined, maps: MapsOf): string {
  const [, latitude, longitude] = GEO.exec(coordinates ?? "") ?? [];
  const at = latitude !== undefined && longitude !== undefined ? `${latitude},${longitude}` : null;
  const said = encodeURIComponent(name);
  if (maps === "apple") return `https://maps.apple.com/?q=${said}${at === null ? "" : `&ll=${at}`}`;
  if (maps === "android") return `geo:${at ?? "0,0"}?q=${at === null ? said : `${at}(${said})`}`;
  return at === null
    ? `https://www.openstreetmap.org/search?query=${said}`
    : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${at.replace(",", "/")}`;
}
