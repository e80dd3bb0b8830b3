import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../app/audit.ts";
import { startTestServer, type TestServer } from "../testing/http-server.ts";
import { openDirectory, type Directory } from "../testing/provisioning/directory.ts";
import { openSmtpSink, type SmtpSink } from "../testing/smtp-sink.ts";
import { until } from "../testing/until.ts";
import entra from "./fixtures/entra.json" with { type: "json" };
import okta from "./fixtures/okta.json" with { type: "json" };

// What these directories send, by their own documents on provisioning: https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
// and https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20. In curly brackets: ids that the server gave before.

interface Exchange {
  readonly says: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** A part of the answer. */
  readonly answer?: unknown;
  /** A member that the answer doesn't have anywhere. */
  readonly absent?: string;
  /** Under this name the id is known from then on. */
  readonly keep?: string;
}

let server: TestServer;
let directory: Directory;
let sink: SmtpSink;
beforeEach(async () => {
  sink = await openSmtpSink();
  const env = { SNART_SMTP_URL: sink.url, SNART_MAIL_FROM: "calendar@snart.example" };
  server = await startTestServer({ env });
  directory = await openDirectory(server, null, "Directory", true);
});
afterEach(async () => {
  await server.stop();
  await sink.close();
});

/** Whom the server has told of a new account. */
const toldOnce = (): readonly string[] =>
  sink.mails
    .filter(({ read }) => read.subject?.startsWith("You have an account"))
    .map(({ to }) => to.join())
    .toSorted();

const DIRECTORIES: Readonly<Record<string, readonly Exchange[]>> = { "Entra ID": entra, Okta: okta };

describe.each(Object.entries(DIRECTORIES))("%s", (_, exchanges) => {
  it("is answered as it expects, from the first request to the last", async () => {
    const ids = new Map<string, string>();
    const filled = <T>(part: T): T =>
      JSON.parse(
        JSON.stringify(part).replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids.get(name) ?? whole),
      ) as T;
    for (const { says, method, path, body, status, answer, absent, keep } of exchanges) {
      const asked = filled(path).replaceAll(/ /g, "%20").replaceAll('"', "%22");
      const sent = body === undefined ? undefined : filled(body);
      const heard = await directory.call(method, asked, sent);
      const about = `${says}: ${JSON.stringify(heard.body)}`;
      expect(heard.status, about).toBe(status);
      if (answer !== undefined) expect(heard.body, about).toMatchObject(filled(answer) as object);
      if (absent !== undefined) expect(JSON.stringify(heard.body), about).not.toContain(`"${absent}":`);
      if (keep !== undefined) ids.set(keep, heard.body.id);
    }
    const made = (await listAudit(server.app, 100)).filter(({ action }) => action === "user-added");
    const people = made.map(({ subject }) => subject).toSorted();
    expect(people.length).toBeGreaterThan(0);
    await until(() => toldOnce().length >= people.length);
    expect(toldOnce()).toEqual(people);
  });
});
