import { resolve } from "node:path";
import { listBackups } from "../../backup/backup-file.ts";
import { sizeInWords } from "../../backup/in-words.ts";
import type { Command } from "../command.ts";
import { JSON_FLAG } from "../print-rows.ts";

export const backupList: Command = {
  name: "backup list",
  summary:
    "Lists the backups in SNART_BACKUPS, or in DIR, newest first: time (UTC), kind, size, whether it was restored as a test, file; separated by tabs.",
  args: [],
  flags: { in: { value: "DIR", says: "Where they are, if not in SNART_BACKUPS." }, ...JSON_FLAG },
  examples: ["backup list --json"],
  calls: ["Server/backups"],
  async run(context) {
    const { in: named, json } = context.values;
    const folder = typeof named === "string" ? resolve(context.folder, named) : context.config.backups;
    const backups = (await listBackups(folder ?? context.folder)).map(({ madeAt, ...backup }) => ({
      ...backup,
      madeAt: new Date(madeAt).toISOString(),
    }));
    if (json === true) {
      context.stdout(`${JSON.stringify(backups)}\n`);
      return 0;
    }
    for (const { madeAt, kind, bytes, isTested, path } of backups) {
      const cells = [madeAt, kind, sizeInWords(bytes), isTested ? "restored as a test" : "not tested", path];
      context.stdout(`${cells.join("\t")}\n`);
    }
    return 0;
  },
};
