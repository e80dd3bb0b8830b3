import type { Parsed } from "./option.ts";

/**
 * The first words of the addresses that Snart itself answers, which no path before them may begin with: behind a proxy
 * that takes the path away, `/b/b/page` and `/b/page` could not be told apart. Tests hold the list against the routes
 * and against the pages of the web app.
 */
export const OWN_WORDS: ReadonlySet<string> = new Set(
  ".well-known address admin assets attachments auth b bookables booking booking-pages c connect dav day days door event export favicon.svg feed fonts h healthz history icons index.html invite jmap manifest.webmanifest metrics month p photo polls reset restore rsvp scim search settings setup sign-up signin signup soon sw.js tasks theme.js timezones trash wall week weeks workweek year".split(
    " ",
  ),
);

/** Octets of a path that stands before every address and in every link. */
const LONGEST_PATH = 100;

/**
 * Reads the address that people use: http or https, a host, an optional port and an optional path of plain words.
 * Returned without a slash at the end.
 */
export function parsePublicUrl(text: string): Parsed<string> {
  const url = URL.parse(text);
  const isPlain =
    url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === "";
  if (!isPlain || /[?#]/.test(text))
    return {
      mustBe:
        "must be an address like https://calendar.example.org or https://example.org/calendar, with nothing after it",
    };
  const path = url.pathname.replace(/\/+$/, "");
  if (!/^(?:\/[\w~-][\w.~-]*)*$/.test(path) || path.length > LONGEST_PATH)
    return { mustBe: "must have a path of letters, digits, dots and hyphens, such as /calendar" };
  const [, first = ""] = path.split("/");
  if (OWN_WORDS.has(first.toLowerCase()))
    return {
      mustBe: `must not have a path that begins with /${first}: Snart has addresses of its own there`,
    };
  return { value: url.origin + path };
}
