import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { firstPageWords } from "../../build/first-page-words.ts";

const isFirst = firstPageWords(join(import.meta.dirname, ".."));
const catalogue = Object.keys(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../locales/src/en-GB.json"), "utf8")) as object,
);

it("finds what the calendar, the phone's calendar and signing in say at first", () => {
  for (const key of ["week.allDay", "shell.new", "signIn.submit", "toast.undo"])
    expect.soft(isFirst(key), key).toBe(true);
});

it("finds what is put together from a beginning", () => {
  expect(isFirst("event.answer.accepted")).toBe(true);
});

it("keeps what must be said when nothing more can be fetched", () => {
  for (const key of catalogue.filter((it) => it.startsWith("crash.") || it.startsWith("version.")))
    expect.soft(isFirst(key), key).toBe(true);
});

it("leaves the words of dialogs, settings and other screens for later", () => {
  for (const key of ["settings.title", "editor.save", "repeat.custom", "import.start", "year.busiest"])
    expect.soft(isFirst(key), key).toBe(false);
  const first = catalogue.filter(isFirst);
  expect(first.length).toBeGreaterThan(80);
  expect(first.length).toBeLessThan(catalogue.length / 2);
});
