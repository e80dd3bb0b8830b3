import { ENGLISH, expect, test } from "./fixtures.ts";

// A setting of the person: their names stand over every day.
test.use({ isAlone: true });

const NAMES = ["Klemens", "Gudrun", "Katarina", "Linus", "Astrid", "Malte", "Sune"];

test("the days of a week have their names all or none, however narrow they are", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/settings/look");
  const { account } = (await (await page.request.get("/auth/session")).json()) as { account: { id: string } };
  const nameDays = NAMES.map((name, at) => `11-${23 + at} ${name}`).join("\n");
  const update = { [account.id]: { "preferences/nameDays": nameDays } };
  const answer = await page.request.post("/jmap/api", {
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
      methodCalls: [["Profile/set", { accountId: account.id, update }, "0"]],
    },
  });
  expect(await answer.text()).toContain(`"updated":{"${account.id}"`);
  await page.setViewportSize({ width: 1700, height: 800 });
  await page.goto("/week/2026-W48");
  const names = page.locator("[data-name-day]");
  await expect(names).toHaveCount(NAMES.length);
  /** Of each day whether its names are seen: what does not fit is pushed below an edge that hides it. */
  const seen = (): Promise<readonly boolean[]> =>
    names.evaluateAll((all) =>
      all.map((it) => {
        const text = it.lastElementChild?.getBoundingClientRect();
        return text !== undefined && text.top < it.getBoundingClientRect().bottom - 2;
      }),
    );
  for (let width = 1700; width >= 1040; width -= 20) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => new Set(await seen()).size, `at ${width} px`).toBeLessThanOrEqual(1);
  }
  await expect(names).toHaveCount(0);
});
