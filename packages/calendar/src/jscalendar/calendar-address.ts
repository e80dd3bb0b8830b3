/**
 * Calendar addresses are compared without regard to case (RFC 5546 §3.7.1 leaves it open; mail ignores case), and to
 * what is percent-encoded without need (RFC 3986 §6.2.2.2).
 */
export const sameAddress = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && normalAddress(a) === normalAddress(b);

function normalAddress(address: string): string {
  const text = address.trim();
  const plain = text.includes("%") ? text.replaceAll(/%[0-9a-f]{2}/gi, unreserved) : text;
  return plain.toLowerCase();
}

function unreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /^[A-Za-z0-9._~-]$/.test(character) ? character : encoded;
}
