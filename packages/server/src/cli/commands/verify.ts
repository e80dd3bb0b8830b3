import { dirname, resolve } from "node:path";
import { countsInWords } from "../../backup/in-words.ts";
import { verifyArchive } from "../../backup/restore-place.ts";
import { backupSource, identitiesNamed } from "../backup-source.ts";
import type { Command } from "../command.ts";

export const verifyCommand: Command = {
  name: "verify",
  usage: "FILE [--identity FILE] [--json]",
  summary:
    "Restores a backup to a temporary place beside it, compares every row and file, and takes that away again. --identity names the file with the key of an encrypted one.",
  options: { identity: { type: "string" }, json: { type: "boolean" } },
  positionals: 1,
  async run(context) {
    const [named = ""] = context.positionals;
    const source = await backupSource(context, named);
    const folder = named === "-" ? context.folder : dirname(resolve(context.folder, named));
    const restored = await verifyArchive(source, folder, { identities: await identitiesNamed(context) });
    const { madeAt, schemaVersion, version } = restored.manifest;
    if (context.values["json"] === true) {
      const rows = Object.entries(restored.contents.tables).map(([name, table]) => [name, table.rows]);
      context.stdout(
        `${JSON.stringify({ madeAt, version, schemaVersion, rows: Object.fromEntries(rows) })}\n`,
      );
    } else {
      context.stdout(
        `Whole: the state of ${madeAt}, made by Snart ${version} (schema ${schemaVersion}): ${countsInWords(restored)}.\n`,
      );
    }
    return 0;
  },
};
