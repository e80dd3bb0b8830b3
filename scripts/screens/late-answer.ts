import type { Page } from "@playwright/test";
import { ENGLISH, signInAt, SWEDISH } from "../../packages/web/e2e/fixtures.ts";
import { jmap, recordsOf, textOf } from "./jmap-of-page.ts";
import type { Place } from "./preparations.ts";

/** Opens or closes the one poll, as whoever made it. */
async function turn(page: Page, { server, language }: Place, state: "open" | "closed"): Promise<void> {
  const context = await page.context().browser()?.newContext();
  const own = await context?.newPage();
  if (!own) throw new Error("there is no browser");
  await signInAt(server, own, language === "sv" ? SWEDISH : ENGLISH, "/polls");
  const [poll] = recordsOf((await jmap(own, "Poll/get", { ids: null }))["list"]);
  await jmap(own, "Poll/set", { update: { [textOf(poll?.["id"])]: { state } } });
  await context?.close();
}

/** A guest answers a poll that has closed meanwhile: the page shows again what they sent. */
export async function sendToClosedPoll(page: Page, place: Place): Promise<void> {
  await page.getByLabel(/^(Your name|Ditt namn)$/).fill("Amina Diallo");
  await page
    .getByRole("radio", { name: /^(Yes|Ja)$/ })
    .first()
    .check({ force: true });
  await page.getByLabel(/^(Note|Anteckning) /).fill(place.language === "sv" ? "Helst sent." : "Rather late.");
  await turn(page, place, "closed");
  await page.getByRole("button", { name: /^(Send your answers|Skicka dina svar)$/ }).click();
  await page.getByRole("heading", { name: /^(What you sent|Det här skickade du)$/ }).waitFor();
  await turn(page, place, "open");
}
