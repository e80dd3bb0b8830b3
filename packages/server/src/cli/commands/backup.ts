import { resolve } from "node:path";
import { backUpTo, snapshotOf, type BackupOptions } from "../../backup/backup-file.ts";
import { BackupProblem } from "../../backup/backup-problem.ts";
import { encrypted, type Recipients } from "../../backup/encryption.ts";
import { backupFacts, countsInWords, sizeInWords } from "../../backup/in-words.ts";
import { copyTo } from "../../backup/second-place.ts";
import { writeArchive } from "../../backup/write-archive.ts";
import { backupRecipients, suspicionOfData, targetOf } from "../../open-app.ts";
import { VERSION } from "../../version.ts";
import { passphraseNamed } from "../backup-source.ts";
import { CommandProblem, UsageProblem, type Command, type CommandContext } from "../command.ts";
import { JSON_FLAG } from "../print-rows.ts";
import { progressLines } from "../progress-lines.ts";

const KINDS = ["manual", "nightly", "upgrade"] as const;

export const backupCommand: Command = {
  name: "backup",
  summary:
    "Writes everything that Snart stores to one file in DIR, or to the standard output, while the server runs: people, calendars, attachments, settings. The file is restored to a temporary place and compared before it gets its name.",
  args: [{ name: "DIR", says: "The folder to write to; - for the standard output." }],
  flags: {
    to: { value: "RECIPIENTS", says: "Encrypts it for recipients of age (age1...), separated by commas." },
    "passphrase-file": {
      value: "FILE",
      says: "Encrypts it with the passphrase in the first line of a file, at least 16 characters.",
    },
    "no-verify": { says: "Does not restore it as a test." },
    as: { value: "KIND", says: "manual or nightly; of these only the latest stay." },
    ...JSON_FLAG,
    progress: { says: "Prints how far it is, for programs." },
  },
  examples: ["backup /mnt/backups", "backup - > snart.tar"],
  calls: ["Server/backUp", "Server/stopBackup"],
  async run(context) {
    const [place = ""] = context.positionals;
    const suspicion = suspicionOfData(context.config);
    if (suspicion !== undefined) throw new CommandProblem(suspicion);
    if (place === "-") return await toOutput(context);
    const folder = resolve(context.folder, place);
    const isForPrograms = context.values["json"] === true;
    const made = await backUpTo(folder, snapshotOf(targetOf(context.config)), {
      ...(await optionsOf(context)),
      verify: context.values["no-verify"] !== true,
    }).catch((error: unknown) => {
      if (isForPrograms && error instanceof BackupProblem)
        context.stdout(`${JSON.stringify({ problem: { code: error.code, detail: error.message } })}\n`);
      throw error;
    });
    const second = await copySecond(context, folder, made.path);
    if (isForPrograms) {
      context.stdout(`${JSON.stringify({ ...backupFacts(made), second })}\n`);
      return 0;
    }
    const verdict = made.verified
      ? `Restored as a test: nothing is missing (${countsInWords(made.verified)}).`
      : "It was not restored as a test.";
    context.stdout(`${made.path} (${sizeInWords(made.bytes)})\n${verdict}\n`);
    if (second === null) return 0;
    if ("path" in second) {
      context.stdout(`Copied and compared: ${second.path}\n`);
      return 0;
    }
    context.stderr(`It was not copied to the second folder. ${second.detail}\n`);
    return 1;
  },
};

/** Copies it to the second folder, if there is one and it was made where the server's are. @returns why it was not; null: it was not to be */
async function copySecond({ config, folder: from }: CommandContext, folder: string, path: string) {
  const { backups, backupsSecond } = config;
  if (backupsSecond === null || backups === null || folder !== backups) return null;
  try {
    return { path: await copyTo(path, resolve(from, backupsSecond)) };
  } catch (error) {
    if (error instanceof BackupProblem) return { code: error.code, detail: error.message };
    throw error;
  }
}

async function toOutput(context: CommandContext): Promise<number> {
  const { writeBytes } = context;
  if (writeBytes === undefined) throw new CommandProblem("There is no output for bytes.");
  const { recipients, ...options } = await optionsOf(context);
  await snapshotOf(targetOf(context.config))(async (snapshot) => {
    for await (const bytes of await encrypted(
      writeArchive(snapshot, { ...options, onProgress: undefined }),
      recipients,
    ))
      await writeBytes(bytes);
  });
  context.stderr("Written, and not restored as a test: snart verify FILE does that.\n");
  return 0;
}

async function optionsOf(context: CommandContext): Promise<Omit<BackupOptions, "verify">> {
  const { as = "manual", progress } = context.values;
  const kind = KINDS.find((known) => known === as);
  if (kind === undefined) throw new UsageProblem("--as takes manual or nightly.");
  const recipients = await recipientsOf(context);
  const onProgress = progress === true ? progressLines(context.stdout) : undefined;
  return { version: VERSION, now: Date.now(), kind, recipients, onProgress };
}

/** For whom or with what it is encrypted: as it was said, or else as the configuration says. */
async function recipientsOf(context: CommandContext): Promise<Recipients> {
  const { to } = context.values;
  const passphrase = await passphraseNamed(context);
  if (to !== undefined && passphrase !== undefined)
    throw new UsageProblem("--to and --passphrase-file do not go together.");
  if (passphrase !== undefined) {
    if (passphrase.length < SHORTEST_PASSPHRASE)
      throw new CommandProblem(`A passphrase has at least ${SHORTEST_PASSPHRASE} characters.`);
    return { passphrase };
  }
  return typeof to === "string" ? to.split(",").map((part) => part.trim()) : backupRecipients(context.config);
}
const SHORTEST_PASSPHRASE = 16;
