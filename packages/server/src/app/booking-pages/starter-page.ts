import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { numberedAddress } from "@snart/calendar/booking-page/page-address.ts";
import { failed, type Result } from "@snart/calendar/result.ts";
import type { BookingPage } from "../../storage/records/booking-pages.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { createBookingPage } from "./booking-pages.ts";
import { possibleHosts, type PageFields } from "./page-fields.ts";

/** What every page has that is made in one step. */
export const PAGE_AT_FIRST = {
  description: {},
  state: "open",
  pausedUntil: null,
  isPublic: true,
  isListed: false,
  requiresAccount: false,
  embedOrigins: [],
  languages: ["en-GB", "sv"],
  keepDays: 30,
} as const;

const MOST_TRIES = 20;
const SLUG_LENGTH = 40;

/**
 * A working page in one step: half an hour within the working hours of whose page it is, four hours' notice, sixty days ahead. Everything
 * else can be changed later.
 * @returns as `createBookingPage`
 */
export async function createStarterPage(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<BookingPage, Problem>> {
  const found = await app.storage.read(async (tx) => {
    const owner = await tx.principals.byId(accountId);
    const maker = await tx.principals.byId(actor.principalId);
    // A group has no zone of its own.
    const zone = owner?.preferences.timeZone ?? maker?.preferences.timeZone ?? "Etc/UTC";
    return owner && { owner, zone, hosts: await possibleHosts(tx, owner) };
  });
  if (!found) return failed({ code: "not-found" });
  const base = slugOf(found.owner.displayName);
  const fields = starterFields(found.owner, found.zone, found.hosts);
  return createUnderFreeSlug(base, (slug) => createBookingPage(app, actor, accountId, { ...fields, slug }));
}

/** Makes a page under the first address that nobody has and that is no word of the server: with a number behind it, if need be. */
export async function createUnderFreeSlug(
  base: string,
  create: (slug: string) => Promise<Result<BookingPage, Problem>>,
): Promise<Result<BookingPage, Problem>> {
  for (let attempt = 1; ; attempt++) {
    const made = await create(attempt === 1 ? base : numberedAddress(base, attempt));
    const isTaken = !made.ok && "field" in made.problem && made.problem.field === "slug";
    if (!isTaken || attempt === MOST_TRIES) return made;
  }
}

/** An address made of a name: "Åsa Öberg" is `asa-oberg`. */
export function slugOf(name: string): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
  return letters.length >= 3 ? letters : `page-${letters || "1"}`;
}

function starterFields(
  { displayName, kind }: Principal,
  timeZone: string,
  hosts: readonly PrincipalId[],
): Omit<PageFields, "slug"> {
  const type: EventType = {
    timeZone,
    lengths: ["PT30M"],
    start: { every: "PT30M" },
    schedule: { of: "host" },
    minNotice: "PT4H",
    horizon: { within: "P60D" },
    hosts: hosts.map((id) => ({ id })),
    mode: kind === "person" ? "one" : "rotate",
  };
  return {
    ...PAGE_AT_FIRST,
    title: { en: `Book a time with ${displayName}`, sv: `Boka en tid med ${displayName}` },
    types: [{ id: "30-min", title: { en: "30 minutes", sv: "30 minuter" }, description: {}, type }],
  };
}
