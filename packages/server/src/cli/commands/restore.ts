import { resolve } from "node:path";
import { BackupProblem } from "../../backup/backup-problem.ts";
import { countsIn } from "../../backup/counts-in.ts";
import { countsInWords } from "../../backup/in-words.ts";
import { openAsOf, restoreAsOf } from "../../backup/log/restore-as-of.ts";
import { openBackup } from "../../backup/open-backup.ts";
import { restoreInto } from "../../backup/restore-place.ts";
import { targetOf } from "../../open-app.ts";
import type { StorageTarget } from "../../storage/sql/open.ts";
import { backupSource, identitiesNamed, KEYS } from "../backup-source.ts";
import { UsageProblem, type Command, type CommandContext } from "../command.ts";
import { JSON_FLAG } from "../print-rows.ts";
import { progressLines } from "../progress-lines.ts";
import { restorePartOf } from "../restore-part-of.ts";

export const restoreCommand: Command = {
  name: "restore",
  summary:
    "Restores a backup where there is nothing yet: into SNART_DATA or SNART_DATABASE_URL, whichever database it came from. Everything or nothing. Calendar apps fetch everything anew afterwards. Or brings one person's or one calendar's things into a Snart that lives, also while it runs: what is there stays, and nobody is notified.",
  args: [
    {
      name: "FILE",
      says: "The backup, - for the standard input; with --as-of the folder of the backups, if it is not SNART_BACKUPS.",
      isOptional: true,
    },
  ],
  flags: {
    "as-of": {
      value: "TIME",
      says: "A moment with its offset, such as 2026-11-29T14:05+01:00, from what SNART_POINT_IN_TIME has kept.",
    },
    only: {
      value: "WHAT",
      says: "person=ADDRESS, calendar=ID or calendar=ADDRESS/NAME alone, into a Snart that lives.",
    },
    into: {
      value: "DIR",
      says: "Restores everything into this folder instead, beside a Snart that lives; SNART_DATA=DIR then starts from it.",
    },
    "dry-run": { says: "With --only: says what would come, and writes nothing." },
    replace: { says: "With --only: what is there gets its former text." },
    ...KEYS,
    "asked-by": { value: "WHO", says: "Who asked for it.", isHidden: true },
    ...JSON_FLAG,
    progress: { says: "Prints how far it is, for programs." },
  },
  calls: ["Server/restorePart", "Server/restoreWhole"],
  examples: [
    "restore snart.tar",
    "restore --as-of 2026-11-29T14:05+01:00 --into /srv/snart-before",
    "restore snart.tar --only person=nils@example.com --dry-run",
  ],
  async run(context) {
    const { only, into, "as-of": asOf } = context.values;
    const [named] = context.positionals;
    if (named === undefined && typeof asOf !== "string") throw new UsageProblem("Something is missing.");
    if (typeof only === "string" && typeof into === "string")
      throw new UsageProblem(
        "--into and --only do not go together: what --only names comes into a Snart that lives.",
      );
    if (typeof only === "string")
      return await restorePartOf(
        context,
        () => (typeof asOf === "string" ? openMoment(context, asOf) : openNamed(context)),
        only,
      );
    if (context.values["replace"] === true || context.values["dry-run"] === true)
      throw new UsageProblem(
        "--replace and --dry-run go with --only: a whole backup is restored where nothing is.",
      );
    return typeof asOf === "string" ? await wholeMoment(context, asOf) : await wholeBackup(context);
  },
};

/** @throws UsageProblem if it is no instant */
function instantNamed(text: string): number {
  const [, day = ""] =
    /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const at = Date.parse(text);
  const isDay =
    !Number.isNaN(Date.parse(`${day}T00:00Z`)) && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  if (day === "" || Number.isNaN(at) || !isDay)
    throw new UsageProblem("--as-of takes a moment with its offset, such as 2026-11-29T14:05+01:00 or …Z.");
  return at;
}

async function momentNamed(context: CommandContext, asOf: string) {
  const { config, folder, positionals } = context;
  const [named] = positionals;
  const backups = named === undefined ? (config.backups ?? config.data) : resolve(folder, named);
  return { backups, at: instantNamed(asOf), identities: await identitiesNamed(context) };
}

async function openMoment(context: CommandContext, asOf: string) {
  const { config } = context;
  const opened = await openAsOf(config.backups ?? config.data, await momentNamed(context, asOf));
  return { ...opened, madeAt: new Date(opened.stateOf).toISOString() };
}

async function openNamed(context: CommandContext) {
  const { config, positionals, values } = context;
  const source = await backupSource(context, positionals[0] ?? "");
  const say = values["progress"] === true ? progressLines(context.stdout) : undefined;
  const opened = await openBackup(source, config.backups ?? config.data, {
    identities: await identitiesNamed(context),
    onProgress: say && ((progress) => say("open", progress)),
  });
  return { ...opened, madeAt: opened.manifest.madeAt };
}

async function wholeMoment(context: CommandContext, asOf: string): Promise<number> {
  const target = targetNamed(context);
  const { stateOf } = await restoreAsOf(target, await momentNamed(context, asOf)).catch(nothingRestored);
  return await sayRestored(context, target, { stateOf: new Date(stateOf).toISOString() });
}

async function wholeBackup(context: CommandContext): Promise<number> {
  const source = await backupSource(context, context.positionals[0] ?? "");
  const say = context.values["progress"] === true ? progressLines(context.stdout) : undefined;
  const options = {
    identities: await identitiesNamed(context),
    onProgress: say && ((progress: Parameters<typeof say>[1]) => say("restore", progress)),
  };
  const target = targetNamed(context);
  const restored = await restoreInto(target, source, options).catch(nothingRestored);
  const words = `, ${countsInWords(restored)}. Everything was read again and is as in the backup`;
  return await sayRestored(context, target, { stateOf: restored.manifest.madeAt, words });
}

/** Where everything is restored to: what is configured, or the folder that `--into` names. */
function targetNamed({ config, folder, values }: CommandContext): StorageTarget {
  const { into } = values;
  return targetOf(
    typeof into === "string" ? { ...config, data: resolve(folder, into), databaseUrl: null } : config,
  );
}

async function sayRestored(
  { config, folder, values, stdout }: CommandContext,
  target: StorageTarget,
  { stateOf, words = "" }: { readonly stateOf: string; readonly words?: string },
): Promise<number> {
  const into = typeof values["into"] === "string" ? resolve(folder, values["into"]) : null;
  if (values["json"] === true) {
    // Of the server beside which it was restored, if there is one.
    const present = into === null ? null : await countsIn(targetOf(config)).catch(() => null);
    stdout(`${JSON.stringify({ folder: into, stateOf, former: await countsIn(target), present })}\n`);
    return 0;
  }
  const where = target.kind === "sqlite" ? target.path : "the database";
  stdout(`Restored into ${where}: the state of ${stateOf}${words}.\n`);
  if (into !== null)
    stdout(
      `To go on from it, stop Snart and start it with SNART_DATA=${into}: what has been written since is not in it.\n`,
    );
  return 0;
}

function nothingRestored(error: unknown): never {
  if (error instanceof BackupProblem) throw new BackupProblem(`${error.message} Nothing was restored.`);
  throw error;
}
