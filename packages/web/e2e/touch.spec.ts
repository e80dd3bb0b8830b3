import { expect, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { smallTargets } from "./touch-sizes.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: "sv-SE", isAlone: true });

/** Seven days side by side have less than 44 px each on a small phone and at the side, and are as high. */
const dayOfWeek = /^\p{L}+dag \d.*×(?:4[4-9]|[5-9]\d)$/u;

/** A task of every day stands in every view, among its events. */
async function addTask({ url, password }: RunningServer): Promise<void> {
  const todo = ["BEGIN:VTODO", "UID:water", "DTSTAMP:20261120T100000Z", "SUMMARY:Vattna blommorna"].concat([
    "DTSTART;VALUE=DATE:20261101",
    "DUE;VALUE=DATE:20261102",
    "RRULE:FREQ=DAILY",
    "END:VTODO",
  ]);
  const dinner = ["BEGIN:VTODO", "UID:dinner", "DTSTAMP:20261120T100000Z", "SUMMARY:Handla"].concat([
    "DUE;TZID=Europe/Stockholm:20261123T150000",
    "END:VTODO",
  ]);
  for (const [uid, lines] of Object.entries({ water: todo, dinner })) {
    const { status } = await fetch(`${url}/dav/calendars/elin.sand/calendar/${uid}.ics`, {
      method: "PUT",
      headers: { authorization: `Basic ${btoa(`${SWEDISH}:${password}`)}` },
      body: ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//C//EN", ...lines, "END:VCALENDAR", ""].join("\r\n"),
    });
    expect(status).toBe(201);
  }
}

const screens = [
  "/soon",
  "/day/2026-11-23",
  "/days/2026-11-23",
  "/month/2026-11",
  "/year/2026",
  "/tasks",
  "/bookables",
  "/search?q=m%C3%B6te",
  "/trash",
];
const settings = [
  "",
  "profile",
  "look",
  "hours",
  "calendars",
  "sharing",
  "groups",
  "notifications",
  "devices",
].concat(["security", "import"]);

test("a finger finds everything on a phone's screens, and none scrolls sideways at 320 px", async ({
  page,
  server,
  signIn,
}) => {
  await addTask(server);
  await signIn(page, SWEDISH, "/soon");
  const found: Record<string, readonly string[]> = {};
  for (const path of [...screens, ...settings.map((name) => `/settings/${name}`)]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const small = await smallTargets(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const narrow = (await smallTargets(page))
      .filter((it) => !dayOfWeek.test(it))
      .map((it) => `${it} at 320 px`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    await page.setViewportSize({ width: 390, height: 844 });
    const problems = [...small, ...narrow, ...(width > 320 ? [`${width} px wide`] : [])];
    if (problems.length > 0) found[path] = problems;
  }
  expect(found).toEqual({});
});

test("a finger finds everything on a tablet, and none of it scrolls sideways", async ({
  page,
  server,
  signIn,
}) => {
  await addTask(server);
  await signIn(page, SWEDISH, "/soon");
  const found: Record<string, readonly string[]> = {};
  const roomy = ["/week/2026-W48", "/weeks/4/2026-W48", "/booking-pages", "/polls"];
  for (const path of [...roomy, ...screens, ...settings.map((name) => `/settings/${name}`)]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    for (const width of [768, 1016, 1280, 1920]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const small = (await smallTargets(page)).filter((it) => !dayOfWeek.test(it));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      const problems = [...small, ...(wide > width ? [`${wide} px wide`] : [])];
      // Sizes for a mouse are no fault of the page where the browser says that there is one.
      const isTouch = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
      if (problems.length > 0) found[`${path} at ${width} px, ${isTouch ? "touch" : "a mouse"}`] = problems;
    }
  }
  expect(found).toEqual({});
});

test("a finger finds everything in the sheets of a phone", async ({ page, signIn }) => {
  await signIn(page, SWEDISH, "/day/2026-11-23");
  const found: Record<string, readonly string[]> = {};
  const look = async (name: string): Promise<void> => {
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
    );
    const small = await smallTargets(page);
    if (small.length > 0) found[name] = small;
  };
  for (const title of ["Gestaltningsmöte", "Konstruktören"]) {
    await page
      .getByRole("button", { name: new RegExp(`^${title}`) })
      .first()
      .tap();
    await expect(page.getByRole("dialog")).toBeVisible();
    await look(title);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Mer" }).tap();
  await expect(page.getByRole("dialog", { name: "Mer" })).toBeVisible();
  await look("Mer");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sök" }).first().tap();
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("Sök");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Ny händelse" }).tap();
  await page.keyboard.type("kör varje ons 18–20 @Kyrkan");
  await expect(page.getByRole("button", { name: "Kyrkan" })).toBeVisible();
  await look("Ny händelse");
  await page.getByRole("button", { name: "Alla fält" }).tap();
  await expect(page.getByRole("form")).toBeVisible();
  await look("Alla fält");
  expect(found).toEqual({});
});

test("the hour that it is stands away from the edge of a phone, whole", async ({ page, signIn }) => {
  await signIn(page, SWEDISH, "/day/2026-11-23");
  const pill = page.locator("main").getByText("10:20", { exact: true });
  await expect(pill).toBeAttached();
  const box = await pill.boundingBox();
  const words = await pill.evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(box?.x).toBeGreaterThanOrEqual(4);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(46);
  expect(words).toBeLessThanOrEqual(0);
});
