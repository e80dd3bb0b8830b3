import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { createServer as createPlain, type AddressInfo, type Server } from "node:net";
import { createServer } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { certificateOf, rememberedCertificate } from "./certificate-of.ts";

let server: Server | undefined;
afterEach(() => server?.close());

/** A piece of DER (X.690): tag, length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
const SEQUENCE = 0x30;
const time = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\.\d+/g, "")}`));
/** ecdsa-with-SHA256 */
const ALGORITHM = der(SEQUENCE, Buffer.from("06082a8648ce3d040302", "hex"));

/** A certificate that vouches for itself (RFC 5280 §4.1), good until `endsAt`. */
function selfMade(key: { privateKey: KeyObject; publicKey: KeyObject }, endsAt: number): string {
  const commonName = der(SEQUENCE, Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from("localhost")));
  const name = der(SEQUENCE, der(0x31, commonName));
  const body = der(
    SEQUENCE,
    der(0x02, Buffer.from([1])),
    ALGORITHM,
    name,
    der(SEQUENCE, time(endsAt - 86_400_000_000), time(endsAt)),
    name,
    key.publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", body, key.privateKey);
  const whole = der(SEQUENCE, body, ALGORITHM, der(0x03, Buffer.from([0]), signature));
  return `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`;
}

async function listening(given: Server): Promise<string> {
  server = given;
  await new Promise<void>((resolve) => given.listen(0, "127.0.0.1", resolve));
  return `https://localhost:${(given.address() as AddressInfo).port}/kalender`;
}

describe("the certificate of an address", () => {
  it.each([Date.UTC(2040, 1, 14, 12), Date.UTC(2024, 1, 29, 23, 59, 59)])(
    "is read with its end, also one that nobody trusts: %d",
    async (endsAt) => {
      const key = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const pem = key.privateKey.export({ type: "pkcs8", format: "pem" });
      const address = await listening(createServer({ key: pem, cert: selfMade(key, endsAt) }));
      expect(await certificateOf(address)).toEqual({ endsAt, isTrusted: false });
    },
  );

  it("is unknown where nobody answers, and where somebody answers without TLS or not at all", async () => {
    const plain = await listening(createPlain((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
    expect(await certificateOf(plain)).toBeUndefined();
    server?.close();
    expect(await certificateOf(plain)).toBeUndefined();
    const silent = await listening(createPlain(() => undefined));
    expect(await certificateOf(silent, 50)).toBeUndefined();
  });

  it("is asked for once in ten minutes, and anew when the clock has gone back", async () => {
    let now = 1_000_000;
    const asked: string[] = [];
    const ask = async (address: string) => {
      asked.push(address);
      return undefined;
    };
    const certificate = rememberedCertificate("https://example.org", () => now, ask);
    await Promise.all([certificate(), certificate()]);
    now += 599_999;
    await certificate();
    expect(asked).toEqual(["https://example.org"]);
    now += 1;
    await certificate();
    now -= 700_000;
    await certificate();
    expect(asked).toHaveLength(3);
  });
});
