import { BackupProblem } from "../../backup/backup-problem.ts";
import { countsInWords } from "../../backup/in-words.ts";
import { restoreInto } from "../../backup/restore-place.ts";
import { targetOf } from "../../open-app.ts";
import { backupSource, identitiesNamed } from "../backup-source.ts";
import type { Command } from "../command.ts";
import { progressLines } from "../progress-lines.ts";

export const restoreCommand: Command = {
  name: "restore",
  usage: "FILE|- [--identity FILE] [--progress]",
  summary:
    "Restores a backup where there is nothing yet: into SNART_DATA or SNART_DATABASE_URL, whichever database it came from. Everything or nothing. Calendar apps fetch everything anew afterwards. --identity names the file with the key of an encrypted one.",
  options: { identity: { type: "string" }, progress: { type: "boolean" } },
  positionals: 1,
  async run(context) {
    const [named = ""] = context.positionals;
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
