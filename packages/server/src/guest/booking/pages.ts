import { wordsFor } from "@snart/calendar/booking-page/event-type.ts";
import { initialsOf } from "@snart/locales/initials.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { bookStart, type BookRefusal } from "../../app/booking-pages/book-start.ts";
import { findBookingPage, type FoundPage } from "../../app/booking-pages/find-page.ts";
import { isAskedFor } from "../../app/booking-pages/rooms/asks-managers.ts";
import type { AskedType } from "../../app/booking-pages/page-facts.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { guestPage, guestProblemPage, readGuestForm } from "../guest-page.ts";
import { addressWith, askedOf, type Asked } from "./asked.ts";
import { answerFilling, isFillingWish } from "./filling.ts";
import { formPage, guestFormOf, isTooFast, markAgain, newMark, type FormState } from "./form.ts";
import { choiceHtml } from "./choice.ts";
import { onItsClocks, shortestFrom } from "./nights.ts";
import type { Choosing } from "./choosing.ts";
import { signedInGuest, strangerPage } from "./stranger.ts";
import { clockText, instantText, momentWords, readInstant, soonWords } from "./when.ts";

/** The public addresses of a booking page: itself, the times of an event type, and the form of one time. */
export const BOOKING_PAGE_PATHS = ["/b/:slug", "/b/:slug/:type", "/b/:slug/:type/:time"] as const;

export interface BookingPageParts {
  readonly slug: string;
  readonly type?: string | undefined;
  readonly time?: string | undefined;
}

/**
 * Shows a booking page and takes its forms. GET shows and changes nothing; POST books.
 * @param network of the request, by which what is asked for is counted
 * @param signedIn who is signed in in the browser; asked only by a page that requires an account
 */
export async function bookingPage(
  app: App,
  request: Request,
  { slug, type: typeId, time }: BookingPageParts,
  network: string,
  signedIn: () => Promise<Actor | undefined> = async () => undefined,
): Promise<Response> {
  const isPost = request.method === "POST";
  const fields = isPost ? await readGuestForm(request) : undefined;
  const given = fields ?? new URL(request.url).searchParams;
  const token = given.get("link") || undefined;
  const found = await findBookingPage(app, slug, token);
  const hostZone = found?.types[0]?.type.timeZone ?? "UTC";
  const wanted = askedOf(app, request, hostZone, found ?? { page: undefined }, fields);
  if (!found || (isPost && !fields)) return missing(wanted);
  const { requiresAccount } = found.page;
  const account = requiresAccount ? await signedInGuest(app, await signedIn()) : undefined;
  const inZone: Asked = {
    ...wanted,
    ...(account && { account }),
    isListed: time === undefined && isListed(found, request),
    script: SCRIPT,
  };
  // A form that was opened at a former address is taken there.
  if (!isPost && found.page.slug !== slug) return goOn(found.page.slug, request);
  if (requiresAccount && !account)
    return strangerPage(request, found, inZone, headHtml(found, inZone), fields);
  const chosen =
    typeId === undefined ? undefined : found.types.find(({ eventType }) => eventType.id === typeId);
  const only = found.types.length === 1 && typeId === undefined ? found.types[0] : undefined;
  const type = chosen ?? only;
  const asked = onItsClocks(inZone, type);
  if (!type) return typeId === undefined ? typesPage(found, asked) : missing(asked);
  if (time === undefined) return timesPage(app, found, asked, type);
  if (time === "sent") return sentPage(found, asked, new URL(request.url).searchParams.get("until") ?? "");
  const start = readInstant(time);
  if (start === undefined) return missing(asked);
  const length = asked.length ?? shortestFrom(type, start);
  const choosing = choosingAt(found, asked, type);
  const state = { start, length, once: newMark(app), isAsked: await isAskedFor(app, type) };
  const shown: Asked = { ...asked, length };
  if (!fields) return formPage(app, found, shown, choosing, state);
  return sent(app, found, shown, choosing, { ...state, sent: fields }, network);
}

/** Keeps a time while somebody fills in the form, and tells a page that shows this one in a frame how high it is. */
const SCRIPT = "/guest/booking.js";
/** Characters of the mark of a form. */
const LONGEST_MARK = 100;

/** What an address may say that search engines list: nothing of a guest, no secret, and no month that is over some day. */
const LISTED_QUERY = new Set(["lang"]);

/** Whether search engines may list a page, as its owner wishes: what is asked for by a link they never may. */
function isListed({ page, link }: FoundPage, request: Request): boolean {
  if (!page.isListed || !page.isPublic || link !== undefined || request.method === "POST") return false;
  return [...new URL(request.url).searchParams.keys()].every((name) => LISTED_QUERY.has(name));
}

/**
 * From an address that the page had to the one that it has, with type, time, date, language and link. No browser remembers it, as the page
 * can have the former back.
 */
function goOn(slug: string, request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const rest = pathname.replace(/^\/b\/[^/]*/, "");
  const headers = { location: `/b/${slug}${rest}${search}`, "cache-control": "no-store" };
  return new Response(null, { status: 302, headers });
}

const missing = (asked: Asked): Response =>
  guestProblemPage(asked, "bookingPage.missing", "bookingPage.missingBody", 404);

function choosingAt({ page, owner }: FoundPage, asked: Asked, type: AskedType): Choosing {
  const path = `/b/${page.slug}/${type.eventType.id}`;
  return {
    type,
    hostName: owner.displayName,
    path,
    also: {},
    toTime: (start, length = asked.length) =>
      addressWith(`${path}/${instantText(start)}`, { ...asked, length }),
    own: [],
  };
}

function headHtml({ page, owner }: FoundPage, { language, now, zone }: Asked): string {
  const words = nodeMessages(language);
  const text = wordsFor(page.description, language);
  const { pausedUntil } = page;
  const isPaused = page.state === "paused" && (pausedUntil === null || pausedUntil > now);
  const paused =
    pausedUntil === null
      ? words("bookingPage.paused")
      : words("bookingPage.pausedUntil", { when: momentWords(pausedUntil, zone, language) });
  const soon =
    pausedUntil === null ? "" : ` <i>${escapeHtml(soonWords(pausedUntil, now, zone, language))}</i>`;
  const title = wordsFor(page.title, language);
  const { displayName } = owner;
  const name = title.includes(displayName) ? "" : escapeHtml(displayName);
  return [
    `<p class="host"><b aria-hidden="true">${escapeHtml(initialsOf(displayName))}</b>${name}</p>`,
    `<h1>${escapeHtml(title)}</h1>`,
    text === "" ? "" : `<p>${escapeHtml(text)}</p>`,
    isPaused ? `<p role="status">${escapeHtml(paused)}${soon}</p>` : "",
  ].join("\n");
}

function typesPage(found: FoundPage, asked: Asked): Response {
  const { page, types } = found;
  const { language } = asked;
  const words = nodeMessages(language);
  const items = types.map((type) => {
    const { id, title, description } = type.eventType;
    const text = wordsFor(description, language);
    const small = text === "" ? "" : `<small>${escapeHtml(text)}</small>`;
    const href = addressWith(`/b/${page.slug}/${id}`, asked);
    return `<li><a href="${escapeHtml(href)}">${escapeHtml(wordsFor(title, language))}${small}</a></li>`;
  });
  const body = `${headHtml(found, asked)}\n<h2>${escapeHtml(words("bookingPage.chooseType"))}</h2><ul class="times">${items.join("")}</ul>`;
  return guestPage(wordsFor(page.title, language), body, asked, 200);
}

async function timesPage(app: App, found: FoundPage, asked: Asked, type: AskedType): Promise<Response> {
  const { language } = asked;
  const title = wordsFor(type.eventType.title, language);
  const text = wordsFor(type.eventType.description, language);
  const parts = [
    '<div class="book"><div class="about">',
    headHtml(found, asked),
    `<h2>${escapeHtml(title)}</h2>`,
    text === "" ? "" : `<p>${escapeHtml(text)}</p>`,
    "</div>",
    await choiceHtml(app, asked, choosingAt(found, asked, type)),
    "</div>",
  ];
  return guestPage(`${wordsFor(found.page.title, language)}: ${title}`, parts.join("\n"), asked, 200);
}

async function sent(
  app: App,
  found: FoundPage,
  asked: Asked,
  choosing: Choosing,
  state: FormState & { readonly sent: URLSearchParams },
  network: string,
): Promise<Response> {
  const words = nodeMessages(asked.language);
  const once = (state.sent.get("once") ?? "").slice(0, LONGEST_MARK);
  const wish = state.sent.get("do");
  const { start, length } = state;
  if (isFillingWish(wish))
    return answerFilling(app, found, { ...asked, length }, choosing.type, { wish, start, once }, network);
  // Another time was chosen, with what had been written for the one that was gone.
  if (wish === "look") return formPage(app, found, asked, choosing, state);
  // A field that no person sees, or no time to fill anything in.
  if (state.sent.get("website") || isTooFast(app, once)) {
    const again = { ...state, once: markAgain(app, once), said: words("bookingPage.tooFast") };
    return formPage(app, found, asked, choosing, again, 422);
  }
  const form = guestFormOf(asked, choosing.type, state.start, state.sent);
  const done = await bookStart(app, found, choosing.type, form, network);
  if (!done.ok) return refused(app, found, asked, choosing, { ...state, once }, done.problem);
  const { booking, token } = done.value;
  const to =
    token === undefined
      ? addressWith(`${choosing.path}/sent`, asked, { until: String(booking.expiresAt ?? 0) })
      : `/booking/${token}?lang=${asked.language}`;
  return new Response(null, { status: 303, headers: { location: to, "cache-control": "no-store" } });
}

/** Everything that was written stays, and the same form can be sent again. */
function refused(
  app: App,
  found: FoundPage,
  asked: Asked,
  choosing: Choosing,
  state: FormState,
  problem: BookRefusal,
): Response {
  const words = nodeMessages(asked.language);
  const page = (more: Partial<FormState>, status: number): Response =>
    formPage(app, found, asked, choosing, { ...state, ...more }, status);
  switch (problem.kind) {
    case "wrong":
      return page({ wrong: problem.fields }, 422);
    case "gone": {
      const { alternatives, until } = problem;
      const count = alternatives.length;
      const said =
        until === undefined
          ? words("bookingPage.gone", { count })
          : words("bookingPage.filledByOthers", {
              count,
              time: clockText(until, asked.zone, asked.language),
            });
      return page({ said, alternatives }, 409);
    }
    case "tooMany": {
      const tooMany = page({ said: words(`bookingPage.tooMany.${problem.of}`) }, 429);
      tooMany.headers.set("retry-after", String(problem.retryAfter));
      return tooMany;
    }
    case "linkOver":
      return page({ said: words("bookingPage.linkOver") }, 409);
    case "unavailable":
      return page({ said: words("bookingPage.unavailable") }, 503);
  }
}

function sentPage({ page }: FoundPage, asked: Asked, text: string): Response {
  const { language, zone } = asked;
  const words = nodeMessages(language);
  const until = /^\d{1,15}$/.test(text) ? clockText(Number(text), zone, language) : "";
  const title = words("bookingPage.mailSent");
  const body = `<h1>${escapeHtml(title)}</h1>\n<p class="saved" role="status">${escapeHtml(words("bookingPage.mailSentBody", { until }))}</p>\n<p><a href="/b/${page.slug}?lang=${language}">${escapeHtml(wordsFor(page.title, language))}</a></p>`;
  return guestPage(title, body, asked, 200);
}
