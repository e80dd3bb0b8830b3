import { startEnvelopeReceiver } from "../../server/src/testing/envelope-receiver.ts";
import { expect, signInAt, startServer, test } from "./fixtures.ts";

/** Requests for error reporting only; the first test shows that there are some. */
const OF_REPORTING = /reporter|sentry|envelope/i;

test("an error in the browser reaches the configured service, and nothing about the person does", async ({
  page,
}) => {
  const receiver = await startEnvelopeReceiver();
  const server = await startServer(`SNART_SENTRY_DSN=${receiver.dsn}`);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  try {
    await signInAt(server, page);
    await page
      .getByRole("button", { name: /^Client presentation/ })
      .first()
      .click();
    await page.evaluate(() => {
      void Promise.reject(
        new Error(
          "on purpose: “Client presentation” of Elin Sand <elin@tallkotten.example> could not be shown",
        ),
      );
    });
    await receiver.arrived(1);
    expect(asked.filter((url) => OF_REPORTING.test(new URL(url).pathname)).length).toBeGreaterThan(0);
    const sent = receiver.received.join("\n");
    expect(sent).toContain('"type":"Error"');
    const personal = [
      "Client presentation",
      "Elin",
      "tallkotten",
      "Kajkontoret",
      "Björk",
      server.password,
      "snart_session",
    ];
    expect(personal.filter((text) => sent.includes(text))).toEqual([]);
    expect(sent).not.toMatch(/"ip_address":"(?!0\.0\.0\.0)[^"]+"/);
  } finally {
    server.stop();
    await receiver.close();
  }
});

test("without a service nothing is loaded and nothing is sent", async ({ page, signIn }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await signIn(page);
  await page.evaluate(() => {
    void Promise.reject(new Error("on purpose: nobody hears this"));
  });
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  expect(asked.filter((url) => OF_REPORTING.test(url))).toEqual([]);
});

test("where nothing can be fetched it says why and what to do, and tries by itself", async ({
  page,
  signIn,
}) => {
  await page.route("**/auth/session", (route) => route.fulfill({ status: 500 }));
  await page.route("**/jmap/**", (route) => route.abort());
  await signIn(page, undefined, "/week/2026-W48");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText(/answered with an error.*nothing you wrote is lost/);
  await expect(alert).toContainText("tell your administrator");
  await expect(alert).not.toContainText("connected to the internet");
  await alert.getByText("For whoever runs the server").click();
  await expect(alert.getByText(/: 500 http-500/)).toBeVisible();

  await page.unroute("**/auth/session");
  await page.clock.runFor(20_000);
  await expect(alert).toContainText(/did not answer.*connected to the internet/);
  await expect(alert).toContainText("Tries by itself in less than a minute");
  const calendars = page.getByRole("region", { name: "My calendars" });
  await expect(calendars).toHaveCount(0);
  await page.unroute("**/jmap/**");
  await page.clock.runFor(20_000);
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  await expect(calendars).toBeVisible();
  await expect(alert).toHaveCount(0);
});
