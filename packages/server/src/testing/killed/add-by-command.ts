import { expect } from "vitest";
import { runCli } from "../../cli/run-cli.ts";

/** Adds a person as an operator does, before a server runs. @param env besides the data folder */
export async function addByCommand(
  folder: string,
  person: { readonly email: string; readonly name: string; readonly password: string },
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const words = ["user", "add", person.email, "--name", person.name, "--password-stdin"];
  const code = await runCli(words, {
    env: { SNART_DATA: folder, ...env },
    folder,
    stdin: (async function* () {
      yield `${person.password}\n`;
    })(),
    stdout: () => undefined,
    stderr: (text) => process.stderr.write(text),
  });
  expect(code).toBe(0);
}
