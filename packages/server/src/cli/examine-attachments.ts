import { createHash } from "node:crypto";
import type { App } from "../app/app.ts";

interface AttachmentFindings {
  /** Files, each counted once however often it is attached. */
  readonly contents: number;
  readonly bytes: number;
  /** How many have changed since they were uploaded. */
  readonly wrong: number;
}

const PAGE = 100;

/**
 * Reads every attached file and compares it with its stored hash.
 * @param say called for each damaged one
 */
export async function examineAttachments(app: App, say: (what: string) => void): Promise<AttachmentFindings> {
  const findings = { contents: 0, bytes: 0, wrong: 0 };
  let after = "";
  for (;;) {
    const page = await app.storage.read((tx) => tx.attachments.contents(after, PAGE));
    for (const { hash, size, parts } of page) {
      findings.contents++;
      findings.bytes += size;
      const digest = createHash("sha256");
      let read = 0;
      for (let number = 0; number < parts; number++) {
        const part = await app.storage.read((tx) => tx.attachments.part(hash, number));
        if (!part) break;
        digest.update(part);
        read += part.byteLength;
      }
      if (read === size && digest.digest("base64url") === hash) continue;
      findings.wrong++;
      say(`attached file ${hash}: its ${read} bytes are not the ${size} that came`);
    }
    after = page.at(-1)?.hash ?? after;
    if (page.length < PAGE) return findings;
  }
}
