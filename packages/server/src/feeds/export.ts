import { ok } from "@snart/calendar/result.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { exportAccount, refusedExport } from "../app/accounts/exports/export-account.ts";
import { countLost, exportCalendar, exportObject } from "../app/calendars/export-calendar.ts";
import type { CalendarId, ObjectId } from "../app/types.ts";
import { attachment } from "../http/attachment.ts";
import { endedStream } from "../http/ended-stream.ts";
import { problemResponse } from "../http/problem-response.ts";
import { inSameContext } from "./same-context.ts";
import { zipOf } from "./zip.ts";

/**
 * The download address of a calendar as one file; the JMAP session names it under Snart's own capability. With `?object=`
 * and an id, of one event or task in it.
 */
export const EXPORT_PATH = "/export/:calendarId/:name";

interface ExportedFile {
  readonly calendarId: string;
  /** the file's */
  readonly name: string;
  /** the one object that is wanted; absent: the whole calendar */
  readonly objectId: string | undefined;
}

/** GET of a whole calendar as iCalendar text, streamed, or of one event or task in it, for people who may read it. */
export async function exportFile(
  app: App,
  actor: Actor,
  { calendarId, name, objectId }: ExportedFile,
): Promise<Response> {
  const lost = objectId === undefined ? await countLost(app, actor, calendarId as CalendarId) : ok(0);
  if (!lost.ok) return problemResponse(lost.problem);
  const text =
    objectId === undefined
      ? await exportCalendar(
          app,
          actor,
          calendarId as CalendarId,
          lost.value > 0 ? () => undefined : undefined,
        )
      : await exportObject(app, actor, calendarId as CalendarId, objectId as ObjectId);
  if (!text.ok) return problemResponse(text.problem);
  const body =
    typeof text.value === "string" ? text.value : ReadableStream.from(inSameContext(encoded(text.value)));
  const headers = {
    "Content-Type": "text/calendar; charset=utf-8",
    "Cache-Control": "private, no-store",
    ...attachment(lost.value > 0 ? await incompleteName(app, actor, name, lost.value) : name),
  };
  return new Response(body, { headers });
}

/** The name of a file is all that somebody sees of a download for certain. */
async function incompleteName(app: App, actor: Actor, name: string, count: number): Promise<string> {
  const person = await app.storage.read((tx) => tx.principals.byId(actor.principalId));
  const t = nodeMessages(person?.preferences.language ?? "en-GB");
  const end = name.lastIndexOf(".");
  const [stem, ending] = end > 0 ? [name.slice(0, end), name.slice(end)] : [name, ""];
  return `${t("export.leftOutName", { name: stem, count })}${ending}`;
}

/** The download address of a person's whole data. */
export const EXPORT_ALL_PATH = "/export/everything";

/** GET of the actor's whole data, as a ZIP archive, streamed; HEAD says whether it is available now. */
export async function exportEverything(app: App, actor: Actor, method: string): Promise<Response> {
  if (method === "HEAD") return headOfExport(app, actor);
  const exported = await exportAccount(app, actor);
  if (!exported.ok) return problemResponse(exported.problem);
  const { login, files, end } = exported.value;
  const now = app.now();
  const day = new Date(now).toISOString().slice(0, 10);
  const headers = {
    "Content-Type": "application/zip",
    "Cache-Control": "private, no-store",
    ...attachment(`snart-${login}-${day}.zip`),
  };
  return new Response(endedStream(ReadableStream.from(inSameContext(zipOf(files, now))), end), { headers });
}

async function headOfExport(app: App, actor: Actor): Promise<Response> {
  const refused = await refusedExport(app, actor);
  return refused
    ? problemResponse(refused)
    : new Response(null, { headers: { "Cache-Control": "no-store" } });
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
