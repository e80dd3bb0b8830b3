import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { exportAccount, refusedExport } from "../app/accounts/export-account.ts";
import { exportCalendar } from "../app/calendars/export-calendar.ts";
import type { CalendarId } from "../app/types.ts";
import { attachment } from "../http/attachment.ts";
import { endedStream } from "../http/ended-stream.ts";
import { problemResponse } from "../http/problem-response.ts";
import { zipOf } from "./zip.ts";

/** The download address of a calendar as one file; the JMAP session names it under Snart's own capability. */
export const EXPORT_PATH = "/export/:calendarId/:name";

/** GET of a whole calendar as iCalendar text, streamed, for people who may read it. */
export async function exportFile(
  app: App,
  actor: Actor,
  calendarId: string,
  name: string,
): Promise<Response> {
  const stream = await exportCalendar(app, actor, calendarId as CalendarId);
  if (!stream.ok) return problemResponse(stream.problem);
  const body = ReadableStream.from(encoded(stream.value));
  const headers = {
    "Content-Type": "text/calendar; charset=utf-8",
    "Cache-Control": "private, no-store",
    ...attachment(name),
  };
  return new Response(body, { headers });
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
  return new Response(endedStream(ReadableStream.from(zipOf(files, now)), end), { headers });
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
