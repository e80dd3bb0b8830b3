import type { Command } from "./command.ts";
import { exitsOf, shownFlags, usageOf } from "./describe.ts";

/**
 * The manual page of all commands, in man(7) macros: `snart man | man -l -` shows it.
 * @param version of Snart, for the foot of the page
 */
export function manPage(commands: readonly Command[], version: string): string {
  const lines = [
    `.TH SNART 1 "" "Snart ${plain(version)}" "Snart"`,
    ".SH NAME",
    "snart \\- look after a Snart server from the command line",
    ".SH SYNOPSIS",
    ".B snart",
    ".I command",
    "[arguments]",
    ".SH DESCRIPTION",
    plain(
      "Snart is a shared calendar on a machine of one's own. These commands act on its data, beside a running server or without one, and go by the same rules as its pages for administrators. Whoever can run them has the data anyway, so they ask for no password; the audit log names no person for them.",
    ),
    ".SH COMMANDS",
    ...commands.flatMap(commandLines),
    ".SH EXIT STATUS",
    ...[
      "0",
      "It is done.",
      "1",
      "It is not possible, or as the command says.",
      "2",
      "It was typed wrongly.",
    ].flatMap((text, index) => (index % 2 === 0 ? [".TP", `.B ${text}`] : [plain(text)])),
    ".SH ENVIRONMENT",
    plain(
      "All options of the server, as it reads them: SNART_DATA, SNART_DATABASE_URL, SNART_PUBLIC_URL and the others that snart config lists.",
    ),
    ".SH FILES",
    ".TP",
    ".I snart.conf",
    plain(
      "The same options, one a line, in the folder where the command is run, or where SNART_CONFIG says.",
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines(command: Command): readonly string[] {
  const { name, summary, args, flags, examples, exits } = command;
  const words = [
    ...args.map((arg) => [`.I ${plain(arg.name)}`, arg.says] as const),
    ...shownFlags(flags).map(
      ([flag, { value, says }]) =>
        [
          value === undefined ? `.B ${plain(`--${flag}`)}` : `.BI ${quoted(`--${flag} `)} ${quoted(value)}`,
          says,
        ] as const,
    ),
  ];
  const [, [, notDone]] = exitsOf(command) as [unknown, readonly [number, string]];
  return [
    `.SS ${quoted(`snart ${name} ${usageOf(command)}`.trimEnd())}`,
    plain(summary),
    ...words.flatMap(([word, says]) => [".TP", word, plain(says)]),
    ...(exits === undefined ? [] : [".PP", plain(`Ends with 1: ${notDone}`)]),
    ...(examples.length === 0
      ? []
      : [".PP", "For example:", ".RS", ".nf", ...examples.map((one) => plain(`snart ${one}`)), ".fi", ".RE"]),
  ];
}

/** A text as roff prints it: no line of it is a request, and a hyphen can be copied into a shell. */
function plain(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replaceAll("’", "\\(cq")
    .replaceAll("→", "to");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

/** The same as one argument of a macro. */
const quoted = (text: string): string => `"${plain(text).replaceAll('"', "\\(dq")}"`;
