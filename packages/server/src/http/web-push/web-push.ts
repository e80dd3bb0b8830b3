import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  type JsonWebKeyInput,
} from "node:crypto";

// Web Push with Node's own cryptography: message encryption (RFC 8291 over RFC 8188) and the server's identity (RFC 8292).

/** The keys of a browser's subscription, base64url. */
export interface ReceiverKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const CURVE = "prime256v1";
const RECORD_SIZE = 4096;

const bytes = (text: string): Buffer => Buffer.from(text, "base64url");
const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** Whether keys are a point of P-256 and sixteen bytes. */
export function areReceiverKeys({ p256dh, auth }: ReceiverKeys): boolean {
  if (bytes(auth).length !== 16 || bytes(p256dh).length !== 65) return false;
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(bytes(p256dh));
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a message for a receiver (RFC 8291 §3.4) as one aes128gcm record.
 * @param random salt and key of the sender, fixed only by tests
 */
export function encrypt(
  message: Uint8Array,
  { p256dh, auth }: ReceiverKeys,
  random: { readonly salt: Buffer; readonly privateKey?: Buffer } = { salt: randomBytes(16) },
): Buffer {
  const sender = createECDH(CURVE);
  if (random.privateKey) sender.setPrivateKey(random.privateKey);
  else sender.generateKeys();
  const senderKey = sender.getPublicKey();
  const receiverKey = bytes(p256dh);
  const shared = sender.computeSecret(receiverKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiverKey, senderKey]);
  const secret = derive(shared, bytes(auth), info, 32);
  const key = derive(secret, random.salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, random.salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const head = Buffer.alloc(21);
  random.salt.copy(head);
  head.writeUInt32BE(RECORD_SIZE, 16);
  head.writeUInt8(senderKey.length, 20);
  const last = Buffer.from([2]);
  const sealed = [cipher.update(message), cipher.update(last), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([head, senderKey, ...sealed]);
}

/** The server's own pair of keys. */
export interface VapidKeys {
  readonly privateKey: JsonWebKeyInput["key"];
  /** The uncompressed point, base64url: `applicationServerKey`. */
  readonly publicKey: string;
}

export function newVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: CURVE });
  const jwk = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), bytes(jwk.x ?? ""), bytes(jwk.y ?? "")]);
  return { privateKey: jwk, publicKey: point.toString("base64url") };
}

const HALF_A_DAY = 12 * 3_600;

/** The Authorization header with which the server identifies itself to a push service (RFC 8292 §3). */
export function vapidHeader(
  { privateKey, publicKey }: VapidKeys,
  { url, subject, now }: { readonly url: string; readonly subject: string; readonly now: number },
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { aud: new URL(url).origin, exp: Math.floor(now / 1_000) + HALF_A_DAY, sub: subject };
  const signed = `${part({ typ: "JWT", alg: "ES256" })}.${part(claims)}`;
  const key = createPrivateKey({ key: privateKey, format: "jwk" });
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${publicKey}`;
}
