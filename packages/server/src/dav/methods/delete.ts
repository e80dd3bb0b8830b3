import { failed } from "@snart/calendar/result.ts";
import { deleteCalendar } from "../../app/calendars/delete-calendar.ts";
import { deleteObject } from "../../app/write/delete-object.ts";
import { SENDS } from "../../app/scope.ts";
import { updateCalendar } from "../../app/calendars/update-calendar.ts";
import { removeInboxItem } from "../../app/delivery/inbox.ts";
import { emptyAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { conditionsOf, readDepth } from "../headers.ts";
import { refuseWith } from "../preconditions.ts";
import { refusalOf, refusalOfAbsent } from "../problem.ts";
import { removePush } from "./push.ts";
import { calendarAt, placeAt } from "../resolve.ts";

/** DELETE (RFC 4918 §9.6) of an object, or of a calendar with its objects; both can be restored from the trash. */
export async function deleteMethod(exchange: Exchange): Answer {
  const { app, actor, path, request } = exchange;
  if (path.kind === "inbox-item") return deleteInboxItem(exchange, path);
  if (path.kind === "push") return removePush(exchange, path.id);
  if (path.kind !== "object" && path.kind !== "calendar")
    return failed(refuseWith(405, "This cannot be deleted."));
  if (path.kind === "object") return deleteObjectAt(exchange, path);
  const calendar = await calendarAt(exchange, path);
  if (!calendar.ok) return calendar;
  const { grant, href } = calendar.value;
  if (readDepth(request, "infinity") !== "infinity")
    return failed(refuseWith(400, "A collection is deleted whole (Depth: infinity)."));
  // A shared calendar belongs to its owner: it only leaves the sharee's home, and nothing is lost (as in Calendar
  // Server and its clients).
  const deleted = calendar.value.isAlias
    ? await updateCalendar(app, actor, grant.calendar.id, { view: { isSubscribed: false } })
    : await deleteCalendar(app, actor, grant.calendar.id, { withEvents: true, sendSchedulingMessages: true });
  return deleted.ok ? emptyAnswer(204) : failed(refusalOf(deleted.problem, { href }));
}

async function deleteObjectAt(
  exchange: Exchange,
  path: Extract<Exchange["path"], { kind: "object" }>,
): Answer {
  const { app, actor, hrefs, request } = exchange;
  const replies = request.headers.get("schedule-reply")?.trim().toUpperCase() !== "F";
  const place = await placeAt(exchange, path);
  if (!place) return failed(refusalOfAbsent({ code: "not-found" }));
  const scheduling = { ...SENDS, replies };
  const deleted = await deleteObject(app, actor, place, path.name, conditionsOf(exchange), scheduling);
  if (deleted.ok) return emptyAnswer(204);
  const calendar = await calendarAt(exchange, path);
  if (!calendar.ok) return calendar;
  return failed(refusalOf(deleted.problem, { href: hrefs.object(calendar.value.href, path.name) }));
}

/** Removes a message that the client has shown or processed (RFC 6638 §4.1). */
async function deleteInboxItem(
  exchange: Exchange,
  { login, name }: Extract<Exchange["path"], { kind: "inbox-item" }>,
): Answer {
  const { app, actor, hrefs } = exchange;
  const removed = await removeInboxItem(app, actor, login, name, conditionsOf(exchange));
  return removed.ok
    ? emptyAnswer(204)
    : failed(refusalOf(removed.problem, { href: hrefs.object(hrefs.inbox(login), name) }));
}
