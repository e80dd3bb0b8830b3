/**
 * Headers that make a browser save an answer and never run it, whatever it contains.
 * @param name the name of the file
 */
export const attachment = (name: string): Readonly<Record<string, string>> => ({
  "Content-Disposition": `attachment; filename*=UTF-8''${encodedName(name)}`,
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'",
});

/** RFC 8187 §3.2; `encodeURIComponent` leaves four characters that a header's value may not have. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed().slice(0, 200)).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
