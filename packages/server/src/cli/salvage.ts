import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { safeFilename } from "../app/attachments/filename.ts";
import { etagOf } from "../app/objects/prepare-object.ts";
import type { SurveyedObject, SurveyedVersion } from "../open-app.ts";
import { CommandProblem } from "./command.ts";
import { printable } from "./printable.ts";

interface Salvaged {
  readonly whole: number;
  /** Objects that are there, but of which some or all can't be read. */
  readonly lost: number;
}

/**
 * Goes through what is left of a damaged database.
 * @param saveTo where each object that can be read is written as a file, in a folder for each calendar; undefined: nothing is written
 * @param say called for each object that can't be read
 */
export function salvage(
  survey: Iterable<SurveyedObject>,
  saveTo: string | undefined,
  say: (what: string) => void,
): Salvaged {
  const found = { whole: 0, lost: 0 };
  const taken = new Set<string>();
  for (const object of survey) {
    const { account = "?", calendar = "?", uri = "?", etag, icalendar } = object;
    const isWhole = icalendar !== undefined && isText(icalendar, etag);
    if (!isWhole) {
      found.lost++;
      say(
        `${printable(`${account}/${calendar}/${uri}`)}: ${icalendar === undefined ? "cannot be read" : "its text is damaged"}`,
      );
      continue;
    }
    found.whole++;
    if (saveTo === undefined) continue;
    const folder = join(saveTo, safeFilename(account), safeFilename(calendar));
    write(folder, untaken(taken, join(folder, safeFilename(uri))), icalendar);
  }
  return found;
}

/**
 * Goes through what is left of the former versions of objects.
 * @param say called for each that can't be read
 * @returns how many can be read, and how many can't
 */
export function countVersions(
  survey: Iterable<SurveyedVersion>,
  say: (what: string) => void,
): { readonly whole: number; readonly lost: number } {
  const found = { whole: 0, lost: 0 };
  for (const { account = "?", calendar = "?", uri = "?", replacedAt, isReadable } of survey) {
    if (isReadable) found.whole++;
    else {
      found.lost++;
      const until = replacedAt === undefined ? "" : ` until ${new Date(replacedAt).toISOString()}`;
      say(`${printable(`${account}/${calendar}/${uri}`)}: its former text${until} cannot be read`);
    }
  }
  return found;
}

/** Whether it is what was stored. */
function isText(icalendar: unknown, etag: unknown): boolean {
  if (typeof icalendar !== "string" || etagOf(icalendar) !== etag) return false;
  const parsed = parseICalendar(icalendar);
  return parsed.ok && readCalendarObject(parsed.value.calendar).ok;
}

function write(folder: string, path: string, text: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new CommandProblem(`${path} cannot be written (${code}).`);
  }
}

/** Two addresses may differ by signs that no file name may have. */
function untaken(taken: Set<string>, path: string): string {
  const stem = path.replace(/\.ics$/i, "");
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${stem}.ics` : `${stem} ${number}.ics`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
