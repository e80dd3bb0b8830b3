import type { Page } from "@playwright/test";

/** Keeps the page waiting for what is asked for at some address. @returns what lets it through */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

/** All that acts (src/ui/part.tsx). */
export const ACTING = /\/assets\/acting-.*\.js/;
