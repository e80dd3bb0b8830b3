import { BackupProblem } from "../../backup/backup-problem.ts";
import { countsInWords } from "../../backup/in-words.ts";
import { restoreInto } from "../../backup/restore-place.ts";
import { targetOf } from "../../open-app.ts";
import { backupSource, identitiesNamed } from "../backup-source.ts";
import { UsageProblem, type Command } from "../command.ts";
import { progressLines } from "../progress-lines.ts";
import { restorePartOf } from "../restore-part-of.ts";

export const restoreCommand: Command = {
  name: "restore",
  usage:
    "FILE|- [--only person=ADDRESS|calendar=ID|calendar=ADDRESS/NAME [--dry-run] [--replace]] [--identity FILE] [--json] [--progress]",
  summary:
    "Restores a backup where there is nothing yet: into SNART_DATA or SNART_DATABASE_URL, whichever database it came from. Everything or nothing. Calendar apps fetch everything anew afterwards. --only brings one person's or one calendar's things into a Snart that lives, also while it runs: what is there stays, or gets its former text with --replace, and nobody is notified; --dry-run says what would come. --identity names the file with the key of an encrypted one.",
  options: {
    only: { type: "string" },
    "dry-run": { type: "boolean" },
    replace: { type: "boolean" },
    identity: { type: "string" },
    "asked-by": { type: "string" },
    json: { type: "boolean" },
    progress: { type: "boolean" },
  },
  positionals: 1,
  async run(context) {
    const [named = ""] = context.positionals;
    const { only } = context.values;
    if (typeof only === "string") return await restorePartOf(context, named, only);
    if (context.values["replace"] === true || context.values["dry-run"] === true)
      throw new UsageProblem(
        "--replace and --dry-run go with --only: a whole backup is restored where nothing is.",
      );
    const source = await backupSource(context, named);
    const say = context.values["progress"] === true ? progressLines(context.stdout) : undefined;
    const options = {
      identities: await identitiesNamed(context),
      onProgress: say && ((progress: Parameters<typeof say>[1]) => say("restore", progress)),
    };
    const target = targetOf(context.config);
    const restored = await restoreInto(target, source, options).catch((error: unknown) => {
      if (error instanceof BackupProblem) throw new BackupProblem(`${error.message} Nothing was restored.`);
      throw error;
    });
    const where = target.kind === "sqlite" ? target.path : "the database";
    context.stdout(
      `Restored into ${where}: the state of ${restored.manifest.madeAt}, ${countsInWords(restored)}. Everything was read again and is as in the backup.\n`,
    );
    return 0;
  },
};
