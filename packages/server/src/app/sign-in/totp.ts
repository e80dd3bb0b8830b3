import { createHmac, timingSafeEqual } from "node:crypto";
import type { Instant } from "@snart/calendar/time/instant.ts";

/** Codes that an app computes from a key and the time (RFC 6238): what every such app knows without being told. */
const PERIOD_MS = 30_000;
const DIGITS = 6;
/** How many steps the clock of a phone may be off, either way (§5.2). */
const DRIFT = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The step of an instant (RFC 6238 §4.2: T). */
export const totpStep = (now: Instant): number => Math.floor(now / PERIOD_MS);

/** The code of a step (RFC 4226 §5.3). @param secret the key, base32 */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The step to which a code belongs, of those near `now` that come after `lastStep`: a code is accepted once, and none before it any more.
 * @returns undefined if it is none of theirs
 */
export function acceptedStep(
  secret: string,
  code: string,
  now: Instant,
  lastStep: number,
): number | undefined {
  const given = Buffer.from(code);
  const current = totpStep(now);
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    const right = Buffer.from(totpCode(secret, step));
    if (step > lastStep && right.length === given.length && timingSafeEqual(right, given)) return step;
  }
  return undefined;
}

/** The text of the picture code that apps read (Google's Key Uri Format). @param host the server's, for people with several */
export function totpUri(secret: string, login: string, host: string): string {
  const label = `${encodeURIComponent("Snart")}:${encodeURIComponent(`${login}@${host}`)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Snart&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD_MS / 1_000}`;
}

/** RFC 4648 §6, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)] ?? "")
    .join("");
}

function fromBase32(text: string): Buffer {
  let bits = "";
  for (const letter of text) bits += BASE32.indexOf(letter).toString(2).padStart(5, "0");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
