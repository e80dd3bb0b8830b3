import type { JmapSession } from "./jmap-client.ts";

/** The download address of a blob (RFC 8620 §6.2), to be saved under a name. */
export const downloadLink = (
  { downloadUrl }: JmapSession,
  accountId: string,
  blob: { readonly id: string; readonly name: string; readonly type: string },
): string =>
  downloadUrl
    .replace("{accountId}", encodeURIComponent(accountId))
    .replace("{blobId}", encodeURIComponent(blob.id))
    .replace("{name}", () => encodeURIComponent(blob.name.replaceAll("/", " ")))
    .replace("{type}", encodeURIComponent(blob.type));
