import { below } from "../place.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { JmapSession } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { request } from "../request.ts";

/** The download address of the person's data as one archive. */
export const EXPORT_ALL = below("/export/everything");

/** Returns the code of a refusal without a body, by its status. */
const REFUSALS: Readonly<Record<number, string>> = {
  403: "proof-needed",
  413: "export-too-large",
  422: "export-too-many-files",
  429: "too-many-exports",
};

/** Asks whether the server offers the archive now: the browser shows no words for a refused download. */
export async function askForExport(): Asked<null> {
  const answer = await request(EXPORT_ALL, { method: "HEAD" });
  if (answer.ok) return ok(null);
  const { problem } = answer;
  const code = problem.kind === "refused" ? REFUSALS[problem.status] : undefined;
  return failed(problem.kind === "refused" && code !== undefined ? { ...problem, code } : problem);
}

/** Returns the download address of the person's calendar as one .ics file; undefined if the server does not offer it. */
export function exportLink(
  { exportUrl }: JmapSession,
  accountId: string,
  calendar: { readonly id: string; readonly name: string },
): string | undefined {
  return exportUrl
    ?.replace("{accountId}", encodeURIComponent(accountId))
    .replace("{calendarId}", encodeURIComponent(calendar.id))
    .replace("{name}", () => encodeURIComponent(fileName(calendar.name)));
}

/** Returns the download address of one event or task as an .ics file, named by its title. */
export function exportObjectLink(
  session: JmapSession,
  accountId: string,
  { id, calendarId, title }: { readonly id: string; readonly calendarId: string; readonly title: string },
): string | undefined {
  const link = exportLink(session, accountId, { id: calendarId, name: title });
  return link && `${link}?object=${encodeURIComponent(id)}`;
}

/** Makes a file name that every file system accepts from the calendar's name. */
function fileName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, " ")
    .trim()
    .replace(/^\.+/, "");
  return `${Array.from(plain).slice(0, 80).join("") || "calendar"}.ics`;
}
