import type { App } from "../app.ts";

/** No letters or digits that look alike, so that it can be read aloud and typed on a phone. */
const ALPHABET = "abcdefghjkmnpqrstvwxyz23456789";

/** A random secret in groups of four: `k7fd-wq2m-x9bt-4hzn`; nearly five bits a letter. @param length a multiple of four */
export function readableSecret(app: Pick<App, "newSecret">, length: number): string {
  const bytes = Buffer.from(app.newSecret(length * 2), "base64url");
  const letters: string[] = [];
  // Bytes past the last whole multiple of the alphabet are skipped, so that every letter is equally likely.
  for (const byte of bytes) if (byte < 240) letters.push(ALPHABET[byte % ALPHABET.length] as string);
  if (letters.length < length) return readableSecret(app, length);
  return letters
    .slice(0, length)
    .join("")
    .replaceAll(/(.{4})(?=.)/g, "$1-");
}
