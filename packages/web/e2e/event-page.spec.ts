import { readFile } from "node:fs/promises";
import { ENGLISH, expect, test } from "./fixtures.ts";
import { makeEvents } from "./make-events.ts";

const CALL = {
  title: "Glass supplier",
  start: "2026-12-09T09:00:00",
  timeZone: "America/New_York",
  description: "Offer: https://files.example/glass-v3. Not javascript:alert(1)",
  locations: { a: { "@type": "Location", name: "Kajgatan 4" } },
  virtualLocations: { a: { "@type": "VirtualLocation", uri: "https://meet.example/glass" } },
  alerts: { a: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT10M" } } },
} as const;

test("an event says where, when elsewhere and who, and its addresses, link and file can be opened", async ({
  page,
  context,
  server,
  request,
  signIn,
}) => {
  await makeEvents(request, server, [CALL]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, ENGLISH, "/week/2026-W50");
  const block = page
    .getByRole("button", { name: /^Glass supplier, Wednesday 9 December, 15:00 to 16:00/ })
    .first();
  await expect(block.getByText("New York 09:00 · Kajgatan 4")).toBeVisible();
  await block.click();
  const popover = page.getByRole("dialog", { name: "Glass supplier" });
  await expect(popover.getByText("New York 09:00 · Stockholm 15:00")).toBeVisible();
  await expect(popover.getByText(/^10 minutes before 14:50/)).toBeVisible();
  const notes = popover.getByText(/^Offer: /);
  await expect(notes.getByRole("link")).toHaveCount(1);
  await expect(notes.getByRole("link")).toHaveAttribute("href", "https://files.example/glass-v3");
  const map = popover.getByRole("link", { name: "Map of Kajgatan 4" });
  await expect(map).toHaveAttribute("href", /openstreetmap\.org\/search\?query=Kajgatan%204$/);
  const join = popover.getByRole("link", { name: "Join the video meeting" });
  await expect(join).toHaveAttribute("href", "https://meet.example/glass");
  await expect(join).toHaveAttribute("rel", "noopener noreferrer");

  await page.keyboard.press("l");
  await expect(page.getByText("The link is copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${server.url}/event/[\\w-]+$`));
  await popover.getByRole("button", { name: "More", exact: true }).click();
  const file = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download as .ics" }).click();
  const text = await readFile(await (await file).path(), "utf8");
  expect((await file).suggestedFilename()).toBe("Glass supplier.ics");
  expect(text).toContain("DTSTART;TZID=America/New_York:20261209T090000");
  await page.goto(link);
  await popover.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("form", { name: "Edit event" });
  await expect(editor.getByText("New York 09:00 · Stockholm 15:00")).toBeVisible();
  await editor.getByRole("button", { name: "New York" }).click();
  await editor.getByRole("button", { name: "Ends in another zone" }).click();
  await editor.getByLabel("Time zone at the end").selectOption("Europe/London");
  await editor.getByRole("textbox", { name: "Ends at" }).fill("15:30");
  await editor.getByRole("textbox", { name: "Ends at" }).press("Tab");
  await expect(editor.getByText("1 h 30 min")).toBeVisible();
  await editor.getByRole("button", { name: /^Save/ }).click();
  await page
    .getByRole("button", { name: /^Glass supplier, Wednesday 9 December, 15:00 to 16:30/ })
    .first()
    .click();
  await expect(popover.getByText("New York 09:00 · London 14:00 · Stockholm 15:00")).toBeVisible();
});

test("an invitation is answered, and its meeting joined, by keys", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  await page
    .getByRole("button", { name: /^Structural engineer, call/ })
    .first()
    .click();
  const popover = page.getByRole("dialog", { name: /^Structural engineer/ });
  await expect(popover.getByText("Going?")).toBeVisible();
  await page.keyboard.press("a");
  await page.keyboard.press("m");
  await expect(page.getByText(/^You said maybe\. .*Per Wik.* is notified\./)).toBeVisible();
  await page.keyboard.press("Control+z");
  await page
    .getByRole("button", { name: /^Design review/ })
    .first()
    .click();
  const room = page.waitForEvent("popup");
  await page.keyboard.press("j");
  expect(await (await room).evaluate(() => opener)).toBeNull();
});
