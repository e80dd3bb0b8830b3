import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { downloadBackup, downloadProblem } from "../app/backups/administer-backups.ts";
import { attachment } from "../http/attachment.ts";
import { problemResponse } from "../http/problem-response.ts";

/** The download address of a backup, for administrators. */
export const BACKUP_PATH = "/export/backup/:file";

/** GET of a backup, streamed, for an administrator who has just proved who they are; HEAD says whether it is available now. */
export async function backupDownload(
  app: App,
  actor: Actor,
  { file, method }: { readonly file: string; readonly method: string },
): Promise<Response> {
  const headers = { "Cache-Control": "private, no-store" };
  if (method === "HEAD") {
    const refused = await downloadProblem(app, actor);
    return refused ? problemResponse(refused) : new Response(null, { headers });
  }
  const found = await downloadBackup(app, actor, file);
  if (!found.ok) return problemResponse(found.problem);
  const { value: backup } = found;
  return new Response(ReadableStream.from(backup.bytes()), {
    headers: {
      ...headers,
      "Content-Type": "application/octet-stream",
      "Content-Length": String(backup.size),
      ...attachment(file),
    },
  });
}
