import { createHash } from "node:crypto";
import { damaged } from "./backup-problem.ts";
import { TAR_END, tarEntry } from "./tar.ts";

/** The last entry of a backup: SHA-256 of every byte before it. */
const NAME = "seal.sha256";

const sealBytes = (digest: string): Buffer =>
  Buffer.concat([...tarEntry(NAME, Buffer.from(`${digest}\n`), 0), TAR_END]);
const LENGTH = sealBytes("0".repeat(64)).length;

/** A stream of tar entries with its seal, and the end of the tar file. */
export async function* sealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const bytes of source) {
    hash.update(bytes);
    yield bytes;
  }
  yield sealBytes(hash.digest("hex"));
}

/**
 * The same stream without its seal. What comes is to be believed only when it has ended.
 * @throws BackupProblem at the end, if any byte is not as it was written, is missing or is too much
 */
export async function* unsealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let tail = Buffer.alloc(0);
  for await (const bytes of source) {
    const known = Buffer.concat([tail, bytes]);
    const end = Math.max(0, known.length - LENGTH);
    tail = Buffer.from(known.subarray(end));
    if (end === 0) continue;
    const whole = known.subarray(0, end);
    hash.update(whole);
    yield whole;
  }
  if (!tail.equals(sealBytes(hash.digest("hex")))) throw damaged("its end");
}
