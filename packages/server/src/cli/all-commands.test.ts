import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "./all-commands.ts";
import { helpOf, optionsOf, shownFlags, usageOf } from "./describe.ts";
import { manPage } from "./man-page.ts";
import { runCli } from "./run-cli.ts";

/** The words of an example as a shell gives them to a program; what it leads elsewhere is the shell's. */
const wordsOf = (example: string): string[] =>
  (/^[^<>|]*/.exec(example)?.[0].match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));

async function run(...words: readonly string[]) {
  const ran = { code: -1, out: "", err: "" };
  ran.code = await runCli(words, {
    env: { SNART_DATA: "/nonexistent/snart" },
    folder: tmpdir(),
    stdin: (async function* () {})(),
    stdout: (text) => (ran.out += text),
    stderr: (text) => (ran.err += text),
  });
  return ran;
}

describe("every command", () => {
  it.each(COMMANDS.map((command) => [command.name, command] as const))("%s is described", (name, command) => {
    const { summary, args, flags, examples } = command;
    expect(summary).toMatch(/^[A-Z].*\.$/s);
    expect(examples.length).toBeGreaterThan(0);
    for (const { name: argument, says } of args) {
      expect(argument).toMatch(/^[A-Z]+$/);
      expect(says).toMatch(/\.$/);
    }
    for (const [flag, { says }] of Object.entries(flags)) {
      expect(flag).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(says).toMatch(/\.$/);
    }
    const help = helpOf(command);
    expect(help.startsWith(`snart ${`${name} ${usageOf(command)}`.trim()}\n`)).toBe(true);
    for (const [flag] of shownFlags(flags)) expect(help).toContain(`--${flag}`);
    for (const example of examples) {
      const words = wordsOf(example);
      const own = name.split(" ");
      expect(words.slice(0, own.length)).toEqual(own);
      const known = words.slice(own.length).filter((word) => word.startsWith("--"));
      for (const word of known) expect(Object.keys(optionsOf(command))).toContain(word.slice(2));
    }
  });

  it("says how it is typed without opening anything", async () => {
    for (const { name } of COMMANDS) {
      const { code, out, err } = await run(...name.split(" "), "--help");
      expect([name, code, err]).toEqual([name, 0, ""]);
      expect(out).toContain("Exit codes:");
    }
  });

  it("refuses an option that it does not have, with exit code 2 and nothing on the standard output", async () => {
    for (const { name } of COMMANDS)
      expect(await run(...name.split(" "), "--no-such")).toMatchObject({ code: 2, out: "" });
  });

  it("has its own name", () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the manual page", () => {
  const page = manPage(COMMANDS, "1.2.3");

  it("has every command with its arguments, options and examples", async () => {
    expect((await run("man")).out.split("\n").length).toBe(page.split("\n").length);
    const text = page.replaceAll("\\-", "-");
    for (const { name, summary, examples } of COMMANDS) {
      expect(text).toContain(`.SS "snart ${name}`);
      expect(text.replaceAll("\\(cq", "’")).toContain(summary.replaceAll("…", "..."));
      for (const example of examples) expect(text).toContain(`snart ${example}`);
    }
  });

  it("has no line that begins as a request and is none", () => {
    const known = new Set(["TH", "SH", "SS", "TP", "PP", "B", "I", "BI", "RS", "RE", "nf", "fi"]);
    for (const line of page.split("\n").filter((one) => /^[.']/.test(one)))
      expect(known, line).toContain(/^\.(\w+)/.exec(line)?.[1]);
  });

  it("is taken by groff without a complaint, where groff is installed", () => {
    const read = spawnSync("groff", ["-man", "-ww", "-z", "-Tutf8"], { input: page, encoding: "utf8" });
    if (read.error) return expect(read.error).toMatchObject({ code: "ENOENT" });
    expect([read.status, read.stderr]).toEqual([0, ""]);
  });
});
