import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** A device that is pushed to: its keys, and what it reads of a message (RFC 8291 §4, RFC 8188 §2). */
export interface PushDevice {
  /** base64url */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** @throws if it was not encrypted for this device */
  read(body: Buffer): string;
}

export function newPushDevice(): PushDevice {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.getPublicKey("base64url"), auth: auth.toString("base64url") },
    read(body) {
      const salt = body.subarray(0, 16);
      const key = body.subarray(21, 86);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), key]);
      const secret = Buffer.from(hkdfSync("sha256", own.computeSecret(key), auth, info, 32));
      const part = (name: string, length: number) =>
        Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, length));
      const opener = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
      opener.setAuthTag(body.subarray(-16));
      const text = Buffer.concat([opener.update(body.subarray(86, -16)), opener.final()]);
      if (text.at(-1) !== 2) throw new Error("the last record does not end as one");
      return text.subarray(0, -1).toString();
    },
  };
}
