import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressAnswer } from "./compress-answer.ts";

const long = JSON.stringify(Array.from({ length: 2_000 }, (_, i) => ({ title: `möte ${i}` })));
const answer = (
  body: string,
  accept: string,
  address = "203.0.113.1",
  type = "application/json",
): Promise<Response> =>
  compressAnswer(
    new Request("http://x/", { headers: { "accept-encoding": accept } }),
    new Response(body, { status: 200, headers: { "content-type": type, "cache-control": "no-store" } }),
    address,
  );

const XML = "application/xml";
async function* pieces(count: number): AsyncGenerator<string> {
  for (let n = 0; n < count; n++) yield long;
}
const streamed = (body: AsyncIterable<string>, type: string, more: Record<string, string> = {}) =>
  compressAnswer(
    new Request("http://x/", { headers: { "accept-encoding": "gzip" } }),
    new Response(ReadableStream.from(body).pipeThrough(new TextEncoderStream()), {
      status: 207,
      headers: { "content-type": type, vary: "Prefer", ...more },
    }),
    "203.0.113.1",
  );

describe("compressing answers", () => {
  it("makes a long answer much shorter and loses nothing", async () => {
    const response = await answer(long, "br, gzip");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
    expect(response.headers.get("vary")).toBe("accept-encoding");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(bytes.byteLength).toBeLessThan(long.length / 6);
    expect(gunzipSync(bytes).toString()).toBe(long);
  });
  it("packs also a page that is not long, which somebody waits for on a phone", async () => {
    const page = `<!doctype html>${"<li><a href='/b/elin'>09:00</a></li>".repeat(100)}`;
    const response = await answer(page, "gzip", "203.0.113.1", "text/html; charset=utf-8");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(bytes.byteLength).toBeLessThan(page.length / 10);
    expect(gunzipSync(bytes).toString()).toBe(page);
    const short = await answer("<p>Gone</p>", "gzip", "203.0.113.1", "text/html; charset=utf-8");
    expect(short.headers.get("content-encoding")).toBeNull();
  });
  it.each([
    ["application/xml; charset=utf-8", 1],
    ["text/calendar; charset=utf-8", 40],
  ])("compresses %s while it is made, and loses nothing", async (type, count) => {
    const response = await streamed(pieces(count), type);
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("vary")).toBe("Prefer, accept-encoding");
    expect(response.status).toBe(207);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.byteLength).toBeLessThan((long.length * count) / 6);
    expect(gunzipSync(bytes).toString()).toBe(long.repeat(count));
  });

  it("fails where its source fails, and stops the source when the reader leaves", async () => {
    const failing = async function* () {
      yield long;
      throw new Error("taken away");
    };
    await expect((await streamed(failing(), XML)).arrayBuffer()).rejects.toThrow();
    let isStopped = false;
    const endless = async function* () {
      try {
        for (;;) yield long;
      } finally {
        isStopped = true;
      }
    };
    const response = await streamed(endless(), XML);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    while (!isStopped) await new Promise((resolve) => setImmediate(resolve));
  });

  it("leaves an answer with an entity tag, and a short multistatus, unchanged", async () => {
    const tagged = await streamed(pieces(1), "text/calendar", { etag: '"a"' });
    expect([tagged.headers.has("content-encoding"), await tagged.text()]).toEqual([false, long]);
    const short = await streamed(pieces(0), XML);
    expect([short.headers.has("content-encoding"), await short.text()]).toEqual([false, ""]);
  });

  it.each([
    ["a short answer", "{}", "gzip", "203.0.113.1", "application/json"],
    ["a client that takes none", long, "", "203.0.113.1", "application/json"],
    ["a client that refuses it", long, "br, gzip;q=0", "203.0.113.1", "application/json"],
    ["a client on this machine", long, "gzip", "127.0.0.1", "application/json"],
    ["an event stream", long, "gzip", "203.0.113.1", "text/event-stream"],
  ])("leaves %s unchanged", async (_what, body, accept, address, type) => {
    const response = await answer(body, accept, address, type);
    expect(response.headers.has("content-encoding")).toBe(false);
    expect(await response.text()).toBe(body);
  });
});
