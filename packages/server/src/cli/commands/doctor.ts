import { resolve } from "node:path";
import type { App } from "../../app/app.ts";
import { examineBookings } from "../../app/bookings/examine-bookings.ts";
import { unlessDamaged } from "../../app/objects/leaving-out.ts";
import { isDamage } from "../../app/storage-problem.ts";
import { compactData, suspicionOfData, surveyOfData } from "../../open-app.ts";
import { CommandProblem, type Command, type CommandContext } from "../command.ts";
import { examineAttachments } from "../examine-attachments.ts";
import { examineCalendar } from "../examine-calendar.ts";
import { countVersions, salvage } from "../salvage.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "Checks the database and every stored object against what is derived from it.",
  args: [],
  flags: {
    reindex: { says: "Derives anew what is wrong." },
    save: {
      value: "FOLDER",
      says: "Writes each object that can be read as a file, even of a damaged database.",
    },
    compact: { says: "Gives room that the database has freed back to the disk, with Snart stopped." },
  },
  examples: ["doctor", "doctor --reindex"],
  exits: "Something is not in order.",
  async run(context) {
    const suspicion = suspicionOfData(context.config);
    if (suspicion !== undefined) {
      context.stdout(`Database: sqlite, not in order: ${suspicion}\nNothing else was examined.\n`);
      return 1;
    }
    if (context.values["compact"] === true) giveRoomBack(context);
    const examined = await examine(context).catch((error: unknown) => {
      if (error instanceof CommandProblem || (isStartProblem(error) && !isDamage(error.cause))) throw error;
      context.stdout(`Database: not in order: ${sentenceOf(error)}\n`);
      return "damaged" as const;
    });
    const { save } = context.values;
    if (examined !== "damaged" && typeof save !== "string") return examined;
    const isWhole = survey(context, typeof save === "string" ? resolve(context.folder, save) : undefined);
    return examined === 0 && isWhole ? 0 : 1;
  },
};

const isStartProblem = (error: unknown): error is Error =>
  error instanceof Error && error.name === "StartProblem";
const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const inMebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** @returns the exit code; `damaged` if something could not be read */
async function examine(context: CommandContext): Promise<number | "damaged"> {
  const app = await context.openApp();
  const { dialect, schemaVersion, ok, detail } = await app.storage.health();
  const ownWords = await unlessDamaged(() => examineDatabase(app));
  const wrong = [
    ...(ok ? [] : [detail]),
    ...(ownWords === "damaged" ? ["a page of it is damaged"] : ownWords),
  ];
  const state = wrong.length === 0 ? "in order" : `not in order: ${wrong.join("; ")}`;
  context.stdout(`Database: ${dialect}, schema version ${schemaVersion}, ${state}\n`);
  // What an unreadable page ends says so; the others are examined all the same.
  const unmended = await unlessDamaged(() => examineAll(context, app, context.values["reindex"] === true));
  const bookings = await unlessDamaged(() => examineAllBookings(context, app));
  const files = await unlessDamaged(() => examineFiles(context, app));
  if ([ownWords, unmended, bookings, files].includes("damaged")) return "damaged";
  return wrong.length === 0 && unmended === 0 && bookings === 0 && files === 0 ? 0 : 1;
}

async function examineDatabase(app: App): Promise<readonly string[]> {
  try {
    return await app.storage.examine();
  } catch (error) {
    if (isDamage(error)) throw error;
    return [sentenceOf(error)];
  }
}

/** @returns how many faults of bookings are left */
async function examineAllBookings(context: CommandContext, app: App): Promise<number> {
  const mend = context.values["reindex"] === true;
  const { bookings, faults } = await examineBookings(app, mend);
  for (const { bookable, what } of faults) context.stderr(`${bookable}: ${what}\n`);
  if (bookings > 0) context.stdout(`${bookings} bookings to come, ${faults.length} faults.\n`);
  return faults.filter(({ isMendable }) => !mend || !isMendable).length;
}

/** @returns how many attached files are damaged */
async function examineFiles(context: CommandContext, app: App): Promise<number> {
  const { contents, bytes, wrong } = await examineAttachments(app, (what) => context.stderr(`${what}\n`));
  if (contents > 0) context.stdout(`${contents} attached files, ${inMebibytes(bytes)} MiB.\n`);
  return wrong;
}

/** Before anything of this process has it open. */
function giveRoomBack({ config, stdout }: CommandContext): void {
  const done = compacted(config);
  if (done === "in-use")
    throw new CommandProblem("The database is in use. Stop Snart before giving its room back.");
  stdout(
    done
      ? `${inMebibytes(done.before - done.after)} of ${inMebibytes(done.before)} MiB were given back to the disk.\n`
      : "PostgreSQL gives room back by itself, or by VACUUM FULL.\n",
  );
}

function compacted(config: CommandContext["config"]): ReturnType<typeof compactData> {
  try {
    return compactData(config);
  } catch (error) {
    // The file is as it was.
    throw new CommandProblem(`The database cannot be written anew: ${sentenceOf(error)}.`);
  }
}

const ADVICE =
  "Restore a backup. Without one, snart doctor --save FOLDER writes what can be read as files, and SQLite’s own .recover may find more.\n";

/** Names what is lost, and writes what is not. @returns whether nothing is lost */
function survey(context: CommandContext, saveTo: string | undefined): boolean {
  const found = surveyOfData(context.config);
  if (found === undefined) {
    context.stdout("PostgreSQL’s own pg_dump says what of it can be read.\n");
    return false;
  }
  try {
    const say = (what: string): void => context.stderr(`${what}\n`);
    const { whole, lost } = salvage(found.objects, saveTo, say);
    context.stdout(`${lost} objects cannot be read, ${whole} can.\n`);
    const former = countVersions(found.versions, say);
    context.stdout(`${former.lost} former texts cannot be read, ${former.whole} can.\n`);
    if (saveTo !== undefined) context.stdout(`What can be read was written to ${saveTo}.\n`);
    if (lost > 0) context.stdout(ADVICE);
    return lost === 0 && former.lost === 0;
  } catch (error) {
    if (error instanceof CommandProblem) throw error;
    context.stdout(`Nothing of it can be read (${sentenceOf(error)}). Restore a backup.\n`);
    return false;
  }
}

/** @returns how many objects still have problems */
async function examineAll(context: CommandContext, app: App, mend: boolean): Promise<number> {
  const principals = await app.storage.read((tx) => tx.principals.list());
  let calendars = 0;
  const sum = { objects: 0, wrong: 0, mended: 0 };
  for (const { id, login } of principals) {
    for (const calendar of await app.storage.read((tx) => tx.calendars.ofAccount(id))) {
      calendars++;
      const say = (uri: string, what: string): void =>
        context.stderr(`${login}/${calendar.uri}/${uri}: ${what}\n`);
      const found = await examineCalendar(app, calendar, { mend, say });
      sum.objects += found.objects;
      sum.wrong += found.wrong;
      sum.mended += found.mended;
    }
  }
  context.stdout(`${principals.length} accounts, ${calendars} calendars, ${sum.objects} objects.\n`);
  const mended = mend ? `, ${sum.mended} of them derived anew` : "";
  context.stdout(
    sum.wrong === 0 ? "Every object is in order.\n" : `${sum.wrong} objects were not in order${mended}.\n`,
  );
  return sum.wrong - sum.mended;
}
