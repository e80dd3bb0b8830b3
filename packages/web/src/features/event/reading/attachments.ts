import type { JSEvent, Link, PatchObject } from "@snart/calendar/jscalendar/types.ts";

/** A file of an event, or an address that stands for one. */
export interface Attachment {
  /** of its link */
  readonly id: string;
  readonly name: string;
  /** in bytes; null when nobody has said */
  readonly size: number | null;
  readonly type: string;
  /** what the server keeps; null for an address elsewhere */
  readonly blobId: string | null;
  /** an address elsewhere that a browser may open */
  readonly href: string | null;
}

const isWeb = (href: string | undefined): boolean => /^https?:\/\//i.test(href ?? "");

/** The files of an event, in the order of their links. */
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

/** The patch that attaches an uploaded file. A map that is not there cannot be patched into (RFC 8620 §5.3). */
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
