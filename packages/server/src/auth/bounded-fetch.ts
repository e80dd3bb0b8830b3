/** What a provider may answer at most: its description, its keys and its tokens are a few kilobytes. */
const MOST_BYTES = 512 * 1024;
const NO_BODY = [101, 204, 205, 304];

/** Asks a server that an administrator has named: follows it nowhere else, and reads no more than so much. */
export async function boundedFetch(url: string, init: object): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: "manual" });
  const { status, headers } = answer;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    if (size > MOST_BYTES) throw new RangeError("the answer is too long");
    parts.push(part);
  }
  const known = new Headers(headers);
  known.delete("content-encoding");
  return new Response(NO_BODY.includes(status) ? null : Buffer.concat(parts, size), {
    status,
    headers: known,
  });
}

/** Whether a provider may be reached there, by us or by a browser: by https, or on this very machine. */
export function isSafeAddress(address: string | undefined): address is string {
  const url = address === undefined ? null : URL.parse(address);
  if (!url || url.username !== "" || url.password !== "") return false;
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isHere);
}
