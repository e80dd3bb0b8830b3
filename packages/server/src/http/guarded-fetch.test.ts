import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { FeedRequest } from "../app/feed-fetcher.ts";
import { openFeedServer, type FeedServer } from "../testing/feed-server.ts";
import { guardedFetcher } from "./guarded-fetch.ts";
import { addressRule, type Resolve } from "./open-addresses.ts";

const servers: FeedServer[] = [];
const serve = async (answer: FeedServer["answer"]): Promise<FeedServer> => {
  const server = await openFeedServer(answer);
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const asked = (url: string, fields: Partial<FeedRequest> = {}): FeedRequest => ({
  url,
  etag: null,
  lastModified: null,
  maxBytes: 100_000,
  timeoutMs: 2_000,
  ...fields,
});
const local = guardedFetcher({ networks: ["127.0.0.0/8"] });
const ends =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  (_: unknown, response: ServerResponse): void =>
    void response.writeHead(status, headers).end(body);

describe("fetching an address that a user has given", () => {
  it("reads it whole, unpacked, with what the next conditional request needs", async () => {
    const server = await serve(
      ends(gzipSync("BEGIN:VCALENDAR"), { "content-encoding": "gzip", etag: `"1"`, "last-modified": "Sun" }),
    );
    const answer = await local(asked(`${server.url}/a.ics`));
    expect(answer).toMatchObject({ kind: "read", etag: `"1"`, lastModified: "Sun" });
    expect(answer.kind === "read" && Buffer.from(answer.content).toString()).toBe("BEGIN:VCALENDAR");
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(server.requests[0]?.headers).not.toHaveProperty("cookie");
  });

  it("asks conditionally, and accepts that nothing has changed", async () => {
    const server = await serve(ends("", {}, 304));
    expect(await local(asked(server.url, { etag: `"1"`, lastModified: "Sun" }))).toEqual({
      kind: "unchanged",
    });
    expect(server.requests[0]?.headers).toMatchObject({ "if-none-match": `"1"`, "if-modified-since": "Sun" });
  });

  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://2130706433/",
    "http://localhost/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://100.64.0.1/",
    "https://198.51.100.1:22/",
    "https://198.51.100.1:25/",
  ])("does not connect to %s", async (url) => {
    expect(await guardedFetcher()(asked(url))).toEqual({
      kind: "failed",
      error: { code: "address-refused" },
    });
  });

  it("lets the administrator name private networks, and no others", () => {
    const mayReach = addressRule(["192.168.1.0/24", "fd00::/8"]);
    expect(["192.168.1.9", "fd12::1", "93.184.215.14"].filter(mayReach)).toHaveLength(3);
    expect(["192.168.2.1", "127.0.0.1", "169.254.169.254", "fe80::1"].some(mayReach)).toBe(false);
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "file:///etc/passwd",
    "gopher://x/",
  ])("does not follow a redirect to %s", async (location) => {
    const server = await serve(ends("", { location }, 302));
    expect(await local(asked(server.url))).toEqual({ kind: "failed", error: { code: "address-refused" } });
    expect(server.requests).toHaveLength(1);
  });

  it("resolves a name once, so that a second answer can't lead elsewhere", async () => {
    const server = await serve(ends("secret"));
    const answers = ["3ffe::1", "::1"];
    const seen: string[] = [];
    const resolve: Resolve = (name, _options, callback) => {
      seen.push(name);
      callback(null, [{ address: answers.shift() ?? "::1", family: 6 }]);
    };
    const url = server.url.replace("127.0.0.1", "rebinding.example");
    // It connects to the first answer, where nothing listens; never to the second.
    const answer = await guardedFetcher({ resolve })(asked(url, { timeoutMs: 300 }));
    expect(answer.kind).toBe("failed");
    expect(seen).toEqual(["rebinding.example"]);
    expect(server.requests).toHaveLength(0);
  });

  it("refuses a name with an open and a closed address", async () => {
    const server = await serve(ends("secret"));
    const resolve: Resolve = (_name, _options, callback) =>
      callback(null, [
        { address: "93.184.215.14", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ]);
    const url = server.url.replace("127.0.0.1", "both.example");
    expect(await guardedFetcher({ resolve })(asked(url))).toEqual({
      kind: "failed",
      error: { code: "address-refused" },
    });
    expect(server.requests).toHaveLength(0);
  });

  it("sends name and password only to the server that they are for", async () => {
    const other = await serve(ends("BEGIN:VCALENDAR"));
    const server = await serve(ends("", { location: `${other.url}/b.ics` }, 301));
    const url = server.url.replace("//", "//elin:h%C3%A5l@");
    expect((await local(asked(url))).kind).toBe("read");
    const basic = Buffer.from("elin:hål").toString("base64");
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${basic}`);
    expect(other.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(other.requests[0]?.url).toBe("/b.ics");
  });

  it("ends redirect loops", async () => {
    const server = await serve(ends("", { location: "/again" }, 302));
    expect(await local(asked(server.url))).toEqual({ kind: "failed", error: { code: "too-many-redirects" } });
    expect(server.requests).toHaveLength(6);
  });

  it.each([
    ["what is too large", ends(Buffer.alloc(100_001, 65))],
    [
      "what is too large once unpacked",
      ends(gzipSync(Buffer.alloc(5_000_000)), { "content-encoding": "gzip" }),
    ],
  ])("refuses %s", async (_what, answer) => {
    const server = await serve(answer);
    expect(await local(asked(server.url))).toEqual({ kind: "failed", error: { code: "too-large" } });
  });

  it("stops reading an endless answer", async () => {
    let sent = 0;
    const server = await serve((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 65))) sent += 16_384;
      };
      response.on("drain", more);
      more();
    });
    expect(await local(asked(server.url))).toEqual({ kind: "failed", error: { code: "too-large" } });
    expect(sent).toBeLessThan(20_000_000);
  });

  it("does not wait for a server that is too slow, to answer or to end", async () => {
    const silent = await serve(() => undefined);
    const dripping = await serve((_request, response) => void response.write("BEGIN:"));
    for (const server of [silent, dripping]) {
      const answer = await local(asked(server.url, { timeoutMs: 200 }));
      expect(answer).toEqual({ kind: "failed", error: { code: "timed-out" } });
    }
  });

  it.each([
    [
      "half of it",
      (_: unknown, r: ServerResponse) =>
        void (r.writeHead(200, { "content-length": "99" }), r.write("x"), setImmediate(() => r.destroy())),
      "incomplete",
    ],
    ["what cannot be unpacked", ends("no gzip", { "content-encoding": "gzip" }), "answered-badly"],
    ["what was packed otherwise", ends("x", { "content-encoding": "br" }), "answered-badly"],
    ["a sign-in", ends("", {}, 401), "needs-sign-in"],
    ["nothing there", ends("", {}, 404), "not-there"],
    ["an error", ends("", {}, 503), "answered-badly"],
  ])("describes %s", async (_what, answer, code) => {
    const server = await serve(answer);
    expect(await local(asked(server.url))).toMatchObject({ kind: "failed", error: { code } });
  });

  it("reports when nobody answers", async () => {
    const server = await serve(ends(""));
    await server.close();
    servers.splice(0);
    expect(await local(asked(server.url))).toEqual({ kind: "failed", error: { code: "unreachable" } });
  });
});
