import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { changeAttachments, type AttachmentChange } from "../../app/write/change-attachments.ts";
import type { SentFile } from "../../app/attachments/store-attachment.ts";
import { mediaType } from "../../app/media-type.ts";
import { filenameOf } from "../content-disposition.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { conditionsOf, readPreferences } from "../headers.ts";
import { objectPlace } from "../object-place.ts";
import { refuse, type Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { calendarAt } from "../resolve.ts";
import { answerStored, currentObject } from "./store-text.ts";

type ObjectPath = Extract<Exchange["path"], { kind: "object" }>;

/** POST to an object adds, updates or removes one of its managed attachments (RFC 8607 §3.3). */
export async function manageAttachments(exchange: Exchange, path: ObjectPath): Answer {
  const { app, actor, hrefs, request } = exchange;
  const wish = readWish(new URL(request.url).searchParams);
  if (!wish.ok) return wish;
  // Checked first, so that nobody sends ten megabytes to a missing object.
  const calendar = await calendarAt(exchange, path);
  if (!calendar.ok) return calendar;
  const change = await withFile(exchange, wish.value);
  if (!change.ok) return change;
  const place = { calendar: calendar.value.grant.calendar, uri: path.name };
  const condition = conditionsOf(exchange);
  const origin = originOf(exchange);
  const done = await changeAttachments(app, actor, place, { change: change.value, condition, origin });
  if (!done.ok) {
    if (done.problem.code === "etag-mismatch" && readPreferences(request).wantsRepresentation)
      return currentObject(exchange, calendar.value, path.name);
    return failed(refusalOf(done.problem, objectPlace(calendar.value, path.name, hrefs)));
  }
  const { stored, attachment } = done.value;
  // Location is what Apple's server and Cyrus send: clients then need not read the text for the URL of the file.
  const headers = attachment && { "Cal-Managed-ID": attachment.managedId, Location: attachment.url };
  const created = change.value.action === "add";
  const href = hrefs.object(calendar.value.href, path.name);
  return answerStored(
    exchange,
    { ...stored, created },
    { isAsStored: true, href, ...(headers && { headers }) },
  );
}

const originOf = ({ publicUrl, request }: Exchange): string =>
  publicUrl === null ? new URL(request.url).origin : publicUrl.replace(/\/+$/, "");

/** The operation that a URL requests, before the file has been read. */
type Wish =
  | { readonly action: "add"; readonly instances: string | undefined }
  | { readonly action: "update"; readonly managedId: string }
  | { readonly action: "remove"; readonly instances: string | undefined; readonly managedId: string };

/** Each parameter occurs at most once, and only where it applies (RFC 8607 §3.3.1 to §3.3.3, §3.11). */
function readWish(query: URLSearchParams): Result<Wish, Refusal> {
  const action = single(query, "action");
  const instances = single(query, "rid");
  const managedId = single(query, "managed-id");
  if (instances === "" || (instances !== undefined && action === "attachment-update"))
    return failed(refuse("valid-rid", "rid is given once, with instances, and not to update an attachment."));
  if (action === "attachment-add")
    return managedId === undefined
      ? ok({ action: "add", instances })
      : failed(refuse("valid-managed-id", "The server chooses the managed-id of what is added."));
  if (action !== "attachment-update" && action !== "attachment-remove")
    return failed(
      refuse("valid-action", "action is attachment-add, attachment-update or attachment-remove."),
    );
  if (managedId === undefined || managedId === "")
    return failed(refuse("valid-managed-id", "managed-id says, once, which attachment is meant."));
  return ok(
    action === "attachment-update"
      ? { action: "update", managedId }
      : { action: "remove", instances, managedId },
  );
}

/** The only value of a parameter; "" if it is repeated, which is never valid. */
function single(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name);
  return more.length > 0 ? "" : value;
}

async function withFile(exchange: Exchange, wish: Wish): Promise<Result<AttachmentChange, Refusal>> {
  if (wish.action === "remove") return ok(wish);
  const file = await readFile(exchange);
  return file.ok ? ok({ ...wish, file: file.value }) : file;
}

async function readFile({ app, request }: Exchange): Promise<Result<SentFile, Refusal>> {
  const limit = app.limits.attachmentSize;
  const bytes = await request.readBytes(limit);
  if (bytes === "too-large")
    return failed(refuse("max-attachment-size", `An attachment may have ${limit} bytes.`));
  const { headers } = request;
  const filename = filenameOf(headers.get("content-disposition"));
  return ok({ bytes, type: mediaType(headers.get("content-type")), filename });
}
