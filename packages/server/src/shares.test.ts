import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problemResponse } from "./http/problem-response.ts";
import { inShare } from "./shares.ts";
import { basic, startTestServer, type TestServer } from "./testing/http-server.ts";
import { openTestApp, type TestApp } from "./testing/test-app.ts";
import { Turns } from "./turns/turns.ts";

describe("a place for an answer", () => {
  let test: TestApp;
  beforeEach(async () => (test = await openTestApp({ limits: { davRequests: 1, davRequestsWaiting: 0 } })));
  afterEach(() => test.close());

  const endless = async (): Promise<Response> => new Response(new ReadableStream({ pull: () => undefined }));
  const ask = (who: string, answer = endless): Promise<Response> =>
    inShare(test.app, who, answer, problemResponse);

  it("is taken until the answer is read, broken off or failed, and is each person's own", async () => {
    const first = await ask("elin");
    const second = await ask("elin");
    expect([second.status, second.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await ask("axel")).status).toBe(200);
    await first.body?.cancel();
    const read = await ask("elin", async () => new Response("all"));
    expect((await ask("elin")).status).toBe(503);
    expect(await read.text()).toBe("all");
    const fail = async (): Promise<Response> => Promise.reject(new Error("broken"));
    await expect(ask("elin", fail)).rejects.toThrow("broken");
    const empty = async (): Promise<Response> => new Response(null, { status: 304 });
    expect((await ask("elin", empty)).status).toBe(304);
    expect((await ask("elin")).status).toBe(200);
  });
});

it("a place for an answer is given back by HEAD, whose answer nobody reads", async () => {
  const server = await startTestServer({ env: { SNART_LIMIT_DAV_REQUESTS: "1" } });
  try {
    const password = "lång nog för alla";
    const elin = await server.addUser("elin@example.com", password);
    const headers = { authorization: basic("elin", password) };
    const [calendar] = await server.app.storage.read((tx) => tx.calendars.ofAccount(elin.id));
    const path = `/export/${calendar?.id}/a.ics`;
    for (let n = 0; n < 4; n++)
      expect((await server.fetch(path, { method: "HEAD", headers })).status).toBe(200);
    expect((await server.fetch(path, { headers })).status).toBe(200);
  } finally {
    await server.stop();
  }
});

it("a download holds its person's place until it is taken or broken off", async () => {
  const server = await startTestServer({
    env: { SNART_LIMIT_MAX_CONCURRENT_UPLOAD: "1", SNART_LIMIT_DAV_REQUESTS_WAITING: "1" },
  });
  try {
    const password = "lång nog för alla";
    const elin = await server.addUser("elin@example.com", password);
    const headers = { authorization: basic("elin", password) };
    // More than the sockets on the way take in.
    const body = new Uint8Array(30 * 1024 * 1024);
    const path = `/jmap/upload/${elin.id}/`;
    const uploaded = await server.fetch(path, { method: "POST", headers, body });
    const { blobId } = (await uploaded.json()) as { blobId: string };
    const download = (): Promise<Response> =>
      server.fetch(`/jmap/download/${elin.id}/${blobId}/a.bin`, { headers });
    const first = await download();
    const waiting = [download(), download()];
    const refused = await Promise.race(waiting);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    await first.body?.cancel();
    const answers = await Promise.all(waiting);
    const taken = answers.find((one) => one !== refused);
    expect((await taken?.arrayBuffer())?.byteLength).toBe(body.byteLength);
    expect((await (await download()).arrayBuffer()).byteLength).toBe(body.byteLength);
  } finally {
    await server.stop();
  }
});

describe("whose share is used up", () => {
  let server: TestServer;
  const turns = new Turns();
  const used = new Set<string>();
  beforeEach(async () => {
    used.clear();
    server = await startTestServer({
      overrides: {
        turns: {
          of: (who, kind) => turns.of(who, kind),
          waitOf: (who) => ([...used].some((name) => who.startsWith(name)) ? 7 : 0),
        },
      },
    });
  });
  afterEach(() => server.stop());

  it("gets no export, and no feed by a secret link, before a time; a link uses up nothing of its owner's", async () => {
    const password = "lång nog för alla";
    const elin = await server.addUser("elin@example.com", password);
    const headers = { authorization: basic("elin", password) };
    const [calendar] = await server.app.storage.read((tx) => tx.calendars.ofAccount(elin.id));
    const link = await server.fetch("/jmap/api", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({
        using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
        methodCalls: [
          [
            "PublicLink/set",
            {
              accountId: elin.id,
              create: { a: { calendarId: calendar?.id, detail: "busy", label: "Team" } },
            },
            "0",
          ],
        ],
      }),
    });
    const { methodResponses } = (await link.json()) as {
      methodResponses: [string, { created: { a: { token: string } } }][];
    };
    const token = methodResponses[0]?.[1].created.a.token;
    const statuses = async (): Promise<readonly (readonly [number, string | null])[]> => {
      const paths = [`/export/${calendar?.id}/a.ics`, "/export/everything", `/feed/${token}.ics`];
      const answers: (readonly [number, string | null])[] = [];
      for (const path of paths) {
        const answer = await server.fetch(path, { headers });
        await answer.arrayBuffer();
        answers.push([answer.status, answer.headers.get("retry-after")]);
      }
      return answers;
    };
    expect((await statuses()).map(([status]) => status)).toEqual([200, 200, 200]);
    used.add(elin.id);
    expect(await statuses()).toEqual([
      [503, "7"],
      [503, "7"],
      [200, null],
    ]);
    used.clear();
    used.add("link ");
    expect(await statuses()).toEqual([
      [200, null],
      [200, null],
      [503, "7"],
    ]);
  });
});
