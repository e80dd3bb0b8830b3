import { failed, ok } from "@snart/calendar/result.ts";
import { askFreeBusy, type FreeBusyAnswer, type FreeBusyRefusal } from "../../app/delivery/ask-free-busy.ts";
import { reply } from "../../http/reply.ts";
import { readCalendarText, readXml, type Answer, type Exchange } from "../exchange.ts";
import { refuse, refuseWith, type Refusal } from "../preconditions.ts";
import { XML_TYPE } from "../print-refusal.ts";
import { refusalOf } from "../problem.ts";
import { calendarAt, homeAt, inboxAt } from "../resolve.ts";
import { addMember } from "./add-member.ts";
import { manageAttachments } from "./attachments.ts";
import { registerPush } from "./push.ts";
import { share } from "./share.ts";
import { XML_HEADER } from "../xml/multistatus.ts";
import { isPushRegister } from "../xml/requests/push-register.ts";
import { DECLARATIONS } from "../xml/names.ts";
import { escapeXml, href } from "../xml/write-xml.ts";

/**
 * POST to an outbox asks for other people's busy times (RFC 6638 §5); to a calendar it adds an object (RFC 5995), shares
 * it, or registers a device that is to hear of changes, as to a home.
 */
export async function post(exchange: Exchange): Answer {
  const { app, actor, hrefs, path } = exchange;
  if (path.kind === "object") return manageAttachments(exchange, path);
  if (path.kind === "home") return postToHome(exchange, path);
  if (path.kind === "calendar") return isXml(exchange) ? postXml(exchange, path) : addMember(exchange, path);
  if (path.kind !== "outbox") return failed(refuseWith(405, "Only an outbox takes what is posted."));
  const owner = await inboxAt(exchange, path.login);
  if (!owner.ok) return owner;
  const sent = await readCalendarText(exchange);
  if (!sent.ok) return sent;
  const answers = await askFreeBusy(app, actor, path.login, sent.value.text);
  if (!answers.ok) return failed(refusalOfQuestion(answers.problem, hrefs.outbox(path.login)));
  const body = `${XML_HEADER}<c:schedule-response${DECLARATIONS}>${answers.value.map(answerXml).join("")}</c:schedule-response>`;
  return ok(reply(body, { headers: { "Content-Type": XML_TYPE } }));
}

/** A device that is to hear of changes (WebDAV-Push), or a share. */
async function postXml(exchange: Exchange, path: Extract<Exchange["path"], { kind: "calendar" }>): Answer {
  const body = await readXml(exchange);
  if (!body.ok) return body;
  const calendar = await calendarAt(exchange, path);
  if (!calendar.ok) return calendar;
  return isPushRegister(body.value)
    ? registerPush(exchange, calendar.value, body.value)
    : share(exchange, calendar.value, body.value);
}

/** A device that is to hear of the calendars of a home; nothing else is posted there. */
async function postToHome(exchange: Exchange, path: Extract<Exchange["path"], { kind: "home" }>): Answer {
  const home = await homeAt(exchange, path.login);
  if (!home.ok) return home;
  if (!isXml(exchange)) return failed(refuseWith(415, REGISTRATIONS_ONLY));
  const body = await readXml(exchange);
  if (!body.ok) return body;
  return isPushRegister(body.value)
    ? registerPush(exchange, home.value, body.value)
    : failed(refuseWith(403, REGISTRATIONS_ONLY));
}
const REGISTRATIONS_ONLY = "To a home only devices that are to hear of changes (push-register) are posted.";

const isXml = ({ request }: Exchange): boolean =>
  /^(?:application|text)\/xml\b/i.test(request.headers.get("content-type") ?? "");

function refusalOfQuestion(problem: FreeBusyRefusal, outbox: string): Refusal {
  if (problem.code === "invalid-scheduling-message")
    return refuse("valid-scheduling-message", problem.detail);
  if (problem.code === "not-own-organizer")
    return refuse("valid-organizer", "The ORGANIZER is whose outbox it is.");
  return refusalOf(problem, { href: outbox });
}

function answerXml({ recipient, status, icalendar }: FreeBusyAnswer): string {
  const data = icalendar === undefined ? "" : `<c:calendar-data>${escapeXml(icalendar)}</c:calendar-data>`;
  return (
    `<c:response><c:recipient>${href(recipient)}</c:recipient>` +
    `<c:request-status>${escapeXml(status)}</c:request-status>${data}</c:response>`
  );
}
