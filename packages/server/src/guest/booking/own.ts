import { dayOf } from "@snart/calendar/time/local.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../../app/app.ts";
import { guestCalendar, guestTitle } from "../../app/booking-pages/guest-calendar.ts";
import {
  cancelGuestBooking,
  confirmGuestBooking,
  moveGuestBooking,
  type ChangeRefusal,
} from "../../app/booking-pages/change-guest-booking.ts";
import { guestBooking, type GuestBooking } from "../../app/booking-pages/seen/guest-booking.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { factList, guestPage, guestProblemPage, readGuestForm } from "../guest-page.ts";
import { addressWith, askedOf, type Asked } from "./asked.ts";
import { choiceHtml } from "./choice.ts";
import { keptHtml, untilHtml } from "./kept.ts";
import { nightsWords, onItsClocks } from "./nights.ts";
import type { Choosing } from "./choosing.ts";
import { hostTime, startsHtml } from "./times.ts";
import { instantText, readInstant, soonWords, spanWords, startWords, zoneWords } from "./when.ts";

/** A guest's own booking, and the same for their calendar. */
export const OWN_BOOKING_PATHS = ["/booking/:token", "/booking/:token/:file"] as const;

/**
 * Shows a guest's booking; GET changes nothing, as programs that scan mail open every link. POST confirms, moves or cancels.
 * @param file `booking.ics`: the same for a calendar
 */
export async function ownBooking(
  app: App,
  request: Request,
  token: string,
  file: string | undefined,
): Promise<Response> {
  const seen = await guestBooking(app, token);
  const isPost = request.method === "POST";
  const fields = isPost ? await readGuestForm(request) : undefined;
  const asked = askedOf(app, request, seen?.booking.timeZone ?? "UTC", { page: seen?.page }, fields);
  if (!seen || (isPost && !fields)) return missing(asked);
  if (file !== undefined) return file === "booking.ics" ? calendarFile(app, seen) : missing(asked);
  const hasLanguage = (fields ?? new URL(request.url).searchParams).has("lang");
  const inLanguage =
    hasLanguage || (seen.booking.language !== "sv" && seen.booking.language !== "en-GB")
      ? asked
      : { ...asked, language: seen.booking.language as Asked["language"] };
  const shown = { ...onItsClocks(inLanguage, seen.asked), frameAncestors: [] };
  if (!fields) return ownPage(app, token, seen, shown, new URL(request.url).searchParams);
  return changed(app, token, seen, shown, fields);
}

const missing = (asked: Asked): Response =>
  guestProblemPage({ ...asked, frameAncestors: [] }, "bookingPage.missing", "bookingPage.missingBody", 404);

const calendarFile = (app: App, seen: GuestBooking): Response =>
  new Response(guestCalendar(app, seen, undefined), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'attachment; filename="booking.ics"',
      "cache-control": "no-store",
    },
  });

const choosingOf = (token: string, seen: GuestBooking, asked: Asked): Choosing | undefined =>
  seen.asked && {
    type: seen.asked,
    hostName: namesOf(seen),
    path: `/booking/${token}`,
    also: { move: "yes" },
    toTime: (start, length = asked.length) =>
      addressWith(`/booking/${token}`, { ...asked, length }, { to: instantText(start) }),
    own: [seen.booking],
  };

const standingWords = (seen: GuestBooking, language: Asked["language"]): string => {
  const words = nodeMessages(language);
  return seen.awaitedRoom
    ? words("bookingPage.standing.requestedRoom", { room: seen.awaitedRoom.displayName })
    : words(`bookingPage.standing.${seen.standing}`, { name: namesOf(seen) });
};

const namesOf = ({ hosts }: GuestBooking): string => hosts.map(({ displayName }) => displayName).join(", ");

async function ownPage(
  app: App,
  token: string,
  seen: GuestBooking,
  asked: Asked,
  query: URLSearchParams,
  problem?: string,
  status = 200,
): Promise<Response> {
  const { language } = asked;
  const words = nodeMessages(language);
  const choosing = choosingOf(token, seen, asked);
  const canMove =
    (seen.standing === "confirmed" || seen.standing === "requested") && app.now() < seen.deadlines.move;
  const to = readInstant(query.get("to") ?? "");
  const title = standingWords(seen, language);
  const isDone = seen.standing === "confirmed";
  // What is over can neither be moved nor cancelled.
  const kept = isDone || seen.standing === "requested" ? words("bookingPage.addressKept") : "";
  const parts = [
    `<h1${isDone ? ' class="done"' : ""}>${isDone ? "✓ " : ""}${escapeHtml(title)}</h1>`,
    `<p class="what">${escapeHtml(guestTitle(seen, language))}</p>`,
    problem === undefined ? "" : `<p class="wrong" role="alert">${escapeHtml(problem)}</p>`,
    factsHtml(seen, asked),
    choosing && canMove && to !== undefined ? moveForm(seen, asked, to) : "",
    choosing && canMove && to === undefined && query.get("move") === "yes"
      ? `<h2>${escapeHtml(words("bookingPage.move"))}</h2>${await choiceHtml(app, movedFrom(asked, seen), choosing)}`
      : actionsHtml(app, token, seen, asked, canMove),
    kept === "" ? "" : `<p class="quiet">${escapeHtml(kept)}</p>`,
    keptHtml(seen.page.keepDays, seen.booking.deleteAfter, asked),
  ];
  return guestPage(`${guestTitle(seen, language)}: ${title}`, parts.join("\n"), asked, status);
}

/** What is chosen from where a booking is moved: its own length, and its month where no other is asked for. */
function movedFrom(asked: Asked, { booking: { startsAt, endsAt } }: GuestBooking): Asked {
  const isAsked = asked.day !== undefined || asked.month !== undefined;
  const day = isAsked ? asked.day : dayOf(asked.zone.toLocal(startsAt));
  return { ...asked, day, length: endsAt - startsAt };
}

function factsHtml(seen: GuestBooking, asked: Asked): string {
  const { language, zone, now } = asked;
  const words = nodeMessages(language);
  const { startsAt: start, endsAt: end, place } = seen.booking;
  const other = seen.asked && hostTime(start, zone, seen.asked);
  const nights = seen.asked ? nightsWords(seen.asked, start, end, asked) : "";
  const own = [`${spanWords(start, end, zone, language)} (${zoneWords(zone)})`, nights]
    .filter(Boolean)
    .join("\n");
  const when =
    other === undefined
      ? own
      : `${own}\n${words("bookingPage.hostZone", { time: spanWords(start, end, other, language), zone: zoneWords(other), name: namesOf(seen) })}`;
  return factList(
    [
      ["bookingPage.when", when, soonWords(start, now, zone, language)],
      ["bookingPage.where", place === "" ? undefined : place],
      ["bookingPage.others", seen.others.length === 0 ? undefined : seen.others.join("\n")],
    ],
    language,
  );
}

const langField = ({ language, zone }: Asked): string =>
  `<input type="hidden" name="lang" value="${language}"><input type="hidden" name="zone" value="${escapeHtml(zone.id)}">`;

function moveForm({ booking }: GuestBooking, asked: Asked, to: number): string {
  const words = nodeMessages(asked.language);
  const label = words("bookingPage.moveTo", { when: startWords(to, asked.zone, asked.language) });
  const minutes = (asked.length ?? booking.endsAt - booking.startsAt) / 60_000;
  return `<form method="post">${langField(asked)}<input type="hidden" name="to" value="${instantText(to)}"><input type="hidden" name="length" value="${minutes}"><button class="primary wide" name="do" value="move">${escapeHtml(label)}</button></form>`;
}

function actionsHtml(app: App, token: string, seen: GuestBooking, asked: Asked, canMove: boolean): string {
  const { language, zone } = asked;
  const words = nodeMessages(language);
  const { standing, booking, deadlines, asked: type } = seen;
  const now = app.now();
  const isLive = standing === "confirmed" || standing === "requested" || standing === "held";
  const canConfirm =
    (standing === "held" || (standing === "lapsed" && booking.state === "held")) && booking.startsAt > now;
  const canCancel = isLive && (standing === "held" || now < deadlines.cancel);
  const confirmLabel = words("bookingPage.confirm", { when: startWords(booking.startsAt, zone, language) });
  const parts = [
    canConfirm && type
      ? `<form method="post">${langField(asked)}<button class="primary wide" name="do" value="confirm">${escapeHtml(confirmLabel)}</button></form>`
      : "",
    standing === "confirmed"
      ? `<p><a class="act primary" href="/booking/${token}/booking.ics">${escapeHtml(words("bookingPage.download"))}</a></p>`
      : "",
    isLive ? "" : anotherHtml(seen, asked),
    canMove || canCancel
      ? `<div class="acts">${canMove && type ? moveLink(token, asked) : ""}${canCancel ? cancelForm(asked) : ""}</div>`
      : "",
    seen.asksAnew && canCancel ? `<p class="quiet">${escapeHtml(words("bookingPage.asksAnew"))}</p>` : "",
    untilWords({ move: canMove && deadlines.move, cancel: canCancel && deadlines.cancel }, asked),
  ];
  return parts.join("\n");
}

/** The way from a booking that is over to another time, where the page is open to everybody. */
function anotherHtml({ page, booking, asked: type }: GuestBooking, asked: Asked): string {
  if (!type || !page.isPublic || page.state !== "open") return "";
  const to = addressWith(`/b/${page.slug}/${booking.typeId}`, { ...asked, day: undefined, month: undefined });
  const label = nodeMessages(asked.language)("bookingPage.another");
  return `<p><a class="act primary" href="${escapeHtml(to)}">${escapeHtml(label)}</a></p>`;
}

const moveLink = (token: string, asked: Asked): string =>
  `<a class="act" href="${escapeHtml(addressWith(`/booking/${token}`, asked, { move: "yes" }))}">${escapeHtml(nodeMessages(asked.language)("bookingPage.move"))}</a>`;

/** Opens without a script; the reason may be left out. */
function cancelForm(asked: Asked): string {
  const words = nodeMessages(asked.language);
  const label = escapeHtml(words("bookingPage.cancel"));
  return `<details><summary>${label}</summary><form method="post">${langField(asked)}<label>${escapeHtml(words("bookingPage.reason"))}<textarea name="reason" maxlength="1000"></textarea></label><p><button class="danger" name="do" value="cancel">${label}</button></p></form></details>`;
}

/** Until when a booking can be changed: one sentence where both ways end at once. */
function untilWords(
  { move, cancel }: { readonly move: number | false; readonly cancel: number | false },
  asked: Asked,
): string {
  if (move !== false && move === cancel) return untilHtml("bookingPage.changeUntil", move, asked);
  const moved = move === false ? "" : untilHtml("bookingPage.moveUntil", move, asked);
  return moved + (cancel === false ? "" : untilHtml("bookingPage.cancelUntil", cancel, asked));
}

async function changed(
  app: App,
  token: string,
  seen: GuestBooking,
  asked: Asked,
  fields: URLSearchParams,
): Promise<Response> {
  const wish = fields.get("do");
  const start = readInstant(fields.get("to") ?? "");
  const done =
    wish === "confirm"
      ? await confirmGuestBooking(app, token)
      : wish === "cancel"
        ? await cancelGuestBooking(app, token, fields.get("reason") ?? "")
        : wish === "move" && start !== undefined
          ? await moveGuestBooking(app, token, {
              start,
              length: asked.length ?? seen.booking.endsAt - seen.booking.startsAt,
            })
          : undefined;
  if (!done) return missing(asked);
  if (done.ok) {
    const to = `/booking/${token}?lang=${asked.language}&zone=${encodeURIComponent(asked.zone.id)}`;
    return new Response(null, { status: 303, headers: { location: to, "cache-control": "no-store" } });
  }
  return refusedChange(app, token, asked, done.problem);
}

async function refusedChange(
  app: App,
  token: string,
  asked: Asked,
  problem: ChangeRefusal,
): Promise<Response> {
  const words = nodeMessages(asked.language);
  const seen = await guestBooking(app, token);
  if (!seen || problem.kind === "missing" || problem.kind === "wrong") return missing(asked);
  if (problem.kind !== "gone") {
    const said =
      problem.kind === "tooMany"
        ? words(`bookingPage.tooMany.${problem.of}`)
        : words(`bookingPage.${problem.kind}`);
    return ownPage(
      app,
      token,
      seen,
      asked,
      new URLSearchParams(),
      said,
      problem.kind === "unavailable" ? 503 : 409,
    );
  }
  const { alternatives } = problem;
  const choosing = choosingOf(token, seen, asked);
  const said = words("bookingPage.gone", { count: alternatives.length });
  const title = standingWords(seen, asked.language);
  const others =
    choosing && alternatives.length > 0
      ? `<h2>${escapeHtml(words("bookingPage.otherTimes"))}</h2>${startsHtml(asked, otherTimes(choosing, seen, asked), alternatives, true)}`
      : "";
  const body = `<h1>${escapeHtml(title)}</h1><p class="what">${escapeHtml(guestTitle(seen, asked.language))}</p><p class="wrong" role="alert">${escapeHtml(said)}</p>${factsHtml(seen, asked)}${others}`;
  return guestPage(title, body, asked, 409);
}

/** A hold that is gone can't be moved: another time is booked at the page. */
function otherTimes(choosing: Choosing, { booking, page }: GuestBooking, asked: Asked): Choosing {
  if (booking.state !== "held") return choosing;
  const path = `/b/${page.slug}/${booking.typeId}`;
  return {
    ...choosing,
    toTime: (start, length = asked.length) =>
      addressWith(`${path}/${instantText(start)}`, { ...asked, length }),
  };
}
