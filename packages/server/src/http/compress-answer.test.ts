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
  it.each([
    ["a short answer", "{}", "gzip", "203.0.113.1", "application/json"],
    ["a client that takes none", long, "", "203.0.113.1", "application/json"],
    ["a client that refuses it", long, "br, gzip;q=0", "203.0.113.1", "application/json"],
    ["a client on this machine", long, "gzip", "127.0.0.1", "application/json"],
    ["an event stream", long, "gzip", "203.0.113.1", "text/event-stream"],
  ])("leaves %s as it is", async (_what, body, accept, address, type) => {
    const response = await answer(body, accept, address, type);
    expect(response.headers.has("content-encoding")).toBe(false);
    expect(await response.text()).toBe(body);
  });
});
