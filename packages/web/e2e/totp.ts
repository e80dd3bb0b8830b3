import { createHmac } from "node:crypto";

/** The code that an authenticator app shows for a key in base32 (RFC 6238), `off` steps after the one of `now`. */
export function appCode(secret: string, now: number, off = 0): string {
  let bits = "";
  for (const letter of secret.replaceAll(" ", ""))
    bits += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + off));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}
