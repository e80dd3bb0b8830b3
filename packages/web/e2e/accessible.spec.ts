import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { ENGLISH, expect, SWEDISH, test } from "./fixtures.ts";
import { makeRooms, PASSES } from "./make-bookables.ts";

const PAGES = [
  "/search?q=lunch",
  "/week/2026-W48",
  "/day/2026-11-23",
  "/month/2026-11",
  "/year/2026",
  "/soon",
  "/bookables",
  "/bookables/new",
  "/booking-pages",
  "/polls",
  "/admin/households",
  "/admin/health",
  "/admin/error-reporting",
  "/settings/profile",
  "/settings/look",
  "/settings/devices",
  "/settings/security",
  "/settings/import",
  "/settings/import/move",
  "/settings/hours",
  "/settings/calendars",
  "/settings/sharing",
  "/settings/groups",
  "/settings/notifications",
  "/admin/people",
  "/admin/groups",
  "/admin/mail",
  "/admin/audit",
  "/admin/backups",
  "/admin/providers",
  "/tasks",
  "/trash",
  "/days/3/2026-11-23",
  "/weeks/4/2026-W48",
];

for (const [name, colorScheme, login] of [
  ["light, English", "light", ENGLISH],
  ["dark, Swedish", "dark", SWEDISH],
] as const) {
  test(`axe finds nothing on any screen: ${name}`, async ({ page, signIn }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("/signin");
    await expect(page.getByRole("button", { name: /^(Sign in|Logga in)$/ })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await signIn(page, login);
    for (const path of PAGES) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      expect(await axeProblems(page), path).toEqual([]);
    }
    await page.goto("/week/2026-W48");
    await page
      .getByRole("button", { name: /^(Debrief|Avstämning)/ })
      .first()
      .click();
    await expect(page.getByRole("dialog").first()).toBeVisible();
    expect(await axeProblems(page), "popover").toEqual([]);
    await page.getByRole("button", { name: /^(Edit|Ändra)$/ }).click();
    await expect(page.getByLabel(/^(Title|Titel)/)).toBeVisible();
    expect(await axeProblems(page), "editor").toEqual([]);
  });
}

test("axe finds nothing on the sign for a door, and on the screens of a door and a wall", async ({
  page,
  signIn,
  browser,
}) => {
  await signIn(page);
  const [thing = ""] = await makeRooms(page, { name: "Laundry room", rules: PASSES });
  const [known] = await callAs(page, [["Calendar/get", { ids: null }]]);
  const calendarIds = known?.["list"]?.slice(0, 2).map(({ id }) => id);
  const [made] = await callAs(page, [
    [
      "Display/set",
      {
        create: {
          door: { name: "By the door", bookableIds: [thing] },
          wall: { name: "In the kitchen", calendarIds },
        },
      },
    ],
  ]);
  const { created } = made as never as { readonly created: Record<string, { readonly token: string }> };
  await page.goto(`/bookables/${thing}/sign`);
  await expect(page.getByRole("img", { name: /Laundry room/ })).toBeVisible();
  expect(await axeProblems(page), "sign").toEqual([]);
  for (const colorScheme of ["light", "dark"] as const)
    for (const kind of ["door", "wall"]) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 800, height: 480 } });
      const screen = await context.newPage();
      await screen.goto(new URL(`/wall/${created[kind]?.token ?? ""}`, page.url()).href);
      await expect(screen.getByRole("heading").first()).toBeVisible();
      expect(await axeProblems(screen), `${kind}, ${colorScheme}`).toEqual([]);
      await context.close();
    }
});

test("axe finds nothing on a phone, and nothing scrolls sideways at 320 px", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page);
  for (const path of [
    "/soon",
    "/search?q=lunch",
    "/month/2026-11",
    "/year/2026",
    "/day/2026-11-23",
    "/settings/devices",
  ]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await axeProblems(page), path).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 390, height: 844 });
  }
});

test("the spoken name of an event begins with its visible title", async ({ page, signIn }) => {
  await signIn(page);
  const events = page.locator("main button[data-event]");
  await expect(events.first()).toBeVisible();
  const names = await events.evaluateAll((buttons) =>
    buttons.map((button) => [
      button.getAttribute("aria-label") ?? "",
      button.querySelector('[class$="_title"]')?.textContent ?? "",
    ]),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter(([name, title]) => !name?.startsWith(title || "\u0000"))).toEqual([]);
});
