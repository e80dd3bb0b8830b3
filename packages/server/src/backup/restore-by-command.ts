import type {
  BackupPart,
  RestoredPart,
  RestoredWhole,
  RestoreSource,
} from "../storage/port/backup-service.ts";
import type { CommandEnd } from "./command-process.ts";
import { listBackups } from "./backup-file.ts";
import { listLines } from "./log/line-names.ts";

/** Where what is restored comes from. */
export interface RestoreFrom {
  /** The folder of the backups. */
  readonly folder: string;
  /** Whether the configuration has what opens encrypted ones. */
  readonly hasPassphrase: boolean;
  /** Whether moments are encrypted, for a key that the server never has. */
  readonly isEncrypted: boolean;
  /** Runs a command; the callback gets each answer in JSON that isn't progress. */
  readonly run: (
    words: readonly string[],
    onAnswer: (answer: Readonly<Record<string, unknown>>) => void,
  ) => Promise<CommandEnd>;
  readonly isStopped: () => boolean;
}
type PartEnd = Pick<RestoredPart, "calendars" | "problem">;
type WholeEnd = Pick<RestoredWhole, "folder" | "stateOf" | "former" | "present" | "problem">;
type Trouble = NonNullable<RestoredPart["problem"]>;

/** Restores what a person or a calendar had, or rehearses that. @param askedBy for the audit log */
export async function restorePartBy(from: RestoreFrom, part: BackupPart, askedBy: string): Promise<PartEnd> {
  const source = await wordsOf(from, part);
  if ("code" in source) return { calendars: [], problem: source };
  const only = part.calendar === null ? `person=${part.owner}` : `calendar=${part.owner}/${part.calendar}`;
  const how = [...(part.isRehearsal ? ["--dry-run"] : []), ...(part.replaces ? ["--replace"] : [])];
  const words = ["restore", ...source.words, "--only", only, ...how, "--asked-by", askedBy];
  const { answer, trouble } = await answerOf<PartEnd & { problem: Trouble["code"] }>(from, words);
  if (answer?.calendars) return { calendars: answer.calendars, problem: null };
  return {
    calendars: [],
    problem: answer?.problem === undefined ? trouble : { code: answer.problem, detail: "" },
  };
}

/** Restores everything into a folder that isn't there yet, and compares it with the server that lives. */
export async function restoreWholeBy(
  from: RestoreFrom,
  asked: RestoreSource,
  into: string,
): Promise<WholeEnd> {
  const source = await wordsOf(from, asked);
  if ("code" in source) return nothing(source);
  const words = ["restore", ...source.words, "--into", into];
  const { answer, trouble } = await answerOf<WholeEnd>(from, words);
  return answer?.stateOf ? { ...nothing(null), ...answer } : nothing(trouble);
}

const nothing = (problem: Trouble | null): WholeEnd => ({
  folder: null,
  stateOf: null,
  former: null,
  present: null,
  problem,
});

/** What names the source on the command line, or why it can't be one. */
async function wordsOf(
  { folder, hasPassphrase, isEncrypted }: RestoreFrom,
  { file, asOf }: RestoreSource,
): Promise<Trouble | { readonly words: readonly string[] }> {
  const locked = { code: "encrypted", detail: "" } as const;
  if (asOf !== null) {
    const at = Date.parse(asOf);
    const lines = await listLines(folder);
    if (!lines.some(({ from, through }) => from <= at && at <= through.at))
      return { code: "no-moment", detail: "" };
    return isEncrypted ? locked : { words: [folder, "--as-of", new Date(at).toISOString()] };
  }
  const path = (await listBackups(folder)).find((one) => one.file === file)?.path;
  if (path === undefined) return { code: "failed", detail: "" };
  return path.endsWith(".age") && !hasPassphrase ? locked : { words: [path] };
}

async function answerOf<T>(
  from: RestoreFrom,
  words: readonly string[],
): Promise<{ readonly answer: Partial<T> | undefined; readonly trouble: Trouble }> {
  let answer: Partial<T> | undefined;
  const { code, said } = await from.run([...words, "--json", "--progress"], (line) => {
    answer = line as Partial<T>;
  });
  const trouble = from.isStopped()
    ? ({ code: "stopped", detail: "" } as const)
    : ({ code: "failed", detail: said.trim() || `The command ended with ${code}.` } as const);
  return { answer, trouble };
}
