import { runInNewContext } from "node:vm";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { nodeMessages } from "./messages-node.ts";
import catalogue from "./en-GB.json" with { type: "json" };
import { messagesPlugin } from "./vite-plugin.ts";

/** Runs the code that a browser gets for one language. */
async function built(
  language: string,
): Promise<{ code: string; messages: Record<string, (args: object) => string> }> {
  const entry = "virtual:entry";
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      messagesPlugin((key) => !key.startsWith("settings.")),
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
  it("gives the same texts as the catalogue on the server", async () => {
    const { messages } = await built("sv");
    const args = { attemptsLeft: 4 };
    expect(messages["signIn.wrong"]?.(args)).toBe(nodeMessages("sv")("signIn.wrong", args));
    expect(messages["signIn.wrong"]?.(args)).toBe("Fel lösenord. 4 försök kvar, sedan 15 minuters paus.");
  });

  it("contains nothing that only calendar apps see", async () => {
    const { messages } = await built("sv");
    expect(messages["dav.valid-filter"]).toBeUndefined();
    expect(nodeMessages("sv")("dav.valid-filter")).toMatch(/filtret/i);
  });

  it("is in two parts, which share nothing and omit nothing", async () => {
    const [first, later] = [await built("en-GB"), await built("en-GB/later")];
    const parts = [Object.keys(first.messages), Object.keys(later.messages)];
    expect(parts[1]).toContain("settings.title");
    expect(parts[0]).not.toContain("settings.title");
    expect(parts[0]).toContain("import.drop");
    const all = Object.keys(catalogue).filter(
      (key) => !/^(?:bookingPage|dav|export|mail|pollPage|rsvp|signUpPage)\./.test(key),
    );
    expect(parts.flat().toSorted()).toEqual(all.toSorted());
  });

  it("contains neither a parser nor code made from text", async () => {
    const { code } = await built("en-GB");
    expect(code).not.toMatch(/new Function|\beval\(|plural, one/);
  });

  it("does not exist in other languages", async () => {
    await expect(built("de")).rejects.toThrow();
    await expect(built("sv/sooner")).rejects.toThrow();
  });
});
