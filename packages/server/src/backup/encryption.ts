import { BackupProblem, damaged } from "./backup-problem.ts";

// age (https://age-encryption.org/v1): whoever has the recipient can encrypt, and only the identity, which the server never has, opens it.
// Or one passphrase does both, which the server then has.

const MARK = Buffer.from("age-encryption.org/v1");

export interface Passphrase {
  readonly passphrase: string;
}
/** What a backup is encrypted for: `age1…`, or a passphrase, which age mixes with no other (its §"scrypt"); none: it is not encrypted. */
export type Recipients = readonly string[] | Passphrase;
/** What opens what is encrypted: keys, and passphrases. */
export type Identities = readonly (string | Passphrase)[];

export const isPassphrase = (to: Recipients): to is Passphrase => "passphrase" in to;
/** Whether anything is encrypted at all. */
export const isEncryptedFor = (to: Recipients): boolean => isPassphrase(to) || to.length > 0;

/** @throws BackupProblem if one of the recipients is none */
export async function encrypted(
  source: AsyncIterable<Uint8Array>,
  recipients: Recipients,
): Promise<AsyncIterable<Uint8Array>> {
  if (!isEncryptedFor(recipients)) return source;
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  if (isPassphrase(recipients)) {
    encrypter.setPassphrase(recipients.passphrase);
    return await encrypter.encrypt(ReadableStream.from(source));
  }
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupProblem(`${recipient} is no recipient of age; one begins with age1.`);
    }
  }
  return await encrypter.encrypt(ReadableStream.from(source));
}

/** A key pair for one verification, forgotten with this process. */
export async function passingKey(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The identities of a file as `age-keygen` writes it: one a line, comments begin with #. */
export const identitiesOf = (text: string): Identities =>
  text.split("\n").flatMap((line) => (/^\s*(?:#|$)/.test(line) ? [] : line.trim()));

/**
 * A backup as it was before it was encrypted; one that isn't encrypted is as it is.
 * @throws BackupProblem if no key opens it
 */
export async function decrypted(
  source: AsyncIterable<Uint8Array>,
  identities: Identities,
): Promise<AsyncIterable<Uint8Array>> {
  const { start, whole } = await begun(source, MARK.length);
  if (!start.equals(MARK)) return whole;
  if (identities.length === 0)
    throw new BackupProblem(
      "This backup is encrypted. Name the file with its key: --identity FILE, or with its passphrase: --passphrase-file FILE.",
    );
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  try {
    for (const identity of identities)
      if (typeof identity === "string") decrypter.addIdentity(identity);
      else decrypter.addPassphrase(identity.passphrase);
  } catch {
    throw new BackupProblem("The file of --identity holds no key of age; one begins with AGE-SECRET-KEY-1.");
  }
  const opened = await decrypter.decrypt(ReadableStream.from(whole)).catch((error: unknown) => {
    if (/no identity matched/.test(String(error)))
      throw new BackupProblem(
        identities.some((one) => typeof one === "string")
          ? "This backup was encrypted for another key than that of --identity."
          : "This backup was encrypted with another passphrase, or for a key: --identity FILE.",
      );
    throw damaged("its encryption");
  });
  return untouched(opened);
}

/** Every piece is authenticated: one that isn't as it was written does not come. */
async function* untouched(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof Error && "code" in error) throw error;
    throw damaged("its encryption");
  }
}

/** The first bytes of a stream, and all of it. */
async function begun(
  source: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ readonly start: Buffer; readonly whole: AsyncIterable<Uint8Array> }> {
  const rest = source[Symbol.asyncIterator]();
  let known = Buffer.alloc(0);
  while (known.length < length) {
    const { done, value } = await rest.next();
    if (done === true) break;
    known = Buffer.concat([known, value]);
  }
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield known;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  };
  return { start: known.subarray(0, length), whole: whole() };
}
