// Managed attachments through the real server and a socket: large bodies, signing in, and invented addresses.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventText } from "../testing/dav-client.ts";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";

const MIB = 1024 * 1024;
const ONE = "/dav/calendars/elin/calendar/1.ics";
let server: TestServer;
const authorization = basic("elin", "hjortron och gran");

beforeAll(async () => {
  server = await startTestServer();
  await server.addUser("elin@example.com", "hjortron och gran");
  const headers = { authorization, "content-type": "text/calendar" };
  expect((await server.fetch(ONE, { method: "PUT", headers, body: eventText("1") })).status).toBe(201);
});
afterAll(() => server.stop());

const add = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  type = "application/octet-stream",
  init: object = {},
): Promise<Response> =>
  server.fetch(`${ONE}?action=attachment-add`, {
    method: "POST",
    headers: { authorization, "content-type": type, "content-disposition": 'attachment; filename="f.bin"' },
    body,
    ...init,
  });
const urlOf = (answer: Response): string => `/attachments/${answer.headers.get("cal-managed-id")}/f.bin`;
const get = (path: string, headers: Record<string, string> = { authorization }, method = "GET") =>
  server.fetch(path, { method, headers });

test("ten mebibytes are uploaded and downloaded byte for byte", async () => {
  const bytes = randomBytes(10 * MIB);
  const added = await add(bytes);
  expect(added.status).toBe(201);
  const file = await get(urlOf(added));
  expect([file.status, file.headers.get("content-length")]).toEqual([200, String(10 * MIB)]);
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  const head = await get(urlOf(added), { authorization }, "HEAD");
  expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
});

test("one byte more is refused by name, with and without a stated length", async () => {
  const chunks = Array.from({ length: 161 }, () => new Uint8Array(65_536));
  for (const answer of [
    await add(new Uint8Array(10 * MIB + 1)),
    await add(ReadableStream.from(chunks), "application/octet-stream", { duplex: "half" }),
  ]) {
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("max-attachment-size");
  }
  expect((await add(new Uint8Array(21 * MIB))).status).toBe(413);
});

test("a person without sign-in gets nothing, as does one who asks for a missing attachment", async () => {
  const path = urlOf(await add("secret", "text/html"));
  const stranger = await get(path, {});
  expect([stranger.status, await stranger.text()]).toEqual([401, expect.not.stringContaining("secret")]);
  for (const wrong of ["/attachments/none/f.bin", "/attachments/..%2f..%2fetc%2fpasswd/x", `${path}/more`])
    expect((await get(wrong)).status).toBe(404);
});

test("a page with scripts is saved and never run, and its address can't be written to", async () => {
  const path = urlOf(await add("<script>alert(1)</script>", "text/html"));
  const { headers } = await get(path);
  expect(headers.get("content-disposition")).toMatch(/^attachment/);
  expect(headers.get("content-security-policy")).toContain("sandbox");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  for (const method of ["PUT", "DELETE", "POST"])
    expect((await get(path, { authorization }, method)).status).toBeGreaterThanOrEqual(400);
  expect(await (await get(path)).text()).toContain("script");
});
