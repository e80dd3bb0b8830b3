import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import type { PasswordHasher } from "../app/app.ts";

/** Cost of one hash. OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane; about 40 ms. */
interface PasswordCost {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly parallelism: number;
}
const COST: PasswordCost = { memoryKiB: 19_456, passes: 2, parallelism: 1 };
/** The highest cost that a stored hash may ask for, so that a damaged row can't take the machine down. */
const HIGHEST: PasswordCost = { memoryKiB: 262_144, passes: 16, parallelism: 8 };
const LONGEST_PASSWORD = 1_024;
const derive = promisify(argon2);

/**
 * Hashes passwords with argon2id (RFC 9106) into PHC strings. At most half of the machine's processors hash at the
 * same time, so that a flood of sign-ins leaves room for everything else; the rest wait their turn.
 */
export function argon2Hasher(cost: PasswordCost = COST): PasswordHasher {
  const inTurn = turns(Math.max(1, Math.floor(availableParallelism() / 2)));
  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(16);
        return phcString(cost, salt, await tag(password, cost, salt, 32));
      }),
    verify: async (password, hash) => {
      const stored = parsePhcString(hash);
      if (!stored || Buffer.byteLength(password) > LONGEST_PASSWORD) return false;
      const given = await inTurn(() => tag(password, stored.cost, stored.salt, stored.tag.byteLength));
      return timingSafeEqual(given, stored.tag);
    },
  };
}

/** Passwords that look equal are equal: composed and decomposed å are one letter (RFC 8265 §4.2). */
function tag(password: string, cost: PasswordCost, nonce: Uint8Array, tagLength: number): Promise<Buffer> {
  const message = password.normalize("NFC");
  return derive("argon2id", {
    message,
    nonce,
    tagLength,
    memory: cost.memoryKiB,
    passes: cost.passes,
    parallelism: cost.parallelism,
  });
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replaceAll("=", "");

function phcString(cost: PasswordCost, salt: Uint8Array, hash: Uint8Array): string {
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`;
}

function parsePhcString(text: string): { cost: PasswordCost; salt: Buffer; tag: Buffer } | undefined {
  const form =
    /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,4}),p=(\d{1,4})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,88})$/;
  const [, memory, passes, parallelism, salt = "", hash = ""] = form.exec(text) ?? [];
  const cost = { memoryKiB: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const allowed =
    cost.memoryKiB >= 8 * cost.parallelism &&
    cost.memoryKiB <= HIGHEST.memoryKiB &&
    cost.passes >= 1 &&
    cost.passes <= HIGHEST.passes &&
    cost.parallelism >= 1 &&
    cost.parallelism <= HIGHEST.parallelism;
  return allowed ? { cost, salt: Buffer.from(salt, "base64"), tag: Buffer.from(hash, "base64") } : undefined;
}

/** @returns a function that runs at most `places` tasks at the same time, in order of arrival */
function turns(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
