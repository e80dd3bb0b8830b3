import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../../app/app.ts";
import {
  answerByMail,
  requestOfHost,
  type HostRequest,
} from "../../app/booking-pages/answering/answer-by-mail.ts";
import { answersText } from "../../app/booking-pages/booked-event.ts";
import { guestTitle } from "../../app/booking-pages/guest-calendar.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { factList, guestPage, guestProblemPage, readGuestForm } from "../guest-page.ts";
import { askedOf, type Asked } from "./asked.ts";
import { nightsWords, onItsClocks } from "./nights.ts";
import { momentWords, soonWords, spanWords } from "./when.ts";

/** Where a host answers a request from their mail. */
export const HOST_ANSWER_PATH = "/booking/:token/answer";

/** Shows a request to its host; GET changes nothing, as programs that scan mail open every link. POST accepts or declines. */
export async function hostAnswer(app: App, request: Request, token: string): Promise<Response> {
  const found = await requestOfHost(app, token);
  const isPost = request.method === "POST";
  const fields = isPost ? await readGuestForm(request) : undefined;
  const zone = found?.host.preferences.timeZone ?? found?.seen.asked?.type.timeZone ?? "UTC";
  const wanted = askedOf(app, request, zone, { page: undefined }, fields);
  if (!found || (isPost && !fields))
    return guestProblemPage(wanted, "bookingPage.missing", "bookingPage.missingBody", 404);
  const asked = onItsClocks(wanted, found.seen.asked);
  if (!fields) {
    const isDecline = new URL(request.url).searchParams.get("answer") === "decline";
    return answerPage(found, asked, isDecline);
  }
  const answer = fields.get("do");
  const isAccepted = answer === "accept";
  if (!isAccepted && answer !== "decline") return answerPage(found, asked, false);
  const moves = Number(fields.get("moves") ?? NaN);
  const reason = fields.get("reason") ?? "";
  const done = await answerByMail(app, found, { isAccepted, reason, moves });
  // What waits no more says itself what it has become.
  if (done.ok || done.problem.code === "not-found") {
    const location = `/booking/${token}/answer?lang=${asked.language}`;
    return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  }
  const now = (await requestOfHost(app, token)) ?? found;
  const words = nodeMessages(asked.language);
  const said =
    now.seen.booking.moves !== moves
      ? words("bookingPage.host.moved", { name: now.seen.booking.name })
      : done.problem.code === "room-asks-first"
        ? words("error.room-asks-first")
        : words("error.booking-not-now");
  return answerPage(now, asked, !isAccepted, said);
}

/** The title names no host: they read it themselves. */
const titleOf = ({ seen }: HostRequest, { language }: Asked): string =>
  guestTitle({ ...seen, hosts: [] }, language);

function answerPage(request: HostRequest, asked: Asked, isDecline: boolean, problem?: string): Response {
  const { booking, standing } = request.seen;
  const words = nodeMessages(asked.language);
  const isOpen = standing === "requested";
  const said = isOpen
    ? words("mail.page.host.requested", { name: booking.name })
    : words("bookingPage.host.standing", { standing, name: booking.name });
  const parts = [
    `<h1${standing === "confirmed" ? ' class="done"' : ""}>${standing === "confirmed" ? "✓ " : ""}${escapeHtml(said)}</h1>`,
    `<p class="what">${escapeHtml(titleOf(request, asked))}</p>`,
    problem === undefined ? "" : `<p class="wrong" role="alert">${escapeHtml(problem)}</p>`,
    factsHtml(request, asked, isOpen),
    isOpen
      ? formsHtml(request, asked, isDecline)
      : `<p>${escapeHtml(words("bookingPage.host.nothingLeft"))}</p>`,
    `<p><a href="/booking-pages">${escapeHtml(words("mail.open"))}</a></p>`,
  ];
  return guestPage(
    `${titleOf(request, asked)}: ${said}`,
    parts.join("\n"),
    asked,
    problem === undefined ? 200 : 409,
  );
}

/** Of what is answered only the time: whoever finds the link later learns no more. */
function factsHtml({ seen }: HostRequest, asked: Asked, isOpen: boolean): string {
  const { language, zone, now } = asked;
  const { booking, asked: type } = seen;
  const { startsAt: start, endsAt: end, expiresAt, place } = booking;
  const nights = type ? nightsWords(type, start, end, asked) : "";
  const when = [spanWords(start, end, zone, language), nights].filter(Boolean).join("\n");
  const answers = answersText(type?.type.questions ?? [], booking.answers, language);
  const open = [
    ["bookingPage.where", place || undefined],
    ["bookingPage.mail", booking.mail],
    ["mail.notes", answers || undefined],
    [
      "bookingPage.host.until",
      expiresAt === null ? undefined : momentWords(expiresAt, zone, language),
      expiresAt === null ? undefined : soonWords(expiresAt, now, zone, language),
    ],
  ] as const;
  return factList(
    [["bookingPage.when", when, soonWords(start, now, zone, language)], ...(isOpen ? open : [])],
    language,
  );
}

/** The answer that the link in the mail was for stands first; one press of a button sends it. */
function formsHtml({ seen: { booking } }: HostRequest, asked: Asked, isDecline: boolean): string {
  const words = nodeMessages(asked.language);
  const hidden = `<input type="hidden" name="lang" value="${asked.language}"><input type="hidden" name="moves" value="${booking.moves}">`;
  const accept = escapeHtml(words("bookingPages.accept"));
  const decline = escapeHtml(words("bookingPages.decline"));
  const reason = `<label>${escapeHtml(words("bookingPage.reason"))}<textarea name="reason" maxlength="1000"></textarea></label>`;
  const accepting = (kind: string): string =>
    `<form method="post">${hidden}<button class="${kind}" name="do" value="accept">${accept}</button></form>`;
  const declining = (kind: string): string =>
    `<form method="post">${hidden}${reason}<p><button class="${kind}" name="do" value="decline">${decline}</button></p></form>`;
  return isDecline
    ? `${declining("danger wide")}\n<div class="acts">${accepting("")}</div>`
    : `${accepting("primary wide")}\n<div class="acts"><details><summary>${decline}</summary>${declining("danger")}</details></div>`;
}
