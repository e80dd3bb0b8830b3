import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { copyObject } from "../../app/write/copy-object.ts";
import { moveObject } from "../../app/write/move-object.ts";
import { emptyAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { conditionsOf, quoteTag, readDepth } from "../headers.ts";
import { objectPlace } from "../object-place.ts";
import { refuseWith, type Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { calendarAt, placeAt } from "../resolve.ts";
import type { CalendarResource } from "../resource.ts";
import { scheduleTagHeader } from "./get.ts";
import { pathnameOf, readPath, type DavPath } from "../url.ts";

type ObjectPath = Extract<DavPath, { kind: "object" }>;

interface Target {
  readonly path: ObjectPath;
  readonly overwrite: boolean;
}

/** MOVE of one object (RFC 4918 §9.9): atomic, and a removal for clients that synchronise the old collection. */
export async function move(exchange: Exchange): Answer {
  const { path } = exchange;
  return path.kind === "object"
    ? transfer(exchange, path, moveObject)
    : failed(refuseWith(405, "Only calendar objects can be moved."));
}

/** COPY of one object to another calendar (RFC 4918 §9.8), atomic; within one calendar the UID would exist twice. */
export async function copy(exchange: Exchange): Answer {
  const { path } = exchange;
  return path.kind === "object"
    ? transfer(exchange, path, copyObject)
    : failed(refuseWith(405, "Only calendar objects can be copied."));
}

async function transfer(exchange: Exchange, source: ObjectPath, work: typeof moveObject): Answer {
  const target = readTarget(exchange);
  if (!target.ok) return target;
  const { path, overwrite } = target.value;
  const [from, to] = [await placeAt(exchange, source), await placeAt(exchange, path)];
  // A calendar may have two URLs.
  const isSame = from !== undefined && from.id === to?.id && path.name === source.name;
  if (!from || !to || isSame)
    return refused(exchange, source, path, () => refuseWith(403, "The Destination is where it is already."));
  const options = { overwrite, condition: conditionsOf(exchange) };
  const done = await work(
    exchange.app,
    exchange.actor,
    { calendar: from, uri: source.name },
    { calendar: to, uri: path.name },
    options,
  );
  if (!done.ok)
    return refused(exchange, source, path, (calendar) =>
      refusalOf(done.problem, objectPlace(calendar, path.name, exchange.hrefs)),
    );
  return emptyAnswer(done.value.created ? 201 : 204, {
    ETag: quoteTag(done.value.head.etag),
    ...scheduleTagHeader(done.value.head),
  });
}

/** A refusal, for an actor who may know both calendars; others learn that there is nothing. */
async function refused(
  exchange: Exchange,
  from: ObjectPath,
  to: ObjectPath,
  refusal: (target: CalendarResource) => Refusal,
): Answer {
  const source = await calendarAt(exchange, from);
  if (!source.ok) return source;
  const target = await calendarAt(exchange, to);
  return failed(
    target.ok ? refusal(target.value) : refuseWith(409, "There is no such calendar at the Destination."),
  );
}

/** Reads where an object is to go. What it refuses is the same whatever there is on the server. */
function readTarget({ hrefs, publicUrl, request }: Exchange): Result<Target, Refusal> {
  const { headers, url } = request;
  const depth = readDepth(request, "infinity");
  if (depth === undefined || depth === "1") return failed(refuseWith(400, "Depth is 0 or infinity."));
  const destination = headers.get("destination");
  if (destination === null) return failed(refuseWith(400, "A Destination is needed."));
  const pathname = pathnameOf(destination, url, publicUrl);
  if (pathname === undefined) return failed(refuseWith(502, "The Destination is on another server."));
  const path = readPath(pathname, hrefs);
  if (!path.ok || path.value.kind !== "object")
    return failed(refuseWith(403, "The Destination is no place for a calendar object."));
  const overwrite = headers.get("overwrite")?.trim().toUpperCase() ?? "T";
  if (overwrite !== "T" && overwrite !== "F") return failed(refuseWith(400, "Overwrite is T or F."));
  return ok({ path: path.value, overwrite: overwrite === "T" });
}
