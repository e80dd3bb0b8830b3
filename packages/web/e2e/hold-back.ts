import type { Page } from "@playwright/test";

/**
 * Makes the page wait for requests to an address.
 * @returns a function that lets them through
 */
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
