import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaticSite, type StaticSite } from "./static-site.ts";

const folder = mkdtempSync(join(tmpdir(), "snart-site-"));
const script = `console.log("${"snart ".repeat(400)}");`;
let site: StaticSite;
beforeAll(() => {
  mkdirSync(join(folder, "dist/assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(folder, "dist/index.html"), "<!doctype html><title>Snart</title>");
  writeFileSync(join(folder, "dist/favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "dist/sw.js"), "1");
  mkdirSync(join(folder, "dist/guest"));
  for (const name of ["feed", "poll"]) writeFileSync(join(folder, `dist/guest/${name}.js`), "1");
  writeFileSync(join(folder, "dist/assets/app-a1b2c3.js"), script);
  writeFileSync(join(folder, "dist/assets/möte.js"), "1");
  symlinkSync(join(folder, "secret.txt"), join(folder, "dist/link.txt"));
  site = openStaticSite(join(folder, "dist"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = (
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Response | undefined> => site.answer(new Request(`http://x${path}`, { method, headers }));
const NAVIGATION = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "sec-fetch-mode": "navigate" };

describe("the web app's files", () => {
  it("caches hashed files for ever, and revalidates the rest", async () => {
    const asset = await get("/assets/app-a1b2c3.js");
    expect(asset?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(asset?.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(await asset?.text()).toBe(script);
    expect((await get("/favicon.svg"))?.headers.get("cache-control")).toBe("no-cache");
    expect((await get("/"))?.headers.get("cache-control")).toBe("no-cache");
  });
  it.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br;q=0", "gzip"],
    ["gzip", "gzip"],
    ["identity", null],
    ["", null],
    ["brotli, xgzip", null],
  ])("answers Accept-Encoding %j with %s", async (accept, encoding) => {
    const response = await get("/assets/app-a1b2c3.js", { "accept-encoding": accept });
    const bytes = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
    expect(response?.headers.get("content-encoding") ?? null).toBe(encoding);
    expect(response?.headers.get("vary")).toBe("accept-encoding");
    expect(Number(response?.headers.get("content-length"))).toBe(bytes.byteLength);
    const plain =
      encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
    expect(plain.toString()).toBe(script);
    if (encoding !== null) expect(bytes.byteLength).toBeLessThan(script.length / 4);
  });
  it("answers 304 to a client with the current version, per encoding", async () => {
    const etag = (await get("/assets/app-a1b2c3.js", { "accept-encoding": "br" }))?.headers.get("etag") ?? "";
    const again = await get("/assets/app-a1b2c3.js", {
      "accept-encoding": "br",
      "if-none-match": `"other", W/${etag}`,
    });
    expect([again?.status, await again?.text()]).toEqual([304, ""]);
    expect(
      (await get("/assets/app-a1b2c3.js", { "if-none-match": etag }))?.status,
      "the plain form is another entity",
    ).toBe(200);
  });
  it("answers HEAD without a body", async () => {
    const head = await get("/assets/app-a1b2c3.js", {}, "HEAD");
    expect([head?.headers.get("content-length"), await head?.text()]).toEqual([String(script.length), ""]);
  });
  it("lets the service worker fetch the app's files, revalidates it each time, and restricts nothing else", async () => {
    const worker = await get("/sw.js");
    expect(worker?.headers.get("content-security-policy")).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
    expect(worker?.headers.get("cache-control")).toBe("no-cache");
    expect((await get("/assets/app-a1b2c3.js"))?.headers.has("content-security-policy")).toBe(false);
  });
  it("lets the worker that reads a guest's calendar from an address ask for that, and the script that starts it for nothing", async () => {
    expect((await get("/guest/feed.js"))?.headers.get("content-security-policy")).toBe(
      "default-src 'none'; connect-src 'self' https:; frame-ancestors 'none'",
    );
    expect((await get("/guest/poll.js"))?.headers.has("content-security-policy")).toBe(false);
  });
  it("serves the app at every address that a person navigates to", async () => {
    for (const path of ["/", "/week/2026-W47", "/event/01a.b", "/setup?token=x", "/index.html"])
      expect(await (await get(path, NAVIGATION))?.text(), path).toContain("<title>Snart");
  });
  it("does not serve it to programs, nor for a missing file", async () => {
    expect(await get("/week/2026-W47", { accept: "*/*" })).toBeUndefined();
    expect(await get("/missing.js", { accept: "*/*" })).toBeUndefined();
    expect(await get("/assets/app-old.js", NAVIGATION)).toBeUndefined();
  });
  it("finds names with letters beyond ASCII", async () => {
    expect(await (await get("/assets/m%C3%B6te.js"))?.text()).toBe("1");
  });
  it.each([
    "/../secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/..%5csecret.txt",
    "//etc/passwd",
    "/etc/passwd%00.js",
    "/%E0%A4%A",
    "/link.txt",
    "/assets",
    "/assets/",
  ])("serves nothing for %s", async (path) => {
    expect(await get(path)).toBeUndefined();
  });
  it("survives, and does not remember, a file that disappears and comes back", async () => {
    const path = join(folder, "dist/assets/later-1.js");
    writeFileSync(path, "1");
    const fresh = openStaticSite(join(folder, "dist"));
    rmSync(path);
    expect(await fresh.answer(new Request("http://x/assets/later-1.js"))).toBeUndefined();
    writeFileSync(path, "2");
    expect(await (await fresh.answer(new Request("http://x/assets/later-1.js")))?.text()).toBe("2");
  });
  it("says when the app has not been built", async () => {
    const response = await openStaticSite(join(folder, "nowhere")).answer(
      new Request("http://x/", { headers: NAVIGATION }),
    );
    expect([response?.status, await response?.text()]).toEqual([
      503,
      "The web app has not been built. Run: npm run build\n",
    ]);
  });
});
