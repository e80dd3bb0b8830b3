import { runInNewContext } from "node:vm";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { nodeMessages } from "./messages-node.ts";
import { messagesPlugin } from "./vite-plugin.ts";

/** The code that a browser gets for one language, run as it would be there. */
async function built(
  language: string,
): Promise<{ code: string; messages: Record<string, (args: object) => string> }> {
  const entry = "virtual:entry";
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      messagesPlugin(),
      {
        name: "entry",
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) =>
          id === `\0${entry}`
            ? `import m from "virtual:snart-messages/${language}"; globalThis.messages = m;`
            : undefined,
      },
    ],
    build: { write: false, minify: true, rolldownOptions: { input: entry, output: { format: "iife" } } },
  });
  const output = (Array.isArray(result) ? result[0] : result) as { output: readonly { code?: string }[] };
  const code = output.output[0]?.code ?? "";
  const context: { messages?: Record<string, (args: object) => string> } = {};
  runInNewContext(`globalThis.messages = undefined; ${code}`, Object.assign(context, { Intl }));
  return { code, messages: context.messages ?? {} };
}

describe("the catalogue in the browser", () => {
  it("says the same as the catalogue on the server", async () => {
    const { messages } = await built("sv");
    const args = { attemptsLeft: 4 };
    expect(messages["signIn.wrong"]?.(args)).toBe(nodeMessages("sv")("signIn.wrong", args));
    expect(messages["signIn.wrong"]?.(args)).toBe("Fel lösenord. 4 försök kvar, sedan 15 minuters paus.");
  });

  it("carries nothing that only calendar apps are told", async () => {
    const { messages } = await built("sv");
    expect(messages["dav.valid-filter"]).toBeUndefined();
    expect(nodeMessages("sv")("dav.valid-filter")).toMatch(/filtret/i);
  });

  it("brings neither a parser nor code made of text", async () => {
    const { code } = await built("en-GB");
    expect(code).not.toMatch(/new Function|\beval\(|plural, one/);
  });

  it("does not exist in other languages", async () => {
    await expect(built("de")).rejects.toThrow();
  });
});
