import type { Page } from "@playwright/test";
import { callAs } from "./call-as.ts";
import { createdId } from "./make-bookables.ts";

/** Makes a poll of whoever is signed in on a page, of an hour and a half in Stockholm if nothing else is said. @returns its id, and the path of its public page */
export async function makePoll(
  page: Page,
  fields: { readonly title: string; readonly options: readonly object[] } & Record<string, unknown>,
): Promise<{ readonly id: string; readonly path: string }> {
  const poll = { minutes: 90, timeZone: "Europe/Stockholm", ...fields };
  const [made] = await callAs(page, [["Poll/set", { create: { p: poll } }]]);
  const id = createdId(made, "p");
  const [link] = await callAs(page, [["Poll/link", { id }]]);
  return { id, path: (link as never as { readonly path: string }).path };
}
