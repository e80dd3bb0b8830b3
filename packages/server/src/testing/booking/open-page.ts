import { dayOf } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { createBookingPage, updateBookingPage } from "../../app/booking-pages/booking-pages.ts";
import { findBookingPage, type FoundPage } from "../../app/booking-pages/find-page.ts";
import type { GuestForm } from "../../app/booking-pages/guest-form.ts";
import type { PageFields } from "../../app/booking-pages/page-fields.ts";
import type { BookingPage, PrincipalId } from "../../app/types.ts";

/** Friday 20 November 2026, 13:00 in Stockholm, is when the clock of tests stands. This is the Monday after it, at 09:00. */
export const MONDAY_NINE = Date.parse("2026-11-23T08:00:00Z");
export const STOCKHOLM = ianaZone("Europe/Stockholm") ?? UTC;
/** The day of that morning. */
export const MONDAY = dayOf(STOCKHOLM.toLocal(MONDAY_NINE));
export const HALF_HOUR = 1_800_000;

/** Half an hour, Monday to Friday from nine to five in Stockholm. */
export const eventType = (hosts: readonly PrincipalId[], fields: Partial<EventType> = {}): EventType => ({
  timeZone: "Europe/Stockholm",
  lengths: ["PT30M"],
  start: { every: "PT30M" },
  schedule: {
    of: "page",
    hours: [{ days: ["mo", "tu", "we", "th", "fr"], from: "09:00", to: "17:00" }],
  },
  horizon: { within: "P60D" },
  hosts: hosts.map((id) => ({ id })),
  mode: hosts.length > 1 ? "rotate" : "one",
  ...fields,
});

let pages = 0;

/** Makes a page that is open to everybody, with one event type, `talk`. */
export async function openPage(
  app: App,
  actor: Actor,
  type: EventType,
  fields: Partial<PageFields> = {},
  accountId: PrincipalId = actor.principalId,
): Promise<BookingPage> {
  const made = await createBookingPage(app, actor, accountId, {
    slug: `page-${(pages += 1)}`,
    title: { en: "Talk to Elin", sv: "Prata med Elin" },
    description: {},
    types: [{ id: "talk", title: { en: "A talk", sv: "Ett samtal" }, description: {}, type }],
    state: "open",
    pausedUntil: null,
    isPublic: true,
    isListed: false,
    requiresAccount: false,
    embedOrigins: [],
    languages: ["en-GB", "sv"],
    keepDays: 30,
    ...fields,
  });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value;
}

/** Gives a page other rules for its one event type. */
export async function changeType(app: App, actor: Actor, page: BookingPage, type: EventType): Promise<void> {
  const types = page.types.map((each) => ({ ...each, type }));
  const done = await updateBookingPage(app, actor, page.id, { types });
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
}

/** The page as a guest finds it. */
export async function pageFor(app: App, { slug }: BookingPage, token?: string): Promise<FoundPage> {
  const found = await findBookingPage(app, slug, token);
  if (!found) throw new Error(`no page ${slug}`);
  return found;
}

let forms = 0;

/** What a guest has filled in; every form is another one. */
export const guestForm = (fields: Partial<GuestForm> = {}): GuestForm => ({
  start: MONDAY_NINE,
  length: HALF_HOUR,
  name: "Bo Ek",
  isNameShown: false,
  mail: `guest-${(forms += 1)}@example.org`,
  language: "sv",
  timeZone: "Europe/Stockholm",
  answers: [],
  place: undefined,
  placeText: "",
  once: `once-${forms}`,
  ...fields,
});
