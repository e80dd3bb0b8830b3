import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { DecodeUtf8 } from "@snart/calendar/validate/check-octets.ts";
import { validateICalendarBytes } from "@snart/calendar/validate/validate-icalendar.ts";
import type { Violation } from "@snart/calendar/validate/violation.ts";
import { CommandProblem, type Command, type CommandContext } from "../command.ts";

export const validateCommand: Command = {
  name: "validate",
  summary: "Says what in an .ics file is not valid iCalendar, by line, with the RFC's section.",
  args: [{ name: "FILE", says: "The .ics file; - for the standard input." }],
  flags: {
    object: { says: "Also whether CalDAV could store it as one object." },
    "zones-by-reference": { says: "IANA names need no VTIMEZONE." },
  },
  examples: ["validate invitation.ics"],
  exits: "It is not valid, or cannot be read.",
  async run(context) {
    const [file = ""] = context.positionals;
    const violations = validateICalendarBytes(await readBytes(context, file), decode, {
      asCalendarObject: context.values["object"] === true,
      timeZonesByReference: context.values["zones-by-reference"] === true,
    });
    for (const violation of violations) context.stdout(`${sentence(file, violation)}\n`);
    if (violations.length === 0) context.stderr(`${file} is valid.\n`);
    return violations.length === 0 ? 0 : 1;
  },
};

const decode: DecodeUtf8 = (octets) => ({
  text: Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString("utf8"),
  isUtf8: isUtf8(octets),
});

/** `FILE:LINE: where: what (which section)`, the format of compilers, so that editors find the line. */
function sentence(file: string, { rule, line, component, property, detail, section }: Violation): string {
  if (rule === "more") return detail;
  const where = [component, property].filter((part) => part !== undefined && part !== "").join(" ");
  return `${file}:${line}: ${where === "" ? "" : `${where}: `}${detail} (${section})`;
}

async function readBytes(context: CommandContext, file: string): Promise<Uint8Array> {
  if (file !== "-")
    return readFile(resolve(context.folder, file)).catch(() => {
      throw new CommandProblem(`${file} cannot be read.`);
    });
  const chunks: Buffer[] = [];
  for await (const chunk of context.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
