import type { MessageFunctions } from "@snart/locales/keys.ts";
import { expect, it } from "vitest";
import { Catalogue } from "./catalogue.ts";

const part = (words: Partial<MessageFunctions>) => ({ default: words });
const first = () => Promise.resolve(part({ "shell.new": () => "New" }));
const settings = part({ "settings.title": () => "Settings" });

it("has the words of the first page at once and fetches the others once", async () => {
  let fetched = 0;
  const catalogue = new Catalogue(first, () => {
    fetched++;
    return Promise.resolve(settings);
  });
  await catalogue.load(false);
  expect(catalogue.messages("shell.new")).toBe("New");
  expect(() => catalogue.messages("settings.title")).toThrow("no text settings.title");
  expect(fetched).toBe(0);
  await Promise.all([catalogue.load(true), catalogue.load(true)]);
  expect(catalogue.messages("settings.title")).toBe("Settings");
  expect(fetched).toBe(1);
  expect(() => catalogue.messages("setup.title" as never)).toThrow(Error);
});

it("says why the words could not be fetched, then tries again", async () => {
  let fetched = 0;
  const offline = new TypeError("offline");
  const catalogue = new Catalogue(first, () =>
    fetched++ === 0 ? Promise.reject(offline) : Promise.resolve(settings),
  );
  await expect(catalogue.load(true)).rejects.toBe(offline);
  await catalogue.load(true);
  expect(catalogue.messages("settings.title")).toBe("Settings");
});
