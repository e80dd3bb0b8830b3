import { describe, expect, it } from "vitest";
import { BodyTooLarge, limitBody } from "./body-limit.ts";
import { clientAddressFinder } from "./client-address.ts";
import { openLog } from "./logger.ts";
import { isCrossSite } from "./same-origin.ts";
import { securityHeaders } from "./security-headers.ts";

describe("the client's address", () => {
  const find = clientAddressFinder(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);
  it.each<[string | undefined, string | null, string, string]>([
    ["198.51.100.7", "203.0.113.1", "198.51.100.7", "a stranger's header is not believed"],
    ["10.1.2.3", "203.0.113.1", "203.0.113.1", "a proxy's is"],
    ["10.1.2.3", "6.6.6.6, 203.0.113.1, 10.9.9.9", "203.0.113.1", "up to the first stranger from the right"],
    ["127.0.0.1", "not an address", "127.0.0.1", "nonsense stops the search"],
    ["127.0.0.1", "6.6.6.6, <script>, 10.0.0.1", "10.0.0.1", "nonsense in the middle too"],
    ["::ffff:10.1.2.3", "::ffff:203.0.113.1", "203.0.113.1", "IPv4 in IPv6 is IPv4"],
    ["fd00::1", "2001:db8::7", "2001:db8::7", "IPv6"],
    ["127.0.0.1", null, "127.0.0.1", "no header"],
    [undefined, "1.2.3.4", "unknown", "no socket"],
  ])("peer %s, header %s: %s (%s)", (peer, header, address) => {
    expect(find(peer, header)).toBe(address);
  });
  it("trusts no proxy by default", () => {
    expect(clientAddressFinder([])("127.0.0.1", "203.0.113.1")).toBe("127.0.0.1");
  });
  it("reads only the end of an endless header", () => {
    expect(find("127.0.0.1", `${"9.9.9.9,".repeat(100_000)}203.0.113.1`)).toBe("203.0.113.1");
  });
});

describe("requests on behalf of another site", () => {
  const cross = (method: string, headers: Record<string, string>, publicUrl: string | null = null): boolean =>
    isCrossSite(method, "http://snart.local:8080/jmap/api", new Headers(headers), publicUrl);
  it.each([
    ["POST", { "sec-fetch-site": "cross-site" }, true],
    ["POST", { "sec-fetch-site": "same-site" }, true],
    ["POST", { "sec-fetch-site": "same-origin" }, false],
    ["DELETE", { "sec-fetch-site": "cross-site", origin: "http://snart.local:8080" }, true],
    ["POST", { origin: "http://snart.local:8080" }, false],
    ["POST", { origin: "http://snart.local" }, true],
    ["POST", { origin: "null" }, true],
    ["POST", {}, false],
    ["GET", { "sec-fetch-site": "cross-site" }, false],
  ])("%s %j: %s", (method, headers, expected) => {
    expect(cross(method, headers as Record<string, string>)).toBe(expected);
  });
  it("knows the public address behind a proxy", () => {
    expect(cross("POST", { origin: "https://cal.example.org" }, "https://cal.example.org")).toBe(false);
    expect(cross("POST", { origin: "https://cal.example.org.evil.example" }, "https://cal.example.org")).toBe(
      true,
    );
  });
});

describe("security headers", () => {
  const headersFor = (type: string, https = false): Headers => {
    const headers = new Headers({ "content-type": type });
    securityHeaders({ https })(headers);
    return headers;
  };
  it("let a page run and load only its own files", () => {
    const csp = headersFor("text/html; charset=utf-8").get("content-security-policy");
    expect(csp).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
        "manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
    expect(csp).not.toMatch(/unsafe|https?:/);
  });
  it("let other answers run nothing", () => {
    for (const type of ["application/json", "text/calendar", "image/svg+xml"])
      expect(headersFor(type).get("content-security-policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
  });
  it("ask for TLS for ever only if there is TLS", () => {
    expect(headersFor("text/html", true).get("strict-transport-security")).toBe("max-age=31536000");
    expect(headersFor("text/html", false).has("strict-transport-security")).toBe(false);
  });
});

describe("the limit of a body", () => {
  const chunked = (chunks: readonly string[]): Request =>
    new Request("http://x/", {
      method: "PUT",
      headers: { "transfer-encoding": "chunked" },
      body: ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk))),
      duplex: "half",
    });
  const stated = (length: string): Request =>
    new Request("http://x/", { method: "PUT", headers: { "content-length": length }, body: "abc" });

  it("uses the stated length at once", () => {
    expect(limitBody(stated("11"), 10)).toBe("too-large");
    const request = stated("10");
    expect(limitBody(request, 10)).toBe(request);
  });
  it("counts a body without a stated length while it is read", async () => {
    const fits = limitBody(chunked(["12345", "67890"]), 10);
    expect(fits !== "too-large" && (await fits.text())).toBe("1234567890");
    const exceeds = limitBody(chunked(["12345", "67890", "!"]), 10);
    await expect(exceeds !== "too-large" && exceeds.text()).rejects.toThrow(BodyTooLarge);
  });
});

describe("the log", () => {
  it("writes a line for people with the stack below", () => {
    const lines: string[] = [];
    const log = openLog("info", "text", (line) => lines.push(line));
    log.debug("not this");
    log.info({ status: 200 }, "it went well");
    log.error({ err: new Error("broken") }, "it broke");
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info it went well status=200\n$/);
    expect(lines[1]).toMatch(/ error it broke\nError: broken\n {4}at /);
    expect(lines).toHaveLength(2);
  });
});
