interface BasicCredentials {
  readonly login: string;
  readonly password: string;
}

const LONGEST_HEADER = 4_096;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder("windows-1252");

/**
 * Reads an `Authorization: Basic` header (RFC 7617). The login ends at the first colon; the password may contain
 * more. Text is UTF-8, as the challenge asks for, or Latin-1 from older clients.
 * @returns undefined if it is another scheme, malformed, too long or contains control characters
 */
export function parseBasic(header: string): BasicCredentials | undefined {
  if (header.length > LONGEST_HEADER) return undefined;
  const token = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1];
  const text = token === undefined ? undefined : decode(Buffer.from(token, "base64"));
  const colon = text?.indexOf(":") ?? -1;
  if (text === undefined || colon < 1 || hasControls(text)) return undefined;
  return { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}

function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
