import { failed, ok } from "@snart/calendar/result.ts";
import { objectByUri } from "../../app/get-objects.ts";
import { putObject } from "../../app/put-object.ts";
import { emptyAnswer } from "../answers.ts";
import { readCalendarText } from "../exchange.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { quoteTag, conditionsOf, readPreferences } from "../headers.ts";
import { objectPlace } from "../object-place.ts";
import { refuse, refuseWith } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { calendarAt } from "../resource.ts";
import type { CalendarResource } from "../resource.ts";
import { calendarHeaders, scheduleTagHeader } from "./get.ts";

/**
 * PUT (RFC 4791 §5.3.2). The text is stored as it came, so its strong ETag may be told (§5.3.4), but for folds inside
 * characters and for what scheduling has written into it (RFC 6638 §3.2). With `Prefer: return=representation` the object comes back, after a failed condition the one that is there (RFC 8144 §3).
 */
export async function put(exchange: Exchange): Answer {
  const { app, actor, hrefs, path, request } = exchange;
  if (path.kind !== "object") return failed(refuseWith(405, "Only calendar objects can be put."));
  const type = request.headers.get("content-type")?.toLowerCase() ?? "text/calendar";
  if (!type.startsWith("text/") && !type.startsWith("application/octet-stream")) {
    return failed(refuse("supported-calendar-data", "Calendar data is text/calendar, version 2.0."));
  }
  const sent = await readCalendarText(exchange);
  if (!sent.ok) return sent;
  const { text, isAsSent } = sent.value;
  const calendar = await calendarAt(exchange, path);
  // RFC 4918 §9.7.1: what is to stand in a missing collection is in conflict, not missing.
  if (!calendar.ok) return failed(refuseWith(409, "There is no such calendar."));
  const { grant } = calendar.value;
  const stored = await putObject(app, actor, grant.calendar.id, path.name, text, conditionsOf(exchange));
  const { wantsRepresentation } = readPreferences(request);
  if (!stored.ok) {
    if (stored.problem.code === "etag-mismatch" && wantsRepresentation)
      return current(exchange, calendar.value, path.name);
    return failed(refusalOf(stored.problem, objectPlace(calendar.value, path.name, hrefs)));
  }
  const { created, head, prepared } = stored.value;
  const isAsStored = isAsSent && prepared.text === text;
  if (!wantsRepresentation)
    return emptyAnswer(created ? 201 : 204, {
      ...(isAsStored && { ETag: quoteTag(head.etag) }),
      ...scheduleTagHeader(head),
    });
  const headers = { ...calendarHeaders(head), "Preference-Applied": "return=representation" };
  return ok(new Response(prepared.text, { status: created ? 201 : 200, headers }));
}

async function current({ app, actor }: Exchange, { grant }: CalendarResource, name: string): Answer {
  const there = await objectByUri(app, actor, grant.calendar.id, name);
  if (!there.ok)
    return failed(refuseWith(412, "There is nothing here that could match; nothing was written."));
  const headers = { ...calendarHeaders(there.value), "Preference-Applied": "return=representation" };
  return ok(new Response(there.value.icalendar, { status: 412, headers }));
}
