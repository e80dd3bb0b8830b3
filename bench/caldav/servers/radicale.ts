import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram, runProgram } from "../../../conformance/program.ts";
import { HttpClient } from "../http-client.ts";
import { freePort, PASSWORD, startProgram, USER, type Rival } from "./rival.ts";

/** Debian's Radicale, which syncs files to disk by default; undefined if it is not installed. */
export async function startRadicale(folder: string): Promise<Rival | undefined> {
  const program = findProgram("radicale");
  if (program === undefined) return undefined;
  const port = await freePort();
  writeFileSync(join(folder, "users"), `${USER}:${PASSWORD}\n`);
  const config = join(folder, "config");
  writeFileSync(
    config,
    `[server]\nhosts = 127.0.0.1:${String(port)}\nmax_connections = 100\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${join(folder, "users")}\nhtpasswd_encryption = plain\n[storage]\nfilesystem_folder = ${join(folder, "collections")}\n[logging]\nlevel = error\n`,
  );
  const started = await startProgram(program, ["--config", config], port);
  const url = `http://127.0.0.1:${String(port)}`;
  const calendar = `/${USER}/bench/`;
  await makeCalendar(url, calendar);
  const version = (await runProgram(program, ["--version"])).stdout.trim();
  return { ...started, name: "Radicale", version, url, calendar, user: USER, password: PASSWORD };
}

/** Creates the empty calendar (RFC 4791 §5.3.1). */
export async function makeCalendar(url: string, path: string): Promise<void> {
  const client = new HttpClient(url, USER, PASSWORD, 1);
  const { status, text } = await client.send({ method: "MKCALENDAR", path });
  client.close();
  if (status !== 201) throw new Error(`MKCALENDAR answered ${String(status)}: ${text.slice(0, 200)}`);
}
