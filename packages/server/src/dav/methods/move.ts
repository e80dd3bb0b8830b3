import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { copyObject } from "../../app/write/copy-object.ts";
import { moveObject } from "../../app/write/move-object.ts";
import type { Reply } from "../../http/reply.ts";
import { emptyAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { conditionsOf, quoteTag, readDepth } from "../headers.ts";
import { objectPlace } from "../object-place.ts";
import { refuseWith, type Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { calendarAt } from "../resolve.ts";
import type { CalendarResource } from "../resource.ts";
import { scheduleTagHeader } from "./get.ts";
import { pathnameOf, readPath } from "../url.ts";

interface Target {
  readonly calendar: CalendarResource;
  readonly name: string;
  readonly overwrite: boolean;
}

/** MOVE of one object (RFC 4918 §9.9): atomic, and a removal for clients that synchronise the old collection. */
export async function move(exchange: Exchange): Answer {
  const { app, actor, path } = exchange;
  if (path.kind !== "object") return failed(refuseWith(405, "Only calendar objects can be moved."));
  const source = await calendarAt(exchange, path);
  if (!source.ok) return source;
  const target = await readTarget(exchange, source.value, path.name);
  if (!target.ok) return target;
  const { calendar, name, overwrite } = target.value;
  const from = { calendar: source.value.grant.calendar, uri: path.name };
  const to = { calendar: calendar.grant.calendar, uri: name };
  const moved = await moveObject(app, actor, from, to, { overwrite, condition: conditionsOf(exchange) });
  return written(exchange, target.value, moved);
}

/** COPY of one object to another calendar (RFC 4918 §9.8), atomic; within one calendar the UID would exist twice. */
export async function copy(exchange: Exchange): Answer {
  const { app, actor, path } = exchange;
  if (path.kind !== "object") return failed(refuseWith(405, "Only calendar objects can be copied."));
  const source = await calendarAt(exchange, path);
  if (!source.ok) return source;
  const target = await readTarget(exchange, source.value, path.name);
  if (!target.ok) return target;
  const { calendar, name, overwrite } = target.value;
  const from = { calendar: source.value.grant.calendar, uri: path.name };
  const to = { calendar: calendar.grant.calendar, uri: name };
  const copied = await copyObject(app, actor, from, to, { overwrite, condition: conditionsOf(exchange) });
  return written(exchange, target.value, copied);
}

function written(
  { hrefs }: Exchange,
  { calendar, name }: Target,
  result: Awaited<ReturnType<typeof moveObject>>,
): Result<Reply, Refusal> {
  if (result.ok)
    return emptyAnswer(result.value.created ? 201 : 204, {
      ETag: quoteTag(result.value.head.etag),
      ...scheduleTagHeader(result.value.head),
    });
  return failed(refusalOf(result.problem, objectPlace(calendar, name, hrefs)));
}

async function readTarget(
  exchange: Exchange,
  source: Pick<CalendarResource, "grant">,
  sourceName: string,
): Promise<Result<Target, Refusal>> {
  const { headers, url } = exchange.request;
  const depth = readDepth(exchange.request, "infinity");
  if (depth === undefined || depth === "1") return failed(refuseWith(400, "Depth is 0 or infinity."));
  const destination = headers.get("destination");
  if (destination === null) return failed(refuseWith(400, "A Destination is needed."));
  const pathname = pathnameOf(destination, url, exchange.publicUrl);
  if (pathname === undefined) return failed(refuseWith(502, "The Destination is on another server."));
  const path = readPath(pathname, exchange.hrefs);
  if (!path.ok || path.value.kind !== "object")
    return failed(refuseWith(403, "The Destination is no place for a calendar object."));
  const calendar = await calendarAt(exchange, path.value);
  if (!calendar.ok) return failed(refuseWith(409, "There is no such calendar at the Destination."));
  // A calendar may have two URLs.
  if (calendar.value.grant.calendar.id === source.grant.calendar.id && path.value.name === sourceName)
    return failed(refuseWith(403, "The Destination is where it is already."));
  const overwrite = headers.get("overwrite")?.trim().toUpperCase() ?? "T";
  if (overwrite !== "T" && overwrite !== "F") return failed(refuseWith(400, "Overwrite is T or F."));
  return ok({ calendar: calendar.value, name: path.value.name, overwrite: overwrite === "T" });
}
