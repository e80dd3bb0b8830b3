import { failed, ok } from "@snart/calendar/result.ts";
import { exportCalendar } from "../../app/calendars/export-calendar.ts";
import type { ListedObject } from "../../app/types.ts";
import { reply, type Reply } from "../../http/reply.ts";
import { emptyAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { quoteTag, readConditions } from "../headers.ts";
import { refuseWith } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { busyForm } from "../busy-form.ts";
import { calendarAt, inboxItemAt, objectAt, resolve } from "../resolve.ts";
import { zoneForm } from "../time-zones-by-reference.ts";
import { textBody } from "../xml/multistatus.ts";

/** GET and HEAD: an object, a whole calendar as one file, or an explanation for people with a browser. */
export async function get(exchange: Exchange): Answer {
  const { path } = exchange;
  if (path.kind === "object") return getObject(exchange, path);
  if (path.kind === "calendar") return getCalendar(exchange, path);
  if (path.kind === "inbox-item") return getInboxItem(exchange, path);
  const resource = await resolve(exchange);
  if (!resource.ok) return resource;
  return ok(
    text(exchange, "This address is for calendar apps (CalDAV). Give it to yours as the server address.\n"),
  );
}

const isHead = ({ request }: Exchange): boolean => request.method === "HEAD";

const text = (exchange: Exchange, body: string): Reply =>
  reply(isHead(exchange) ? null : body, { headers: { "Content-Type": "text/plain; charset=utf-8" } });

async function getObject(exchange: Exchange, path: Extract<Exchange["path"], { kind: "object" }>): Answer {
  const found = await objectAt(exchange, path);
  if (!found.ok) return found;
  const { stored, resource } = found.value;
  const titled = await busyForm(exchange, resource);
  return representation(exchange, stored.etag, () => {
    const body = titled(zoneForm(exchange.request, exchange.app.now())(stored.icalendar));
    return { body, headers: calendarHeaders(stored, body) };
  });
}

/** A message of an inbox, as it was delivered. */
async function getInboxItem(
  exchange: Exchange,
  path: Extract<Exchange["path"], { kind: "inbox-item" }>,
): Answer {
  const found = await inboxItemAt(exchange, path);
  if (!found.ok) return found;
  const { item } = found.value;
  const headers = {
    "Content-Type": `text/calendar; charset=utf-8; method=${item.method.toLowerCase()}`,
    "Content-Length": String(item.size),
    ETag: quoteTag(item.etag),
    "Last-Modified": new Date(item.createdAt).toUTCString(),
  };
  return representation(exchange, item.etag, () => ({ body: item.icalendar, headers }));
}

/** The text, unless the request's conditions exclude it (RFC 9110 §13.1): then it is not produced. */
function representation(
  exchange: Exchange,
  etag: string,
  make: () => { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Awaited<Answer> {
  const { ifMatch, ifNoneMatch } = readConditions(exchange.request);
  const names = (tags: readonly string[] | "*"): boolean => tags === "*" || tags.includes(etag);
  if (ifMatch !== undefined && !names(ifMatch))
    return failed(refuseWith(412, "It has changed since you read it."));
  if (ifNoneMatch !== undefined && names(ifNoneMatch)) return emptyAnswer(304, { ETag: quoteTag(etag) });
  const { body, headers } = make();
  return ok(reply(isHead(exchange) ? null : body, { headers }));
}

/** The headers of an object's representation. */
export const calendarHeaders = (head: ListedObject, body: string): Readonly<Record<string, string>> => ({
  "Content-Type": `text/calendar; charset=utf-8; component=${head.component.toLowerCase()}`,
  "Content-Length": String(Buffer.byteLength(body)),
  ETag: quoteTag(head.etag),
  "Last-Modified": new Date(head.updatedAt).toUTCString(),
  Vary: "CalDAV-Timezones",
  ...scheduleTagHeader(head),
});

/** The schedule tag of a scheduling object resource (RFC 6638 §8.2). */
export const scheduleTagHeader = ({ scheduleTag }: ListedObject): Readonly<Record<string, string>> =>
  scheduleTag === null ? {} : { "Schedule-Tag": quoteTag(scheduleTag) };

async function getCalendar(
  exchange: Exchange,
  path: Extract<Exchange["path"], { kind: "calendar" }>,
): Answer {
  const { app, actor } = exchange;
  const calendar = await calendarAt(exchange, path);
  if (!calendar.ok) return calendar;
  const { grant, href } = calendar.value;
  // What can't be read is left out, as in every other list of a client.
  const exported = await exportCalendar(app, actor, grant.calendar.id, () => undefined);
  if (!exported.ok) return failed(refusalOf(exported.problem, { href }));
  const headers = {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${grant.calendar.uri}.ics`)}`,
  };
  return ok(reply(isHead(exchange) ? null : await textBody(exported.value), { headers }));
}
