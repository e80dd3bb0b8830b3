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
