import { describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { BLOB_PART } from "../storage/records/files.ts";
import { eachWithJmap } from "../testing/each-with-jmap.ts";
import { openTestJmap } from "../testing/test-jmap.ts";

const { jmap, elin, bo } = eachWithJmap(["elin", "bo"], { limits: { uploadSize: 1_000 } });

const uploaded = async (content: string, type?: string) =>
  (await elin.upload(content, type)).json() as Promise<{ blobId: string }>;

describe("an upload", () => {
  it("is kept with its type and comes back byte for byte", async () => {
    const bytes = new Uint8Array([0, 255, 13, 10, 128]);
    const answer = await elin.upload(bytes, "text/calendar; charset=utf-8");
    expect(answer.status).toBe(201);
    const blob = (await answer.json()) as { blobId: string };
    expect(blob).toEqual({
      accountId: elin.accountId,
      blobId: expect.any(String),
      type: "text/calendar; charset=utf-8",
      size: 5,
    });
    const back = await elin.download(blob.blobId);
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(bytes);
    expect(back.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  });

  it("may be exactly as large as is said, and no larger", async () => {
    expect((await elin.upload("x".repeat(1_000))).status).toBe(201);
    const refused = await elin.upload("x".repeat(1_001));
    expect(refused.status).toBe(413);
    expect(refused.headers.get("Content-Type")).toBe("application/problem+json");
    expect(await refused.json()).toMatchObject({
      type: "urn:ietf:params:jmap:error:limit",
      limit: "maxSizeUpload",
      status: 413,
    });
  });

  it.each([
    ["read", 404],
    ["write", 201],
    ["edit", 201],
  ] as const)("goes into an account of which one may %s a calendar: %i", async (level, status) => {
    const [calendar] = await bo.calendars();
    await jmap.share(calendar.id, elin, level);
    expect((await elin.upload("x", "text/plain", bo.accountId)).status).toBe(status);
  });

  it("without end is cut off", async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 500;
        controller.enqueue(new Uint8Array(500));
      },
    });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    const request = new Request("http://snart.test/jmap/upload/x/", init);
    expect((await jmap.handlers.upload(request, elin.actor, elin.accountId)).status).toBe(413);
    expect(sent).toBeLessThan(10_000);
  });

  it("is written part by part while it comes, and nothing of it stays when it breaks off", async () => {
    const large = await openTestJmap();
    try {
      const bo = await large.client("bo");
      const held = (): Promise<number> =>
        large.app.storage.read((tx) => tx.blobs.heldBy(bo.actor.principalId));
      let most = 0;
      let pulls = 0;
      const body = new ReadableStream(
        {
          async pull(controller) {
            most = Math.max(most, await held());
            if (++pulls > 12) controller.error(new Error("the line is cut"));
            else controller.enqueue(new Uint8Array(100_000));
          },
        },
        { highWaterMark: 0 },
      );
      const init = { method: "POST", body, duplex: "half" } as RequestInit;
      const request = new Request("http://snart.test/jmap/upload/x/", init);
      await expect(large.handlers.upload(request, bo.actor, bo.accountId)).rejects.toThrow("cut");
      expect(most).toBe(4 * BLOB_PART);
      expect(await held()).toBe(0);
    } finally {
      await large.close();
    }
  });

  it("of many parts comes back byte for byte, a part at a time", async () => {
    const large = await openTestJmap();
    try {
      const bo = await large.client("bo");
      for (const size of [BLOB_PART, 2 * BLOB_PART + 1]) {
        const bytes = Uint8Array.from({ length: size }, (_, n) => n * 31 + (n >> 9));
        const { blobId } = (await (await bo.upload(bytes, "x/y")).json()) as { blobId: string };
        const answer = await bo.download(blobId);
        expect(answer.headers.get("Content-Length")).toBe(String(size));
        const chunks = await Array.fromAsync(answer.body ?? []);
        expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
        expect(Math.max(...chunks.map(({ byteLength }) => byteLength))).toBe(BLOB_PART);
      }
      const { blobId } = (await (await bo.upload("", "x/y")).json()) as { blobId: string };
      expect(await (await bo.download(blobId)).text()).toBe("");
    } finally {
      await large.close();
    }
  });

  it.each(["", "text", "text/html\r\nX-Evil: 1", "a/b; c", `${"x".repeat(300)}/y`])(
    "of type %j is of no known type",
    async (type) => {
      const request = new Request("http://snart.test/", { method: "POST", body: "x" });
      Object.defineProperty(request, "headers", {
        value: { get: (name: string) => (name === "Content-Type" ? type : null) },
      });
      const answer = await jmap.handlers.upload(request, elin.actor, elin.accountId);
      expect(await answer.json()).toMatchObject({ type: "application/octet-stream" });
    },
  );

  it("does not go into another's account", async () => {
    const nils = await jmap.client("nils");
    for (const accountId of [nils.accountId, "none", "not an id"]) {
      const answer = await elin.upload("x", "text/plain", accountId);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ type: "about:blank", code: "not-found" });
    }
  });

  it.each([
    ["freeBusy", 404],
    ["read", 404],
    ["write", 201],
    ["edit", 201],
    ["manage", 201],
  ] as const)("goes into the account of somebody who shares with the level %s: %i", async (level, status) => {
    const nils = await jmap.client("nils");
    const calendarId = (await elin.calendars())[0].id;
    const { principalId } = nils.actor;
    await jmap.app.storage.write((tx) => tx.calendars.setShare({ calendarId, principalId, level }));
    const answer = await nils.upload("minutes", "text/plain", elin.accountId);
    expect(answer.status).toBe(status);
    if (status !== 201) return;
    const { blobId } = (await answer.json()) as { blobId: string };
    const link = { "@type": "Link", rel: "enclosure", blobId, title: "minutes.txt" };
    const event = {
      calendarIds: { [calendarId]: true },
      title: "Möte",
      start: "2026-11-23T12:00:00",
      links: { a: link },
    };
    const made = await nils.call("CalendarEvent/set", { accountId: elin.accountId, create: { e: event } });
    expect(made.notCreated).toBeNull();
    expect(await elin.event(made.created.e.id)).toMatchObject({
      links: { a: { title: "minutes.txt", size: 7 } },
    });
  });

  it("is refused beyond the number that may go on at once", async () => {
    const limited = await openTestJmap({ limits: { maxConcurrentUpload: 1 } });
    const client = await limited.client("elin");
    const answers = await Promise.all([client.upload("a"), client.upload("b")]);
    expect(answers.map(({ status }) => status)).toEqual([201, 429]);
    expect(await answers[1]?.json()).toMatchObject({ limit: "maxConcurrentUpload" });
    await limited.close();
  });
});

describe("a download", () => {
  it("is saved and never run by a browser", async () => {
    const { blobId } = await uploaded("<script>alert(1)</script>", "text/html");
    const { headers } = await elin.download(blobId, 'a "b" ö.html');
    expect(headers.get("Content-Disposition")).toBe("attachment; filename*=UTF-8''a%20%22b%22%20%C3%B6.html");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(headers.get("Cache-Control")).toBe("private, immutable, max-age=31536000");
  });

  it("has the type that is asked for, unless it is none", async () => {
    const { blobId } = await uploaded("x", "text/plain");
    const type = async (query: string) =>
      (await elin.download(blobId, "x", query)).headers.get("Content-Type");
    expect(await type("?accept=text%2Fcalendar")).toBe("text/calendar");
    expect(await type("?accept=evil%0d%0aX-Header:1")).toBe("application/octet-stream");
    expect(await type("?accept=")).toBe("text/plain");
  });

  it("finds nothing of others, nothing unknown and nothing that has expired", async () => {
    const nils = await jmap.client("nils");
    const { blobId } = await uploaded("x");
    expect((await nils.download(blobId)).status).toBe(404);
    expect((await nils.download(blobId, "x", "", elin.accountId)).status).toBe(404);
    expect((await elin.download("none")).status).toBe(404);
    expect((await elin.download("../../etc/passwd")).status).toBe(404);
    jmap.clock.advance(jmap.app.limits.uploadHours * 3_600_000);
    expect((await elin.download(blobId)).status).toBe(404);
  });
});

describe("an answer that nobody takes", () => {
  const many = { limits: { maxConcurrentRequests: 2 } };
  const large = "x".repeat(100_000);

  it("takes a place of its person's JMAP requests until it is read or broken off", async () => {
    const small = await openTestJmap(many);
    try {
      const [bo, axel] = [await small.client("bo"), await small.client("axel")];
      const ask = (actor: Actor, text = large): Promise<Response> =>
        small.handlers.api(
          new Request("http://snart.test/jmap/api", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({
              using: ["urn:ietf:params:jmap:core"],
              methodCalls: [["Core/echo", { text }, "0"]],
            }),
          }),
          actor,
        );
      const [first, second] = [await ask(bo.actor), await ask(bo.actor)];
      expect((await ask(bo.actor, "short")).status).toBe(429);
      expect((await ask(axel.actor)).status).toBe(200);
      await first.body?.cancel();
      // A short answer holds nothing, taken or not.
      for (let n = 0; n < 4; n++) expect((await ask(bo.actor, "short")).status).toBe(200);
      const third = await ask(bo.actor);
      expect((await ask(bo.actor)).status).toBe(429);
      expect(await second.text()).toContain(large);
      expect((await ask(bo.actor, "short")).status).toBe(200);
      await third.body?.cancel();
    } finally {
      await small.close();
    }
  });
});
