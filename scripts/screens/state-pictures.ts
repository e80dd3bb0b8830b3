import type { Page } from "@playwright/test";
import type { Picture } from "./picture.ts";

// The states that a calendar is in between its views: folded, narrow, waiting, broken, empty, crowded, touched.

const WEEK = "/week/2026-W48";
const TABLET = { width: 1024, height: 768 };
const NARROW = { width: 768, height: 1024 };

const fold = (page: Page) =>
  page
    .getByRole("button", { name: /^(Fold sidebar|Unfold sidebar|Fäll in sidofältet|Fäll ut sidofältet)$/ })
    .first()
    .click();
const lunch = (page: Page) =>
  page
    .locator("main [data-event]")
    .and(page.getByRole("button", { name: /^Lunch, Nord/ }))
    .first();

const hover = async (page: Page): Promise<void> => {
  await lunch(page).hover();
  await page.locator("[data-hover-card]").waitFor();
};

/** An event in the air: the picture is taken before it is dropped. */
const drag = async (page: Page): Promise<void> => {
  const box = await lunch(page).boundingBox();
  if (!box) throw new Error("there is nothing to drag");
  const [x, y] = [box.x + box.width / 2, box.y + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 40, { steps: 4 });
  await page.mouse.move(x + box.width, y + 90, { steps: 6 });
};
const dragBack = async (page: Page): Promise<void> => {
  await page.keyboard.press("Escape");
  await page.mouse.up();
};

/** The server is there, and does not answer. */
const silent = async (page: Page): Promise<void> => {
  await page.route("**/jmap/**", () => new Promise(() => undefined));
};
const unreachable = async (page: Page): Promise<void> => {
  await page.route("**/jmap/**", (route) => route.abort());
};

/** Everybody in columns; a phone has one, and everybody's events in it. */
const byPerson = async (page: Page): Promise<void> => {
  // So many calendars are a while on their way.
  await page.locator("main [data-event]").first().waitFor({ timeout: 60_000 });
  if ((page.viewportSize()?.width ?? 0) < 600) return;
  await page.getByRole("radio", { name: /^(By person|Per person)$/ }).check({ force: true });
  await page.locator("main [data-person]").nth(2).waitFor();
};

export const STATE_PICTURES: readonly Picture[] = [
  { name: "folded", path: WEEK, prepare: fold, restore: fold, only: "desktop" },
  { name: "tablet", path: WEEK, only: "desktop", size: TABLET },
  { name: "drawer", path: WEEK, prepare: fold, only: "desktop", size: NARROW },
  { name: "loading", path: WEEK, before: silent, isUnfinished: true, isNew: true },
  { name: "error", path: WEEK, before: unreachable, isUnfinished: true, isNew: true },
  { name: "empty", path: "/soon", isNew: true },
  { name: "hover", path: WEEK, prepare: hover, only: "desktop" },
  { name: "drag", path: WEEK, prepare: drag, restore: dragBack, only: "desktop" },
  { name: "overlap", path: "/week/2026-W50", only: "desktop" },
  { name: "overlap-day", path: "/day/2026-12-08" },
  { name: "many-people", path: "/day/2026-11-23", prepare: byPerson, on: "office" },
];
