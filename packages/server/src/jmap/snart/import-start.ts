import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { startImport } from "../../app/calendars/import-job.ts";
import type { CalendarId } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { couldBeId, flag, id, idText, text } from "../standard/arguments.ts";
import { realId } from "../standard/set.ts";
import { recordOf } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidArguments } from "../wire/errors.ts";
import { importProperties } from "./import-get.ts";

/** The uploads of one calendar: as many as its octets may fill, if each were small. */
export const blobIds = v.pipe(v.array(id), v.maxLength(1_000));

const schema = v.strictObject({
  accountId: id,
  blobId: id,
  moreBlobIds: v.nullish(blobIds),
  onlyNew: flag(false),
  calendarId: v.nullish(idText),
  newCalendarName: v.nullish(text),
  attachments: v.nullish(v.record(v.pipe(text, v.maxLength(255)), id)),
});

/** Import/start: begins to import an uploaded file into a calendar, or into a new one. */
export const importStart = accountMethod(SNART, schema, async (context, account, args) => {
  const { app, actor, createdIds, imports, origin } = context;
  const wanted = args.calendarId ?? null;
  const newCalendarName = args.newCalendarName ?? null;
  if ((wanted === null) === (newCalendarName === null)) {
    return failed(invalidArguments("either calendarId or newCalendarName says where to"));
  }
  const calendarId = wanted === null ? null : realId(createdIds, wanted);
  if (calendarId === undefined || (calendarId !== null && !couldBeId(calendarId)))
    return failed({ type: "notFound" });
  const request = {
    blobId: args.blobId,
    calendarId: calendarId as CalendarId | null,
    newCalendarName,
    origin,
    onlyNew: args.onlyNew,
    ...(args.moreBlobIds && { moreBlobIds: args.moreBlobIds }),
    ...(args.attachments && { attachments: args.attachments }),
  };
  const started = await startImport(app, actor, account.id, request);
  if (!started.ok) return failed(methodErrorOf(started.problem));
  imports.follow(actor, account.id, started.value.id);
  return ok({
    accountId: account.id,
    import: recordOf({ properties: importProperties }, started.value, context),
  });
});
