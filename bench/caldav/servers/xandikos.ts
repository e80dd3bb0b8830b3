import { findProgram, runProgram } from "../../../conformance/program.ts";
import { freePort, PASSWORD, startProgram, USER, type Rival } from "./rival.ts";
import { makeCalendar } from "./radicale.ts";

/** Debian's Xandikos, which has no sign-in; undefined if it is not installed. */
export async function startXandikos(folder: string): Promise<Rival | undefined> {
  const program = findProgram("xandikos");
  if (program === undefined) return undefined;
  const port = await freePort();
  const args = ["--defaults", "-d", folder, "-l", "127.0.0.1", "-p", String(port)];
  const started = await startProgram(program, [...args, "--current-user-principal", `/${USER}/`], port);
  const url = `http://127.0.0.1:${String(port)}`;
  const calendar = `/${USER}/calendars/bench/`;
  await makeCalendar(url, calendar);
  const version = (await runProgram(program, ["--version"])).stdout.trim().replace(/^\S+ /, "");
  return { ...started, name: "Xandikos", version, url, calendar, user: USER, password: PASSWORD };
}
