/** A quoted string or a token, after `filename=`. */
const PLAIN = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i;
/** RFC 8187 §3.2.1; the language is ignored. */
const EXTENDED = /(?:^|;)\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^\s;]+)/i;

/**
 * The file name of a Content-Disposition header (RFC 6266 §4.3), unchanged: it may contain a whole path.
 * @returns undefined if there is none, or none that can be read
 */
export function filenameOf(header: string | null): string | undefined {
  if (header === null || header.length > 4_096) return undefined;
  const extended = EXTENDED.exec(header);
  const decoded = extended && decode(extended[1] ?? "", extended[2] ?? "");
  if (decoded !== undefined && decoded !== null) return decoded;
  const plain = PLAIN.exec(header);
  const name = plain?.[1]?.replaceAll(/\\(.)/g, "$1") ?? plain?.[2];
  return name === undefined ? undefined : fromBytes(name);
}

function decode(charset: string, encoded: string): string | undefined {
  try {
    return charset.toLowerCase() === "utf-8"
      ? decodeURIComponent(encoded)
      : encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Some apps (Apple Calendar, curl) write raw UTF-8, which arrives as one character a byte. */
function fromBytes(name: string): string {
  // eslint-disable-next-line no-control-regex -- that is what it is about
  if (!/[\u0080-\u00ff]/.test(name) || /[^\u0000-\u00ff]/.test(name)) return name;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(name, "latin1"));
  } catch (error) {
    if (error instanceof TypeError) return name;
    throw error;
  }
}
