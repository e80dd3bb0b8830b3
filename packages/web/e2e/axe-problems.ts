import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Longer than anything takes to come or to go. */
const PASSING_MS = 2_000;

/**
 * Waits for transitions, during which colours are paler. Endless animations, such as loading marks, are not awaited,
 * nor is the countdown of a message, which would be gone then.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async (longest) => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= longest);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  }, PASSING_MS);
}

/**
 * What axe finds on a page, of WCAG A and AA. Run in the page itself, as there are no frames of others, and without a list of what is
 * right: a third of the time. The rule left out wants a name to hold all visible text in one piece; an event's name has the day between
 * title and time, as it is spoken. What WCAG 2.5.3 is for, that names begin with the visible title, accessible.spec.ts checks instead.
 */
export async function axeProblems(page: Page): Promise<readonly string[]> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .disableRules(["label-content-name-mismatch"])
    .analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html.slice(0, 200))
        .slice(0, 3)
        .join(" | ")}`,
  );
}
