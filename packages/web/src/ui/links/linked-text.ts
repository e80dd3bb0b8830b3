/** A piece of a text; `href` where it is an address that can be opened. */
export interface TextPiece {
  readonly text: string;
  readonly href: string | null;
}

/** Web addresses with and without their scheme, mail addresses, and telephone numbers that say that they are. */
const ADDRESS =
  /\b(?:https?:\/\/|www\.)[^\s<>"“”]+|\b(?:mailto|tel):[^\s<>"“”]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;

/** Ends of a sentence or of brackets around an address, which are not part of it. */
const AFTER = /[.,;:!?'’”»)\]}]+$/;

/**
 * Divides a text at the addresses in it. Only `http`, `https`, `mailto` and `tel` can be opened, so that a text from
 * somebody else can't run anything.
 */
export function linkedText(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const found = withoutEnd(match);
    const href = hrefOf(found);
    if (href === null) continue;
    if (index > at) pieces.push({ text: text.slice(at, index), href: null });
    pieces.push({ text: found, href });
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), href: null });
  return pieces;
}

/** A closing bracket belongs to an address that has the opening one. */
function withoutEnd(match: string): string {
  const end = AFTER.exec(match)?.[0] ?? "";
  const bare = match.slice(0, match.length - end.length);
  return end.startsWith(")") && bare.split("(").length > bare.split(")").length ? `${bare})` : bare;
}

function hrefOf(address: string): string | null {
  const whole = /^(?:https?:\/\/|mailto:|tel:)/i.test(address)
    ? address
    : /^www\./i.test(address)
      ? `https://${address}`
      : `mailto:${address}`;
  return URL.canParse(whole) ? whole : null;
}

/** A web address as people read it: without its scheme, and without a slash at its end. */
export const shortAddress = (href: string): string => href.replace(/^https?:\/\//i, "").replace(/\/$/, "");
