import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { DrawShare } from "@snart/calendar/booking/draw/draw.ts";
import {
  DRAW_FILE_LIMITS,
  readDrawFile,
  type ReadDrawResult,
} from "@snart/calendar/booking/draw/result-file.ts";
import { verifyDraw, type DrawFault } from "@snart/calendar/booking/draw/verify.ts";
import { CommandProblem, type Command, type CommandContext } from "../command.ts";
import { printable } from "../printable.ts";

export const drawVerify: Command = {
  name: "draw verify",
  summary:
    "Makes a draw again from the file of its result and says whether it holds, or what differs first (docs/draw.md).",
  args: [{ name: "FILE", says: "The file of the result; - for the standard input." }],
  flags: {},
  examples: ["draw verify draw.json"],
  exits: "The draw does not hold, or cannot be read.",
  async run(context) {
    const [file = ""] = context.positionals;
    const read = await readResult(context, file);
    const fault = verifyDraw(read, (text) => createHash("sha256").update(text).digest("hex"));
    if (fault) {
      context.stdout(`The draw does not hold: ${sentence(fault)}\n`);
      return 1;
    }
    const { result, digest } = read;
    const { thing, period, applicants, commitment } = result;
    const given = result.result.filter(({ wish }) => wish !== null).length;
    context.stdout(
      [
        `The draw holds: ${printable(thing)}, ${period.from} to ${period.to}, ${given} of ${applicants.length} got a wish.`,
        `Shown while wishes were taken: ${commitment}`,
        `Shown beside the result:       ${digest}`,
        "",
      ].join("\n"),
    );
    return 0;
  },
};

async function readResult(context: CommandContext, file: string): Promise<ReadDrawResult> {
  const text = await readText(context, file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandProblem(`${file} is not JSON.`);
  }
  const read = readDrawFile(value);
  if (read.ok) return read.value;
  const wrong = read.problem
    .slice(0, 5)
    .map(
      ({ path, code, limit }) =>
        `  ${path === "" ? "the file" : printable(path)}: ${code}${limit === undefined ? "" : ` (${limit})`}`,
    );
  throw new CommandProblem([`${file} is no result of a draw.`, ...wrong].join("\n"));
}

async function readText(context: CommandContext, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let octets = 0;
  try {
    for await (const chunk of file === "-" ? context.stdin : await contentOf(context, file)) {
      const buffer = Buffer.from(chunk);
      octets += buffer.length;
      if (octets > DRAW_FILE_LIMITS.octets)
        throw new CommandProblem(
          `${file} is too large: no result of a draw has more than ${DRAW_FILE_LIMITS.octets} octets.`,
        );
      chunks.push(buffer);
    }
  } catch (error) {
    if (error instanceof CommandProblem) throw error;
    throw new CommandProblem(`${file} cannot be read.`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const contentOf = async (context: CommandContext, file: string) =>
  (await open(resolve(context.folder, file))).createReadStream();

function sentence(fault: DrawFault): string {
  switch (fault.kind) {
    case "seed":
      return "the seed is not the one whose hash was shown before (commitment).";
    case "numbers":
      return `the applicants are not numbered in their order: see number ${fault.place}.`;
    case "labels":
      return `the applicants are not in the order of their labels: see number ${fault.number}.`;
    case "order":
      return `in place ${fault.place} the file has ${numbered(fault.said)}, and the seed gives ${numbered(fault.found)}.`;
    case "share":
      return `in place ${fault.place} the file says that ${share(fault.said)}; by the draw ${share(fault.found)}.`;
    case "digest":
      return "order and result are right, but something else of the file was changed after the draw (digest).";
  }
}

const numbered = (number: number | undefined): string =>
  number === undefined ? "nobody" : `applicant ${number}`;

function share(given: DrawShare | undefined): string {
  if (!given) return "nobody gets anything";
  if (given.wish === null) return `applicant ${given.number} gets nothing`;
  return `applicant ${given.number} gets wish ${given.wish} (unit ${given.unit ?? "none"})`;
}
