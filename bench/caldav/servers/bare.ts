import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { freePort, PASSWORD, startProgram, USER, type Rival } from "./rival.ts";

/**
 * The limit of the machine: a plain `node:http` handler over a copy of Snart's database, with the same statements and
 * octets, and no CalDAV: nothing is parsed, checked or signed in.
 * @param folder a data folder that Snart has filled
 */
export async function startBare(folder: string): Promise<Rival> {
  const port = await freePort();
  const path = join(folder, "snart.sqlite");
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare("select id from calendar where uri = 'calendar'").get();
  database.close();
  const entry = join(import.meta.dirname, "bare-server.ts");
  const args = [entry, path, String(row?.["id"]), String(port)];
  const started = await startProgram(process.execPath, args, port);
  return {
    ...started,
    name: "bare node:http",
    version: process.version,
    url: `http://127.0.0.1:${String(port)}`,
    calendar: `/dav/calendars/${USER}/calendar/`,
    user: USER,
    password: PASSWORD,
  };
}
