import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/http-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { SNART_LIMIT_PAGE_VIEWS: "5" } });
});
afterEach(() => server.stop());

it("answers looks at booking pages until one network has had its share, and says when again", async () => {
  const paths = ["/b/nobody", "/b/nobody/talk", "/b/nobody/talk/20261123T080000Z", "/booking/x", "/b/nobody"];
  for (const path of paths) expect((await server.fetch(path)).status).toBe(404);
  for (const path of paths) {
    const refused = await server.fetch(`${path}?lang=sv`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(await refused.text()).toContain("För många sidor har öppnats från ditt nätverk");
  }
  // Nothing else is answered less for it.
  expect((await server.fetch("/healthz")).status).toBe(200);
});
