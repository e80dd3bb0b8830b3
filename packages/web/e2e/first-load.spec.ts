import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { AFTER_MS } from "../src/ui/after-first-page.ts";
import { expect, NOW, test } from "./fixtures.ts";

const ASSETS = join(import.meta.dirname, "../dist/assets");
const LIMIT = 170_000;

test("what is loaded until the week is drawn is at most 170 kB of script", async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page);
  const fresh = await context.newPage();
  await fresh.clock.install({ time: NOW });
  // What waits until the calendar is drawn (ui/after-first-page.ts) is not a part of that, however slow the machine.
  await fresh.addInitScript((later) => {
    const real = window.setTimeout;
    const patient = (run: () => void, after?: number) => (after === later ? 0 : real(run, after));
    window.setTimeout = patient as unknown as typeof window.setTimeout;
  }, AFTER_MS);
  const scripts = new Set<string>();
  fresh.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(basename(new URL(request.url()).pathname));
  });
  await fresh.goto("/week/2026-W48");
  await expect(fresh.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  const sizes = [...scripts]
    .filter((name) => name !== "theme.js")
    .map((name) => [name, gzipSync(readFileSync(join(ASSETS, name))).length] as const);
  expect(sizes.map(([name]) => name.replace(/-.*/, ""))).toContain("start");
  expect(sizes.some(([name]) => name.startsWith("event-editor"))).toBe(false);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeGreaterThan(100_000);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(LIMIT);
});
