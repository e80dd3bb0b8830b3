import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { resolve } from "node:path";
import { joinSplitCharacters } from "@snart/calendar/icalendar/join-split-characters.ts";
import { createCalendar } from "../../app/calendars/create-calendar.ts";
import { importObjects, skippedCount, type ImportReport } from "../../app/calendars/import-calendar.ts";
import { actorOfUser } from "../actor-of-user.ts";
import { calendarNamed } from "../calendar-named.ts";
import { CommandProblem, required, type Command, type CommandContext } from "../command.ts";
import { unwrap } from "../unwrap.ts";

const PROGRESS_EVERY = 2_000;

export const importCommand: Command = {
  name: "import",
  summary: "Imports an .ics file into a calendar, which is made when it is not there.",
  args: [{ name: "FILE", says: "The .ics file; - for the standard input." }],
  flags: {
    user: { value: "EMAIL", says: "Whose calendar, by login or e-mail.", isRequired: true },
    calendar: { value: "NAME", says: "Its name.", isRequired: true },
  },
  examples: ["import old.ics --user elin --calendar Home"],
  async run(context) {
    const [file = ""] = context.positionals;
    const user = required(context, "user");
    const name = required(context, "calendar");
    const chunks = await openChunks(context, file);
    const app = await context.openApp();
    const actor = await actorOfUser(app, user);
    const { calendar } =
      (await calendarNamed(app, actor, name)) ??
      unwrap(await createCalendar(app, actor, actor.principalId, { name }));
    let shown = 0;
    const report = await importObjects(app, actor, calendar, {
      chunks: asText(chunks),
      onProgress({ processed }) {
        if (processed - shown < PROGRESS_EVERY) return;
        shown = processed;
        context.stderr(`${processed} read …\n`);
      },
    });
    if (report.processed === 0) throw new CommandProblem(`${file} holds no events or tasks.`);
    print(context, report, calendar.name);
    return 0;
  },
};

async function openChunks(
  context: CommandContext,
  file: string,
): Promise<AsyncIterable<Uint8Array | string>> {
  if (file === "-") return context.stdin;
  const path = resolve(context.folder, file);
  await access(path, constants.R_OK).catch(() => {
    throw new CommandProblem(`${file} cannot be read.`);
  });
  return createReadStream(path);
}

/**
 * The last octets of a piece may be a fold inside a character, which only shows with the first octets of the next.
 */
const HELD_BACK = 3;

async function* asText(chunks: AsyncIterable<Uint8Array | string>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let held = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const whole = Buffer.concat([held, Buffer.from(chunk)]);
    const joined = joinSplitCharacters(whole);
    const end = Math.max(0, joined.length - HELD_BACK);
    yield decoder.decode(joined.subarray(0, end), { stream: true });
    held = Buffer.from(joined.subarray(end));
  }
  yield decoder.decode(held);
}

function print(context: CommandContext, report: ImportReport, calendar: string): void {
  for (const { line, title, uid, code, detail } of report.skipped)
    context.stderr(
      `Skipped line ${line ?? "?"}, ${title ?? uid ?? "without UID"}: ${code}${detail ? ` (${detail})` : ""}\n`,
    );
  for (const { line, title, uid, code, detail } of report.mended)
    context.stderr(
      `Taken in part, line ${line ?? "?"}, ${title ?? uid ?? "without UID"}: ${code}${detail ? ` (${detail})` : ""}\n`,
    );
  const { added, updated, unchanged } = report;
  context.stdout(
    `${calendar}: ${added} added, ${updated} updated, ${unchanged} unchanged, ${skippedCount(report)} skipped.\n`,
  );
}
