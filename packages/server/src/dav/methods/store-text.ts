import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { objectByUri } from "../../app/objects/get-objects.ts";
import { putObject } from "../../app/write/put-object.ts";
import type { StoreOutcome } from "../../app/write/store-object.ts";
import type { CalendarPlace } from "../../app/grants.ts";
import type { WriteCondition } from "../../app/objects/write-condition.ts";
import { reply, type Reply } from "../../http/reply.ts";
import { PREFERENCE_APPLIED, emptyAnswer } from "../answers.ts";
import { readCalendarText, type Answer, type CalendarText, type Exchange } from "../exchange.ts";
import { quoteTag, readPreferences } from "../headers.ts";
import { objectPlace } from "../object-place.ts";
import { refuse, refuseWith, type Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { calendarAt, type CalendarPath } from "../resolve.ts";
import type { CalendarResource } from "../resource.ts";
import { zoneForm } from "../time-zones-by-reference.ts";
import { calendarHeaders, scheduleTagHeader } from "./get.ts";
import { warningHeader } from "./warning-header.ts";

/** Reads the text to store. */
export async function readSentText(exchange: Exchange): Promise<Result<CalendarText, Refusal>> {
  const type = exchange.request.headers.get("content-type")?.toLowerCase() ?? "text/calendar";
  if (!type.startsWith("text/") && !type.startsWith("application/octet-stream"))
    return failed(refuse("supported-calendar-data", "Calendar data is text/calendar, version 2.0."));
  return readCalendarText(exchange);
}

/** The target of a text, and the answer's headers. */
interface StoreTarget {
  readonly path: CalendarPath;
  readonly place: CalendarPlace;
  /** the answer if there is no calendar there that the actor may know; by default 404 */
  readonly absent?: Refusal;
  readonly name: string;
  readonly condition: WriteCondition;
  /** headers of the answer after storing */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Stores a text unchanged, so that its strong ETag may be returned (RFC 4791 §5.3.4), except for folds inside
 * characters, for changes by scheduling (RFC 6638 §3.2), and for clients that would read it with other time zones
 * (RFC 7809 §7.1). With `Prefer: return=representation` the answer contains the object; after a failed condition, the
 * existing one (RFC 8144 §3).
 */
export async function storeText(
  exchange: Exchange,
  { text, isAsSent }: CalendarText,
  { path, place, absent, name, condition, headers = {} }: StoreTarget,
): Answer {
  const { app, actor, hrefs, request } = exchange;
  const { wantsRepresentation } = readPreferences(request);
  const stored = await putObject(app, actor, place, name, text, condition);
  if (!stored.ok) {
    const found = await calendarAt(exchange, path);
    if (!found.ok) return failed(absent ?? found.problem);
    const calendar = found.value;
    if (stored.problem.code === "etag-mismatch" && wantsRepresentation)
      return currentObject(exchange, calendar, name);
    return failed(refusalOf(stored.problem, objectPlace(calendar, name, hrefs)));
  }
  const isAsStored =
    isAsSent && stored.value.now.stored.icalendar === text && zoneForm(request, app.now())(text) === text;
  return answerStored(exchange, stored.value, {
    isAsStored,
    headers: { ...headers, ...warningHeader(stored.value.warnings) },
    href: hrefs.object(hrefs.calendar(path.login.toLowerCase(), path.uri), name),
  });
}

interface StoredAnswer {
  /** the client has what is stored, so its entity tag may be sent */
  readonly isAsStored: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** of the object */
  readonly href: string;
}

/**
 * Answers for a written object, as the client prefers (RFC 7240 §4.2). `Content-Location` is only sent with a
 * representation (RFC 9110 §8.7).
 */
export function answerStored(
  { app, request }: Exchange,
  { created, now: { stored } }: StoreOutcome,
  { isAsStored, headers = {}, href }: StoredAnswer,
): Result<Reply, Refusal> {
  const { isMinimal, wantsRepresentation } = readPreferences(request);
  if (!wantsRepresentation)
    return emptyAnswer(created ? 201 : 204, {
      ...headers,
      ...(isAsStored && { ETag: quoteTag(stored.etag) }),
      ...scheduleTagHeader(stored),
      ...(isMinimal && PREFERENCE_APPLIED),
    });
  const body = zoneForm(request, app.now())(stored.icalendar);
  return ok(
    reply(body, {
      status: created ? 201 : 200,
      headers: { ...headers, "Content-Location": href, ...calendarHeaders(stored, body), ...RETURNED },
    }),
  );
}

const RETURNED = { "Preference-Applied": "return=representation" };

/** The existing object, after a condition on it failed (RFC 8144 §3). */
export async function currentObject(
  { app, actor, request }: Exchange,
  { grant }: CalendarResource,
  name: string,
): Answer {
  const there = await objectByUri(app, actor, grant.calendar.id, name);
  if (!there.ok)
    return failed(refuseWith(412, "There is nothing here that could match; nothing was written."));
  const body = zoneForm(request, app.now())(there.value.icalendar);
  return ok(reply(body, { status: 412, headers: { ...calendarHeaders(there.value, body), ...RETURNED } }));
}
