import type { JmapSession } from "./jmap-client.ts";

/** Returns the download address of a blob (RFC 8620 §6.2), with the name under which it is saved. */
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
