import { splitByUid } from "@snart/calendar/icalendar/split-stream.ts";
import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { JSCALENDAR_VERSION, type JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { downloadBlob } from "../../../app/blobs.ts";
import { streamBounds } from "../../../app/calendars/import-calendar.ts";
import { textPieces } from "../../../app/text-pieces.ts";
import { accountMethod, type Answer, type MethodContext } from "../../method.ts";
import { couldBeId, id, idList, propertyList } from "../../standard/arguments.ts";
import { tooManyInGet } from "../../standard/get.ts";
import { CALENDARS_PARSE } from "../../wire/capabilities.ts";

/** The most files read in one call. */
const MOST_BLOBS = 16;
/** Metadata of a stored event is null for a parsed one. */
const METADATA = [
  "id",
  "baseEventId",
  "calendarIds",
  "isDraft",
  "isOrigin",
  "snart:isOthers",
  "snart:warnings",
];

const schema = v.strictObject({ accountId: id, blobIds: idList, properties: propertyList });

/** CalendarEvent/parse (JMAP Calendars): the events in iCalendar files, without storing them. */
export const eventParse = accountMethod(CALENDARS_PARSE, schema, async (context, account, args) => {
  const { app, actor } = context;
  const blobIds = [...new Set(args.blobIds)];
  if (blobIds.length > MOST_BLOBS) return failed(tooManyInGet(MOST_BLOBS));
  const parsed: Record<string, readonly Answer[]> = {};
  const notFound: string[] = [];
  const notParsable: string[] = [];
  let left = app.limits.maxObjectsInGet;
  for (const blobId of blobIds) {
    const blob = couldBeId(blobId) ? await downloadBlob(app, actor, account.id, blobId) : undefined;
    if (!blob?.ok) {
      notFound.push(blobId);
      continue;
    }
    const events = await eventsIn(context, blob.value.content(), left);
    if (events === "too-many") return failed(tooManyInGet(app.limits.maxObjectsInGet));
    left -= events.length;
    if (events.length === 0) notParsable.push(blobId);
    else parsed[blobId] = events.map((event) => answerOf(event, args.properties ?? null));
  }
  return ok({
    accountId: account.id,
    parsed: Object.keys(parsed).length > 0 ? parsed : null,
    notFound: notFound.length > 0 ? notFound : null,
    notParsable: notParsable.length > 0 ? notParsable : null,
  });
});

/** The events of a file; unreadable ones are left out. */
async function eventsIn(
  { app, actor }: Pick<MethodContext, "app" | "actor">,
  content: AsyncIterable<Uint8Array>,
  most: number,
): Promise<readonly JSEvent[] | "too-many"> {
  const bounds = streamBounds(app, app.turns.of(actor.principalId));
  const events: JSEvent[] = [];
  let unnamed = 0;
  const options = { ...bounds, newUid: () => `unnamed-${++unnamed}` };
  for await (const imported of splitByUid(textPieces(content), options)) {
    const read = imported.ok ? readCalendarObject(imported.calendar) : imported;
    const event = read.ok && read.value.type === "VEVENT" ? eventFromObject(read.value) : undefined;
    const method = imported.ok ? imported.method?.toLowerCase() : undefined;
    if (event?.ok) events.push({ ...event.value, ...(method !== undefined && { method }) });
    if (events.length > most) return "too-many";
  }
  return events;
}

function answerOf(event: JSEvent, properties: readonly string[] | null): Answer {
  const known: Answer = { version: JSCALENDAR_VERSION, ...event };
  if (properties === null) return known;
  const wanted = properties.filter((name) => Object.hasOwn(known, name) || METADATA.includes(name));
  return Object.fromEntries(wanted.map((name) => [name, METADATA.includes(name) ? null : known[name]]));
}
