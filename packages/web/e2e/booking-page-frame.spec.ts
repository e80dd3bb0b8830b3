import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { callAs } from "./call-as.ts";
import { expect, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";
import { letOthersBook } from "./let-others-book.ts";

let server: RunningServer;
/** Another site, whose one page is this. */
let site: Server;
let body = "";
let origin = "";
test.beforeAll(async () => {
  server = await startServer();
  site = createServer((_, response) => response.setHeader("content-type", "text/html").end(`<body>${body}`));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  site.close();
  return server.stop();
});

test("a frame on another site gets the height of the booking page by the script that its owner copies", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  await letOthersBook(page, server.url);
  const row = page.getByText(/^<iframe/);
  await expect(row).toHaveCount(0);
  const [given] = await callAs(page, [["BookingPage/get", { ids: null }]]);
  const [{ id } = { id: "" }] = (given as never as { list: { id: string }[] }).list;
  await callAs(page, [["BookingPage/set", { update: { [id]: { embedOrigins: [origin] } } }]]);
  await page.reload();
  const code = (await row.textContent()) ?? "";
  expect(code).toContain(`<script async src="${server.url}/guest/frame.js"></script>`);

  const other = await (await browser.newContext({ viewport: { width: 500, height: 800 } })).newPage();
  body = code;
  await other.goto(origin);
  const frame = other.locator("iframe");
  const inside = other.frameLocator("iframe");
  const height = async () => (await frame.boundingBox())?.height ?? 0;
  const isWhole = () =>
    inside
      .getByRole("main")
      .evaluate((main) => Math.abs(innerHeight - scrollY - main.getBoundingClientRect().bottom) < 2);
  await expect.poll(height).not.toBe(600);
  await expect.poll(isWhole).toBe(true);
  const first = await height();
  await inside.getByRole("main").getByRole("list").last().getByRole("link").first().click();
  await expect(inside.getByLabel(/^(Your name|Ditt namn)$/)).toBeVisible();
  await expect.poll(height).not.toBe(first);
  await expect.poll(isWhole).toBe(true);
  // Who is no such frame says nothing that counts.
  const now = await height();
  await other.evaluate(() => postMessage({ snartHeight: 4_000 }, "*"));
  await other.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await height()).toBe(now);
  // Without the script it is a frame as any; when the script comes after the frame was drawn, it asks.
  body = code.replace(/<script.*/s, "");
  await other.goto(origin);
  await expect(inside.getByRole("table")).toBeVisible();
  expect(await height()).toBe(600);
  await other.addScriptTag({ url: `${server.url}/guest/frame.js` });
  await expect.poll(height).not.toBe(600);
  await expect.poll(isWhole).toBe(true);
  await other.context().close();
});
