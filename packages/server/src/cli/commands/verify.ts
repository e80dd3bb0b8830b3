import { dirname, resolve } from "node:path";
import { countsInWords } from "../../backup/in-words.ts";
import { verifyArchive } from "../../backup/restore-place.ts";
import { backupSource, identitiesNamed, KEYS } from "../backup-source.ts";
import type { Command } from "../command.ts";
import { JSON_FLAG } from "../print-rows.ts";

export const verifyCommand: Command = {
  name: "verify",
  summary:
    "Restores a backup to a temporary place beside it, compares every row and file, and takes that away again.",
  args: [{ name: "FILE", says: "The backup; - for the standard input." }],
  flags: { ...KEYS, ...JSON_FLAG },
  examples: ["verify /mnt/backups/snart-2026-11-29T030000Z-manual.tar"],
  exits: "It does not hold, or cannot be read; the standard error says why.",
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
