import { afterEach, describe, expect, it } from "vitest";
import { startEnvelopeReceiver, type EnvelopeReceiver } from "../../testing/envelope-receiver.ts";
import { openErrorReporter } from "./open-error-reporter.ts";
import { scrubMessage } from "./scrub-event.ts";

const root = import.meta.dirname.replace(/packages.server.src.*$/, "");
let receiver: EnvelopeReceiver | undefined;
afterEach(() => receiver?.close());

/** Data that a careless program could have put into an error. */
const PLANTED = {
  email: "elin.strand@example.com",
  title: "Tandläkare med Elin",
  address: "203.0.113.77",
  cookie: "snart_session=abcdefghijklmnopqrstuvwxyz",
  password: "hemligt-lösenord-7",
  path: "/dav/calendars/elin/privat/tandlakare.ics",
};

function carelessError(): Error {
  const cause = new Error(`row for ${PLANTED.email} at ${PLANTED.address}`);
  const error = new Error(
    `cannot move ${PLANTED.title} of ${PLANTED.email}: ${PLANTED.password} ${PLANTED.path}`,
    { cause },
  );
  return Object.assign(error, {
    user: PLANTED.email,
    headers: { cookie: PLANTED.cookie },
    body: PLANTED.title,
  });
}

describe("error reporting with a DSN", () => {
  it("sends the error and where it happened, and nothing about people", async () => {
    receiver = await startEnvelopeReceiver();
    const reporter = await openErrorReporter({ dsn: receiver.dsn, release: "1.2.3", root });
    reporter.report(carelessError(), { requestId: "01-abc", route: "/dav/calendars/" });
    await reporter.close(5_000);
    const bytes = receiver.received.join("\n");
    expect(receiver.received).toHaveLength(1);
    expect(bytes).toContain('"type":"Error"');
    expect(bytes).toContain('"filename":"packages/server/src/http/error-reporting/error-reporting.test.ts"');
    expect(bytes).toContain('"request_id":"01-abc"');
    expect(bytes).toContain('"route":"/dav/calendars/"');
    expect(bytes).toContain("snart@1.2.3");
    for (const [what, secret] of Object.entries(PLANTED)) expect(bytes, what).not.toContain(secret);
    expect(bytes).not.toMatch(/elin|tandl|hemligt/i);
    expect(bytes, "the folder of the installation").not.toContain(root);
  });

  it("sends neither host name, environment variables nor arguments", async () => {
    receiver = await startEnvelopeReceiver();
    const reporter = await openErrorReporter({ dsn: receiver.dsn, release: "1.2.3", root });
    reporter.report(new TypeError("x is not a function"), { requestId: "1", route: "/" });
    reporter.report("a thrown text about Elin", { requestId: "2", route: "/" });
    await reporter.close(5_000);
    const bytes = receiver.received.join("\n");
    const events = receiver.received.map(
      (request) => JSON.parse(request.split("\n").at(-1) ?? "") as Record<string, unknown>,
    );
    expect(bytes).toContain("x is not a function");
    expect(bytes).not.toMatch(/Elin/);
    for (const event of events)
      expect(Object.keys(event).sort()).toEqual(
        [
          "environment",
          "event_id",
          "exception",
          "level",
          "platform",
          "release",
          "sdk",
          "tags",
          "timestamp",
        ].filter((key) => key in event),
      );
    for (const event of events)
      for (const key of ["user", "request", "server_name", "contexts", "breadcrumbs", "extra", "modules"])
        expect(event).not.toHaveProperty(key);
  });

  it("does not fail when nobody answers", async () => {
    receiver = await startEnvelopeReceiver();
    await receiver.close();
    const reporter = await openErrorReporter({ dsn: receiver.dsn, release: "1", root });
    reporter.report(new Error("x"), { requestId: "1", route: "/" });
    await reporter.close(2_000);
    receiver = undefined;
  });
});

describe("error reporting without a DSN", () => {
  it("neither loads the client nor sends anything", async () => {
    const { execFile } = await import("node:child_process");
    const { promisify } = await import("node:util");
    const program = `
      const connect = (await import("node:net")).Socket.prototype.connect;
      (await import("node:net")).Socket.prototype.connect = function (...args) { console.log("connected"); return connect.apply(this, args); };
      const { registerHooks } = await import("node:module");
      registerHooks({ resolve(specifier, context, next) { if (specifier.includes("sentry")) console.log("imported " + specifier); return next(specifier, context); } });
      const { openErrorReporter } = await import(${JSON.stringify(`${import.meta.dirname}/open-error-reporter.ts`)});
      const reporter = await openErrorReporter({ dsn: process.argv[1] || null, release: "1", root: "/" });
      reporter.report(new Error("x"), { requestId: "1", route: "/" });
      await reporter.close(1000);`;
    const run = (dsn: string) =>
      promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, dsn]);
    expect((await run("")).stdout).toBe("");
    // The same program detects it if there is one, else the line above would prove nothing.
    expect((await run("http://key@127.0.0.1:9/1")).stdout).toMatch(/imported @sentry\/node[^]*connected/);
  });
});

describe("messages", () => {
  it.each([
    "Cannot read properties of undefined (reading 'uid')",
    "database is locked",
    "UNIQUE constraint failed: objects.uid",
  ])("lets %s through", (message) => expect(scrubMessage(message)).toBe(message));
  it.each([
    "Unexpected token 'T', \"Tandläkare\" is not valid JSON",
    "Elin is not a function ",
    "möte är is not defined",
    "duplicate key value violates unique constraint: Key (email)=(elin@example.com) already exists.",
    "Cannot read properties of undefined (reading 'Elins möte')",
    "connect ECONNREFUSED 192.0.2.7:5432",
    "database is locked\nelin@example.com",
  ])("keeps %s on the server", (message) => expect(scrubMessage(message)).toBe("[kept on the server]"));
});
