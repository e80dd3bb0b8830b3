import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";
import { letOthersBook } from "./let-others-book.ts";
import { sendGuestForm } from "./send-guest-form.ts";

// Every page that a guest meets, from the month to the cancelled booking, at 320 px and by axe.

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

async function expectFit(guest: Page, what: string): Promise<void> {
  expect(await axeProblems(guest), what).toEqual([]);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(320);
}

for (const [lang, colorScheme] of [
  ["en-GB", "dark"],
  ["sv", "light"],
] as const)
  test(`axe finds nothing from the month to the cancelled booking: ${lang}, ${colorScheme}`, async ({
    page,
    browser,
  }) => {
    const isSwedish = lang === "sv";
    const inWords = (swedish: string, english: string): string => (isSwedish ? swedish : english);
    await signInAt(server, page);
    const address = await letOthersBook(page, server.url);
    const viewport = { width: 320, height: 640 };
    const context = await browser.newContext({
      viewport,
      colorScheme,
      reducedMotion: "reduce",
      locale: lang,
    });
    const guest = await context.newPage();
    const times = guest.getByRole("main").getByRole("listitem").getByRole("link");
    const heading = (name: RegExp) => guest.getByRole("heading", { name });

    await guest.goto(`${address}?lang=${lang}`);
    await expectFit(guest, "the month");
    await times.first().press("Enter");
    await expectFit(guest, "the form");
    // Browsers let this pass as a name.
    await guest.getByLabel(inWords("Ditt namn", "Your name")).fill("  ");
    await guest.getByLabel(inWords("E-post", "Email")).fill("bo@example.org");
    const book = guest.getByRole("button", { name: /^(Boka|Book) / });
    await sendGuestForm(book, guest.locator("[aria-invalid=true]"));
    await expectFit(guest, "the form with what is wrong");
    await guest.getByLabel(inWords("Ditt namn", "Your name")).fill("Bo Ek");
    await sendGuestForm(book, heading(/^✓ (Du är bokad|You are booked)$/));
    await expectFit(guest, "booked");

    await guest.getByRole("link", { name: inWords("Flytta bokningen", "Move the booking") }).press("Enter");
    await expectFit(guest, "the month of a booking that is moved");
    await times.last().press("Enter");
    await expectFit(guest, "the question whether it is moved");
    await guest.getByRole("button", { name: /^(Flytta till|Move to) / }).press("Enter");
    await expect(heading(/^✓/)).toBeVisible();
    await expectFit(guest, "moved");

    await guest.getByText(inWords("Avboka", "Cancel the booking")).first().press("Enter");
    await expectFit(guest, "the question whether it is cancelled");
    await guest.getByRole("button", { name: inWords("Avboka", "Cancel the booking") }).press("Enter");
    await expect(heading(/avbokad|is cancelled/)).toBeVisible();
    await expectFit(guest, "cancelled");
    expect((await guest.goto(`${server.url}/b/nobody-here`))?.status()).toBe(404);
    await expectFit(guest, "no such page");
    await context.close();
  });
