import type { Page } from "@playwright/test";
import { expect, SWEDISH, test } from "./fixtures.ts";

// Every view in every width, in the language with the longer words: one page load, resized many times. What a finger needs is
// measured in touch.spec.ts.

const VIEWS = [
  "/day/2026-11-23",
  "/week/2026-W48",
  "/workweek/2026-W48",
  "/month/2026-11",
  "/year/2026",
  "/soon",
  "/tasks",
  "/search?q=m%C3%B6te",
  "/days/4/2026-11-23",
  "/weeks/4/2026-W48",
];
const WIDTHS = [2560, 1920, 1440, 1280, 1016, 768, 390, 320];

/** Returns what sticks out of the window, and words of controls and headings that are cut without a mark. */
const misfits = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.add(`the page is ${scrollWidth} px wide`);
    const isHeld = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== "visible") return true;
      return false;
    };
    for (const element of document.querySelectorAll<HTMLElement>(
      "button, a[href], input, select, label, h1, h2, h3",
    )) {
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || element.closest("[inert], [data-event]")) continue;
      const name = (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40);
      if ((box.right > innerWidth + 1 || box.left < -1) && !isHeld(element))
        found.add(`“${name}” reaches from ${Math.round(box.left)} to ${Math.round(box.right)}`);
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isCut =
        overflowX !== "visible" && textOverflow !== "ellipsis" && !element.matches("input, select");
      if (isCut && element.scrollWidth > element.clientWidth + 1) found.add(`“${name}” is cut`);
    }
    return [...found];
  });

test("in every width, with the sidebar and without, nothing sticks out and no words are cut", async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn(page, SWEDISH, "/week/2026-W48");
  const fold = page.getByRole("button", { name: /sidofältet$/ }).first();
  await expect(fold).toBeVisible();
  const wrong: Record<string, readonly string[]> = {};
  let measured = 0;
  for (const view of VIEWS) {
    await page.evaluate(
      `history.pushState(null, "", "${view}"); dispatchEvent(new PopStateEvent("popstate"))`,
    );
    await expect(page.getByRole("main")).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      for (let turn = 0; turn < 2; turn++) {
        const isThere = (await fold.count()) > 0 && (await fold.isVisible());
        const state = isThere ? await fold.getAttribute("aria-label") : "";
        const found = await misfits(page);
        measured++;
        if (found.length > 0) wrong[`${view} at ${width} px, ${state ?? ""}`] = found;
        if (!isThere) break;
        await fold.click();
      }
    }
  }
  expect(measured).toBeGreaterThan(VIEWS.length * WIDTHS.length);
  expect(wrong).toEqual({});
  // What does not fit is found.
  await page.evaluate(() => {
    const button = document.createElement("button");
    const style = {
      position: "fixed",
      left: "300px",
      width: "90px",
      overflow: "hidden",
      whiteSpace: "nowrap",
    };
    Object.assign(button.style, style);
    button.textContent = "Far too long for its place";
    document.body.append(button);
  });
  expect(await misfits(page)).toEqual([
    "“Far too long for its place” reaches from 300 to 390",
    "“Far too long for its place” is cut",
  ]);
});
