const TOKEN = "[A-Za-z0-9!#$&^_.+-]{1,127}";
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[^"\\\\\\r\\n]{0,127}"))*$`,
);

/** A media type that is valid in a header (RFC 6838 §4.2); for anything else, that of unknown bytes. */
export const mediaType = (text: string | null): string =>
  text !== null && text.length <= 255 && MEDIA_TYPE.test(text.trim())
    ? text.trim()
    : "application/octet-stream";
