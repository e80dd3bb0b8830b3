import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, afterEach, describe, expect, it, vi } from "vitest";
import { mintActor } from "../../app/actor.ts";
import { PUSH_MESSAGE } from "../../app/push/push-subscriptions.ts";
import { guardedPost } from "../../http/guarded-post.ts";
import { isOpenAddress } from "../../http/open-addresses.ts";
import { sendEffects } from "../../jobs/send-effects.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { JmapClient, type Answer } from "../../testing/jmap-client.ts";
import { newPushDevice } from "../../testing/push/push-device.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { pushSender } from "./send-push.ts";
import { encrypt } from "../../http/web-push/web-push.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const { jmap } = eachWithJmap([]);
let elin: JmapClient;
let service: Server;
let host: string;
let received: Received[];
let status: number;
const errors: unknown[] = [];
const device = newPushDevice();
const { keys } = device;

beforeEach(async () => {
  const person = await jmap.person("elin");
  elin = new JmapClient(jmap.handlers, mintActor({ ...person, via: "command-line" }));
  received = [];
  status = 201;
  errors.length = 0;
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await new Promise((resolve) => service.close(resolve));
});

/** Sends the outbox, with the test's own service allowed. */
const send = (allowed: readonly string[] = [host]): Promise<void> => {
  const sender = pushSender({ subject: "https://snart.test", allowed: new Set(allowed) });
  return sendEffects(
    jmap.app,
    new Map([[PUSH_MESSAGE, sender]]),
    (error) => errors.push(error),
    () => false,
  );
};
const outbox = () => jmap.app.storage.read((tx) => tx.queues.outboxSize());

const decrypt = (body: Buffer): Answer => JSON.parse(device.read(body));

/** Makes a subscription by JMAP. Its push service is the test's own, which has no certificate: it gets the URL afterwards. */
async function create(fields: object = {}, client = elin): Promise<Answer> {
  const answer = await client.call("PushSubscription/set", {
    create: { k: { deviceClientId: "phone", url: `https://${host}/device`, keys, types: null, ...fields } },
  });
  const id: string | undefined = answer.created?.k.id;
  if (id === undefined || "url" in fields) return answer;
  await jmap.app.storage.write(async (tx) => {
    const made = await tx.push.byId(id);
    if (!made) throw new Error("there is no such subscription");
    await tx.push.remove(made.principalId, id);
    await tx.push.insert({ ...made, url: `http://${host}/device` });
  });
  return answer;
}
const list = async (): Promise<Answer[]> => (await elin.call("PushSubscription/get", { ids: null })).list;
async function verified(fields: object = {}): Promise<string> {
  const { id } = (await create(fields)).created.k;
  await send();
  const { verificationCode } = decrypt(received[0]?.body ?? Buffer.alloc(0));
  await elin.call("PushSubscription/set", { update: { [id]: { verificationCode } } });
  received.length = 0;
  return id;
}
const change = async (): Promise<void> => {
  const calendarId = (await elin.calendars())[0].id;
  await jmap.put(elin.actor, calendarId, "a.ics", vevent("a", "DTSTART:20261123T120000Z", "SUMMARY:Secret"));
};
/** The outbox is filled after the commit that caused it. */
const filled = () => vi.waitFor(async () => expect(await outbox()).toBeGreaterThan(0), { interval: 1 });

describe("PushSubscription", () => {
  it("first gets an encrypted code", async () => {
    const answer = await create();
    expect(answer.created.k).toEqual({ id: expect.any(String), expires: expect.stringMatching(/Z$/) });
    await send();
    expect(received).toHaveLength(1);
    expect(received[0]?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    expect(decrypt(received[0]?.body ?? Buffer.alloc(0))).toEqual({
      "@type": "PushVerification",
      pushSubscriptionId: answer.created.k.id,
      verificationCode: expect.stringMatching(/^.{20,}$/),
    });
  });

  it("identifies the server, signed with the key of the session", async () => {
    await create();
    await send();
    const session = await elin.session();
    const { applicationServerKey } = session.capabilities["urn:ietf:params:jmap:webpush-vapid"];
    const [, token = "", key] =
      /^vapid t=([^,]+), k=(.+)$/.exec(received[0]?.headers.authorization ?? "") ?? [];
    expect(key).toBe(applicationServerKey);
    const [head, claims = "", signature = ""] = token.split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
      aud: `http://${host}`,
      exp: expect.any(Number),
      sub: "https://snart.test",
    });
    const point = Buffer.from(applicationServerKey, "base64url");
    const jwk = {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    };
    const publicKey = {
      key: createPublicKey({ key: jwk, format: "jwk" }),
      dsaEncoding: "ieee-p1363" as const,
    };
    expect(
      verify("sha256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, "base64url")),
    ).toBe(true);
  });

  it("gets nothing before its code has come back", async () => {
    const { id } = (await create()).created.k;
    await send();
    const wrong = await elin.call("PushSubscription/set", {
      update: { [id]: { verificationCode: "guess" } },
    });
    expect(wrong.notUpdated[id]).toMatchObject({
      type: "invalidProperties",
      properties: ["verificationCode"],
    });
    await change();
    await send();
    expect(received).toHaveLength(1);
    expect((await list())[0].verificationCode).toBeNull();
  });

  it("learns that something has changed, not what", async () => {
    await verified();
    await change();
    await filled();
    await send();
    expect(decrypt(received[0]?.body ?? Buffer.alloc(0))).toEqual({
      "@type": "StateChange",
      changed: { [elin.accountId]: { CalendarEvent: expect.stringMatching(/^\d+$/) } },
    });
    await send();
    expect(received).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it("gets only the requested types", async () => {
    await verified({ types: ["Calendar"] });
    await change();
    await elin.call("Calendar/set", { create: { k: { name: "New" } } });
    await filled();
    await send();
    expect(received.map(({ body }) => Object.keys(decrypt(body).changed[elin.accountId]))).toEqual([
      ["Calendar"],
    ]);
  });

  it("gets nothing about accounts without access", async () => {
    await verified();
    const nils = await jmap.client("nils");
    await nils.call("Calendar/set", { create: { k: { name: "His" } } });
    await change();
    await filled();
    await send();
    expect(received.map(({ body }) => Object.keys(decrypt(body).changed))).toEqual([[elin.accountId]]);
  });

  it("never shows its URL and keys again", async () => {
    await create();
    expect(JSON.stringify(await list())).not.toContain(host);
    expect(await elin.failing("PushSubscription/get", { ids: null, properties: ["url"] })).toMatchObject({
      type: "forbidden",
    });
  });

  it("belongs to its maker alone", async () => {
    const { id } = (await create()).created.k;
    const nils = await jmap.client("nils");
    expect((await nils.call("PushSubscription/get", { ids: null })).list).toEqual([]);
    const answer = await nils.call("PushSubscription/set", {
      update: { [id]: { types: [] } },
      destroy: [id],
    });
    expect(answer).toMatchObject({ notDestroyed: { [id]: { type: "notFound" } } });
    expect(await list()).toHaveLength(1);
  });

  it("ends when it is destroyed, when its service says so, and when its creator is signed out", async () => {
    const id = await verified();
    await elin.call("PushSubscription/set", { destroy: [id] });
    expect(await list()).toEqual([]);
    await create();
    status = 410;
    await send();
    expect(await list()).toEqual([]);
    received.length = 0;
    const signedOut = new JmapClient(jmap.handlers, mintActor({ ...elin.actor, via: "session" }));
    await create({}, signedOut);
    await send();
    expect(received).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it("is retried when its service is out of order", async () => {
    await create();
    status = 503;
    await send();
    expect(errors).toHaveLength(1);
    status = 201;
    jmap.clock.advance(60_000);
    await send();
    expect(received).toHaveLength(2);
    expect(await outbox()).toBe(0);
  });

  it("expires when requested, and never later than the server allows", async () => {
    const expires = new Date(jmap.app.now() + 3_600_000).toISOString().replace(".000", "");
    const { created } = await create({ expires });
    expect(created.k).toEqual({ id: expect.any(String) });
    const far = await create({ expires: "2199-01-01T00:00:00Z" });
    expect(far.created.k.expires < "2199").toBe(true);
    jmap.clock.advance(3_600_001);
    expect((await list()).map(({ id }) => id)).toEqual([far.created.k.id]);
  });

  it.each([
    ["no device", { deviceClientId: "" }, "deviceClientId"],
    ["a URL of another kind", { url: "file:///etc/passwd" }, "url"],
    ["keys that are none", { keys: { p256dh: "AAAA", auth: "AAAA" } }, "keys"],
    ["a code of its own", { verificationCode: "mine" }, "verificationCode"],
    ["something unknown", { colour: "red" }, "colour"],
  ])("is refused with %s", async (_what, fields, property) => {
    const answer = await create(fields);
    expect(answer.notCreated.k).toMatchObject({ type: "invalidProperties", properties: [property] });
    expect(await outbox()).toBe(0);
  });

  it("is limited in number", async () => {
    for (let n = 0; n < 20; n++) await create({ deviceClientId: `d${n}` });
    expect((await create()).notCreated.k.type).toBe("forbidden");
  });

  it("has no account and no state", async () => {
    expect(
      await elin.failing("PushSubscription/get", { accountId: elin.accountId, ids: null }),
    ).toMatchObject({
      type: "invalidArguments",
    });
    expect(Object.keys(await create())).not.toContain("newState");
  });
});

it.each(["http://example.com/", "file:///etc/passwd", "nonsense"])(
  "PushSubscription takes no URL but of https: %s",
  async (url) => {
    expect((await create({ url })).notCreated.k).toMatchObject({
      type: "invalidProperties",
      properties: ["url"],
    });
    expect(await list()).toEqual([]);
  },
);

describe("the target of the server's posts", () => {
  it("is never in its own network, and such a subscription ends", async () => {
    await create();
    await send([]);
    expect(received).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it.each([
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://169.254.169.254/latest/meta-data",
    "https://10.1.2.3/",
    "https://[::ffff:10.0.0.1]/",
    "https://0x7f.1/",
    "https://localhost/",
    "https://user:pass@example.com/",
    "file:///etc/passwd",
    "nonsense",
  ])("is not %s", async (url) => {
    await expect(guardedPost({ url, headers: {}, body: new Uint8Array(1) })).rejects.toThrow(
      /only https|open internet/,
    );
  });

  it.each([
    ["8.8.8.8", true],
    ["2606:4700::1", true],
    ["192.168.1.1", false],
    ["100.64.0.1", false],
    ["fe80::1", false],
    ["fc00::1", false],
    ["64:ff9b::a00:1", false],
    ["2002:a00:1::", false],
    ["::ffff:8.8.8.8", false],
  ])("may have the address %s: %s", (address, isOpen) => {
    expect(isOpenAddress(address)).toBe(isOpen);
  });
});

describe("the encryption of Web Push", () => {
  it("is that of RFC 8291 §5", () => {
    const sealed = encrypt(
      Buffer.from("When I grow up, I want to be a watermelon"),
      {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
      {
        salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
        privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
      },
    );
    expect(sealed.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml" +
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT" +
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });
});
