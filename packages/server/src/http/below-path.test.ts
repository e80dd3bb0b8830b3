import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IncomingMessage } from "node:http";
import type { Hono } from "hono";
import { expect, it } from "vitest";
import { OWN_WORDS, parsePublicUrl } from "../config/public-url.ts";
import { startTestServer } from "../testing/http-server.ts";
import type { HttpEnv } from "./http-env.ts";
import { answerBelow, below, enterBelow, headersBelow, manifestBelow } from "./below-path.ts";

const entered = (url: string, base = "/kalender", method = "GET"): string | undefined => {
  const incoming = { url, method } as IncomingMessage;
  return enterBelow(incoming, base) ?? incoming.url;
};

it("takes the path away once, whether the proxy has passed it on or not", () => {
  expect(entered("/kalender/jmap/api?x=/kalender/y")).toBe("/jmap/api?x=/kalender/y");
  expect(entered("/jmap/api")).toBe("/jmap/api");
  expect(entered("/kalender/")).toBe("/");
  expect(entered("/kalendern/x")).toBe("/kalendern/x");
  expect(entered("http://host/kalender/dav/")).toBe("http://host/dav/");
  expect(entered("/a/b/c", "/a/b")).toBe("/c");
  expect(entered("/x", "")).toBe("/x");
});

it("leads a browser to the slash at the end, and takes calendar apps as they come", () => {
  expect(entered("/kalender")).toBe("/kalender/");
  expect(entered("/kalender?a=b")).toBe("/kalender/?a=b");
  expect(entered("/kalender", "/kalender", "PROPFIND")).toBe("/");
});

it("puts the path before our own addresses only", () => {
  expect(below("/kalender", "/b/x")).toBe("/kalender/b/x");
  for (const other of [
    "/kalender/b/x",
    "/kalender",
    "//else.example/x",
    "/\\else.example",
    "https://a.example/",
    "",
  ])
    expect(below("/kalender", other)).toBe(other);
  expect(below("", "/b/x")).toBe("/b/x");
});

it("keeps a cookie below the path, and leads there", () => {
  const headers = new Headers({ location: "/soon" });
  headers.append("set-cookie", "a=b; Path=/; HttpOnly");
  headers.append("set-cookie", "c=d; Path=/; HttpOnly; Secure");
  headersBelow("/kalender", headers);
  expect(headers.getSetCookie()).toEqual([
    "a=b; Path=/kalender; HttpOnly",
    "c=d; Path=/kalender; HttpOnly; Secure",
  ]);
  expect(headers.get("location")).toBe("/kalender/soon");
});

it("writes a page for its path, with a policy that lets its style in", async () => {
  const html = `<style>@font-face{src:url("/fonts/a.woff2")}</style><a href="/p/x">&lt;a href=&quot;/evil&quot;</a><form action="/b/y" method="post"><a href="#times"><a href="https://a.example/b">`;
  const given = new Response(html, {
    status: 404,
    headers: { "content-security-policy": "style-src 'sha256-old='", "content-length": "5" },
  });
  const answer = await answerBelow("/kalender", given);
  const text = await answer.text();
  expect(text).toContain('url("/kalender/fonts/a.woff2")');
  expect(text).toContain('href="/kalender/p/x"');
  expect(text).toContain('action="/kalender/b/y"');
  expect(text).toContain("href=&quot;/evil&quot;");
  expect(text).toContain('href="#times"');
  expect(text).toContain('href="https://a.example/b"');
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-length")).toBeNull();
  expect(answer.headers.get("content-security-policy")).not.toContain("old");
});

it("writes the manifest for its path", () => {
  const file = join(import.meta.dirname, "../../../web/public/manifest.webmanifest");
  const manifest = JSON.parse(manifestBelow("/kalender", readFileSync(file, "utf8"))) as Record<
    string,
    unknown
  >;
  expect(manifest).toMatchObject({ id: "/kalender/", start_url: "/kalender/", scope: "/kalender/" });
  expect(manifest["icons"]).toContainEqual(expect.objectContaining({ src: "/kalender/icons/192.png" }));
});

it("refuses a path that begins like an address of the server, or like a page of the web app", async () => {
  let routes: readonly string[] = [];
  const extraRoutes = (server: Hono<HttpEnv>): void =>
    queueMicrotask(() => (routes = server.routes.map(({ path }) => path)));
  await (await startTestServer({ overrides: { extraRoutes } })).stop();
  const pages = readFileSync(join(import.meta.dirname, "../../../web/src/pages.ts"), "utf8");
  const paths = [...routes, ...[...pages.matchAll(/path: "([^"]*)"/g)].map(([, path]) => path ?? "")];
  const words = new Set(
    paths.map((path) => path.split("/")[1] ?? "").filter((word) => !/^$|^[:*]/.test(word)),
  );
  expect(words.size).toBeGreaterThan(30);
  expect([...words].filter((word) => !OWN_WORDS.has(word))).toEqual([]);
  expect(parsePublicUrl("https://a.example/b")).toHaveProperty("mustBe");
});
