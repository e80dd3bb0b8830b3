import { axeProblems } from "./axe-problems.ts";
import { expect, SWEDISH, test } from "./fixtures.ts";
import { makeEvents } from "./make-events.ts";

const day = (after: number): string => new Date(Date.UTC(2026, 10, 23 + after)).toISOString().slice(0, 10);

test("everything is found, nearest first and part by part; the address holds the search", async ({
  page,
  request,
  server,
  signIn,
}) => {
  const zebras = [-400, -30, -2, ...Array.from({ length: 45 }, (_, index) => 10 + 9 * index)].map(
    (after) => ({
      title: `Zebra in ${after} days`,
      start: `${day(after)}T12:00:00`,
    }),
  );
  await makeEvents(request, server, zebras);
  await signIn(page, undefined, "/search?q=zebra");
  await expect(page.getByText("48 hits")).toBeVisible();
  const coming = page.getByRole("region", { name: /^Upcoming/ }).getByRole("link");
  const past = page.getByRole("region", { name: /^Past/ }).getByRole("link");
  await expect(coming.first()).toContainText("in 10 days");
  await expect(coming.first().locator("b")).toHaveText("Zebra");
  await expect(coming).toHaveCount(40);
  await page.getByText("Scroll for more.").scrollIntoViewIfNeeded();
  await expect(coming).toHaveCount(45);
  await expect(past).toHaveCount(3);
  await expect(past.first()).toContainText("2 days ago");
  await expect(past.last()).toContainText("2025");
  expect(await axeProblems(page)).toEqual([]);
  await page.getByLabel("When").selectOption("past");
  await expect(page).toHaveURL(/\/search\?q=zebra&when=past$/);
  await expect(page.getByText("3 hits")).toBeVisible();
  await page.reload();
  await expect(past).toHaveCount(3);
  await expect(coming).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(past.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Zebra in -2 days" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("3 hits")).toBeVisible();
});

test("on a phone what is not found can be made, and tasks and days of the almanac are found", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, SWEDISH, "/search");
  const field = page.getByLabel("Sökord");
  await field.fill("julafton");
  await expect(page.getByRole("link", { name: /Julafton.*almanackan/ })).toContainText("om ungefär en månad");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByLabel("Typ").selectOption("events");
  await field.fill("bastu söndag 17");
  await expect(page.getByText("Inget hittades för ”bastu söndag 17”")).toBeVisible();
  await page.getByRole("button", { name: /^Skapa/ }).click();
  await expect(page.getByRole("dialog", { name: "Ny händelse" })).toContainText("17:00–18:00");
});

test("without the server what is on this device is found, and it is said", async ({ page, signIn }) => {
  await signIn(page);
  await expect(page.getByRole("button", { name: /^Lunch run/ }).first()).toBeVisible();
  await page.evaluate(() => history.pushState(null, "", "/search"));
  await page.route("**/jmap/api", (route) => route.abort());
  await page.getByLabel("Search words").fill("lunch run");
  await expect(page.getByRole("link", { name: /Lunch run/ }).first()).toBeVisible();
  await expect(page.getByText(/^Only events on this device have been searched/)).toBeVisible();
});

const guest = {
  "@type": "Participant" as const,
  name: "Ada",
  calendarAddress: "mailto:ada@far.example",
  roles: { attendee: true },
};

test("a place and attachments narrow what is found, and such a search is kept until it is dropped, and back by undo", async ({
  page,
  request,
  server,
  signIn,
}) => {
  const at = (name: string) => ({ locations: { l: { "@type": "Location" as const, name } } });
  const links = { f: { "@type": "Link" as const, rel: "enclosure", href: "https://far.example/plan.pdf" } };
  await makeEvents(request, server, [
    { title: "Okapi at the quay", start: `${day(3)}T12:00:00`, ...at("Quay 12"), links },
    { title: "Okapi at the quay, without", start: `${day(4)}T12:00:00`, ...at("Quay 12") },
    { title: "Okapi in town", start: `${day(5)}T12:00:00`, ...at("Town hall"), participants: { ada: guest } },
    { title: "Okapi with plans", start: `${day(6)}T12:00:00`, links },
  ]);
  await signIn(page, undefined, "/search?q=okapi");
  const hits = page.getByRole("main").locator("[data-hit]");
  await expect(hits).toHaveCount(4);
  await page.getByLabel("Place").selectOption("Quay 12");
  await expect(hits).toHaveCount(2);
  await page.getByLabel("Attachments").selectOption("with attachments");
  await expect(hits).toHaveCount(1);
  await expect(page).toHaveURL(/\/search\?q=okapi&place=Quay\+12&files=with$/);
  await page.getByRole("button", { name: "Save search" }).click();
  await expect(page.getByRole("button", { name: "Save search" })).toHaveAttribute("aria-pressed", "true");
  expect(await axeProblems(page)).toEqual([]);
  const saved = page.getByRole("navigation", { name: "Saved searches" });
  const kept = saved.getByRole("link", { name: "okapi · Quay 12 · with attachments" });
  await expect(kept).toHaveAttribute("aria-current", "page");
  await page.goto("/search");
  await kept.click();
  await expect(hits).toHaveCount(1);
  await page.getByRole("button", { name: "Remove the filter: Place" }).click();
  await expect(hits).toHaveCount(2);
  await saved.getByRole("button", { name: /^Remove the saved search/ }).click();
  await expect(saved).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(kept).toBeVisible();
  await saved.getByRole("button", { name: /^Remove the saved search/ }).click();
  await page.reload();
  await expect(hits).toHaveCount(2);
  await expect(saved).toHaveCount(0);
  // Without the server the copy on this device is filtered in the same way.
  await page.goto("/week/2026-W48");
  await expect(page.getByRole("button", { name: /^Okapi in town/ })).toBeVisible();
  await page.route("**/jmap/api", (route) => route.abort());
  await page.evaluate(() => history.pushState(null, "", "/search?q=okapi&place=Quay+12&files=with"));
  await expect(page.getByText(/^Only events on this device have been searched/)).toBeVisible();
  await expect(hits).toHaveCount(1);
});

test("what is in the trash is said, and leads to what matches there", async ({
  page,
  request,
  server,
  signIn,
}) => {
  await makeEvents(request, server, [{ title: "Tapir walk", start: `${day(3)}T12:00:00` }]);
  await signIn(page, undefined, "/week/2026-W48");
  await page.getByRole("button", { name: /^Tapir walk/ }).focus();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("button", { name: /^Tapir walk/ })).toHaveCount(0);
  await page.goto("/search?q=tap%C3%AFr");
  await page.getByRole("link", { name: "1 deleted item in the trash matches" }).click();
  await expect(page).toHaveURL(/\/trash\?q=/);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Tapir walk");
  await expect(page.getByRole("button", { name: "Empty the trash" })).toHaveCount(0);
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(page.getByRole("button", { name: "Empty the trash" })).toBeVisible();
  await page.goto("/search?q=nothing+of+the+kind");
  await expect(page.getByText(/^Nothing found/)).toBeVisible();
  await expect(page.getByRole("link", { name: /in the trash/ })).toHaveCount(0);
});
