import type { FoundPage } from "../../app/booking-pages/find-page.ts";
import type { App } from "../../app/app.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import { guestPageOptions, type GuestPageOptions } from "../guest-page.ts";
import { BOOKING_STYLE } from "./style.ts";

/** Somebody who books by the account that they are signed in to. */
export interface SignedInGuest {
  readonly name: string;
  readonly mail: string;
}

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
  /** who books by their account, where the page asks for one: their name and mail are what it says */
  readonly account?: SignedInGuest;
  /** what the form is filled in with at first, as whoever gave the address knows it */
  readonly known: Readonly<Partial<Record<"name" | "mail", string>>>;
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
  const date = given.get("day") ?? given.get("date") ?? "";
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}Z`) : NaN;
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
    // A form that is sent says itself what is in it.
    known: fields ? {} : knownOf(given),
    link: link === "" || link.length > 100 ? undefined : link,
  };
}

const LONGEST_KNOWN = 254;

function knownOf(given: URLSearchParams): Asked["known"] {
  const [name, mail] = [given.get("name"), given.get("email")].map((text) => text?.slice(0, LONGEST_KNOWN));
  return { ...(name && { name }), ...(mail && { mail }) };
}

/** The address of a page with everything that is asked for, and what is to be different. */
export function addressWith(
  path: string,
  { language, zone, length, link, known }: Asked,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams({ lang: language, zone: zone.id });
  if (length !== undefined) query.set("length", String(length / MINUTE));
  if (link !== undefined) query.set("link", link);
  if (known.name !== undefined) query.set("name", known.name);
  if (known.mail !== undefined) query.set("email", known.mail);
  for (const [name, value] of Object.entries(changes)) if (value !== undefined) query.set(name, value);
  return `${path}?${query.toString()}`;
}
