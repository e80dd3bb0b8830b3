import type { JSEvent, Link, PatchObject } from "@snart/calendar/jscalendar/types.ts";

/** A file of an event, or an address that stands for one. */
export interface Attachment {
  /** the id of its link (RFC 8984 §4.2.7) */
  readonly id: string;
  readonly name: string;
  /** in bytes; null if it is unknown */
  readonly size: number | null;
  readonly type: string;
  /** the blob on the server; null for an address elsewhere */
  readonly blobId: string | null;
  /** an address elsewhere that a browser may open */
  readonly href: string | null;
}

const isWeb = (href: string | undefined): boolean => /^https?:\/\//i.test(href ?? "");

/** Returns the files of an event, in the order of their links. */
export const attachmentsOf = ({ links = {} }: Pick<JSEvent, "links">): readonly Attachment[] =>
  Object.entries(links)
    .filter(([, { rel }]) => rel === "enclosure")
    .map(([id, link]) => ({
      id,
      name: link.title?.trim() || nameInAddress(link) || id,
      size: link.size ?? null,
      type: link.contentType ?? "application/octet-stream",
      blobId: link.blobId ?? null,
      href: link.href !== undefined && isWeb(link.href) ? link.href : null,
    }));

function nameInAddress({ href = "" }: Link): string {
  if (!isWeb(href) || !URL.canParse(href)) return "";
  const { host, pathname } = new URL(href);
  return pathname.split("/").findLast((part) => part !== "") ?? host;
}

/** Returns the patch that attaches an uploaded file. A path into a map that does not exist is invalid (RFC 8620 §5.3). */
export function attachingPatch(
  { links }: Pick<JSEvent, "links">,
  id: string,
  file: { readonly blobId: string; readonly name: string; readonly type: string; readonly size: number },
): PatchObject {
  const { blobId, name, type, size } = file;
  const link = { "@type": "Link", rel: "enclosure", blobId, title: name, contentType: type, size } as const;
  return links === undefined ? { links: { [id]: link } } : { [`links/${id}`]: link };
}

export const detachingPatch = (id: string): PatchObject => ({ [`links/${id}`]: null });
