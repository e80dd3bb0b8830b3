import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportCalendar } from "../../app/calendars/export-calendar.ts";
import type { CalendarGrant } from "../../app/grants.ts";
import { listCalendars } from "../../app/calendars/list-calendars.ts";
import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { actorOfUser } from "../actor-of-user.ts";
import { calendarNamed } from "../calendar-named.ts";
import { CommandProblem, UsageProblem, required, type Command, type CommandContext } from "../command.ts";
import { printable } from "../printable.ts";
import { unwrap } from "../unwrap.ts";

export const exportCommand: Command = {
  name: "export",
  summary: "Writes a calendar as iCalendar to a file or the standard output.",
  args: [],
  flags: {
    user: { value: "EMAIL", says: "Whose calendar, by login or e-mail.", isRequired: true },
    calendar: { value: "NAME", says: "Its name; may be left out when there is one." },
    output: { value: "FILE", says: "Where to; otherwise to the standard output." },
  },
  examples: ["export --user elin --output elin.ics"],
  exits: "Something could not be read, or nothing was possible; the standard error says what.",
  async run(context) {
    const user = required(context, "user");
    const app = await context.openApp();
    const actor = await actorOfUser(app, user);
    const { calendar } = await chosen(context, app, actor);
    let lost = 0;
    const onLost = (uri: string): void => {
      lost++;
      context.stderr(`${printable(uri)}: cannot be read, and is left out\n`);
    };
    const text = unwrap(await exportCalendar(app, actor, calendar.id, onLost));
    const { output } = context.values;
    if (typeof output === "string") await writeFile(resolve(context.folder, output), text);
    else for await (const part of text) context.stdout(part);
    return lost === 0 ? 0 : 1;
  },
};

async function chosen(context: CommandContext, app: App, actor: Actor): Promise<CalendarGrant> {
  const { calendar: name } = context.values;
  if (typeof name === "string") {
    const found = await calendarNamed(app, actor, name);
    if (!found) throw new CommandProblem(`There is no calendar named ${name}.`);
    return found;
  }
  const own = unwrap(await listCalendars(app, actor, actor.principalId));
  const [only, another] = own;
  if (only && !another) return only;
  throw new UsageProblem(
    `--calendar is missing; there are ${own.map(({ calendar }) => calendar.name).join(", ") || "none"}.`,
  );
}

/** Writes beside the target first, so that a half-written file never looks complete. */
async function writeFile(path: string, text: AsyncIterable<string>): Promise<void> {
  const part = `${path}.part`;
  try {
    await pipeline(Readable.from(text), createWriteStream(part, { mode: 0o600 }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw new CommandProblem(`${path} cannot be written (${code}).`);
  }
}
