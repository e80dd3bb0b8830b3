import type { FoundPage } from "../../app/booking-pages/find-page.ts";
import type { App } from "../../app/app.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import { guestPageOptions, type GuestPageOptions } from "../guest-page.ts";
import { BOOKING_STYLE } from "./style.ts";

/** What a guest has asked for by the address of a page, or by the fields of its form. */
export interface Asked extends GuestPageOptions {
  readonly now: number;
  /** in which times are shown */
  readonly zone: Zone;
  /** a day of the month that is shown, by its number; undefined: the first with free times */
  readonly month: { readonly year: number; readonly month: number } | undefined;
  /** the day that is opened, by its number */
  readonly day: number | undefined;
  /** milliseconds; undefined: the shortest */
  readonly length: number | undefined;
  /** of a secret link */
  readonly link: string | undefined;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Reads what is asked for; anything that is none counts as not asked.
 * @param fields of a form that was sent; absent: the address
 */
export function askedOf(
  app: App,
  request: Request,
  hostZone: string,
  { page }: Pick<FoundPage, "page"> | { readonly page: undefined },
  fields?: URLSearchParams,
): Asked {
  const url = new URL(request.url);
  const given = fields ?? url.searchParams;
  const languages = page?.languages ?? ["en-GB", "sv"];
  const wished = guestPageOptions(request, given.get("lang"), url.pathname);
  const language = languages.includes(wished.language)
    ? wished.language
    : languages.includes("sv")
      ? "sv"
      : "en-GB";
  const other = new URLSearchParams(url.searchParams);
  other.set("lang", language === "sv" ? "en-GB" : "sv");
  const month = /^(\d{4})-(\d{2})$/.exec(given.get("month") ?? "");
  const day = /^\d{4}-\d{2}-\d{2}$/.test(given.get("day") ?? "") ? Date.parse(`${given.get("day")}Z`) : NaN;
  const length = /^\d{1,5}$/.test(given.get("length") ?? "")
    ? Number(given.get("length")) * MINUTE
    : undefined;
  const link = given.get("link") ?? "";
  return {
    language,
    otherUrl: `${url.pathname}?${other.toString()}`,
    style: BOOKING_STYLE,
    ...(page && { frameAncestors: page.embedOrigins, languages }),
    now: app.now(),
    zone: ianaZone(given.get("zone") ?? "") ?? ianaZone(hostZone) ?? UTC,
    month:
      month && Number(month[2]) >= 1 && Number(month[2]) <= 12
        ? { year: Number(month[1]), month: Number(month[2]) }
        : undefined,
    day: Number.isNaN(day) ? undefined : Math.floor(day / DAY),
    length,
    link: link === "" || link.length > 100 ? undefined : link,
  };
}

/** The address of a page with everything that is asked for, and what is to be different. */
export function addressWith(
  path: string,
  { language, zone, length, link }: Asked,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams({ lang: language, zone: zone.id });
  if (length !== undefined) query.set("length", String(length / MINUTE));
  if (link !== undefined) query.set("link", link);
  for (const [name, value] of Object.entries(changes)) if (value !== undefined) query.set(name, value);
  return `${path}?${query.toString()}`;
}
