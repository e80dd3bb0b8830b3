import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** Below this, compressing costs more than it saves. */
const SMALLEST = 16_384;
/** Quick rather than small: JSON shrinks to a sixth already here. */
const LEVEL = 3;
const gzipped = promisify(gzip);

/**
 * Compresses a large JSON answer for a client that takes gzip and is not on this very machine, where the network is
 * faster than any compression.
 * @param address the client's address
 */
export async function compressAnswer(
  request: Request,
  response: Response,
  address: string,
): Promise<Response> {
  const accepts = /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(request.headers.get("accept-encoding") ?? "");
  if (
    !accepts ||
    isLoopback(address) ||
    !response.headers.get("content-type")?.startsWith("application/json")
  )
    return response;
  const plain = new Uint8Array(await response.arrayBuffer());
  const isLarge = plain.byteLength >= SMALLEST;
  const body = isLarge ? await gzipped(plain, { level: LEVEL }) : plain;
  const headers = new Headers(response.headers);
  headers.append("vary", "accept-encoding");
  headers.set("content-length", String(body.byteLength));
  if (isLarge) headers.set("content-encoding", "gzip");
  return new Response(body, { status: response.status, headers });
}

const isLoopback = (address: string): boolean => address === "::1" || address.startsWith("127.");
