import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { manifestBelow, pageBelow } from "./below-path.ts";

/** The built web app, answered from memory. */
export interface StaticSite {
  /** @returns the answer, or undefined when the site has nothing there */
  answer(request: Request): Promise<Response | undefined>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".map": "application/json",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};
const COMPRESSIBLE = new Set([".html", ".js", ".css", ".json", ".webmanifest", ".svg", ".txt", ".map"]);
/** Below this, headers outweigh what compression saves. */
const SMALLEST_COMPRESSED = 1_000;

/** What pages of other sites load, to give a frame with a booking page its height. */
const FRAME_SCRIPT = "/guest/frame.js";

/**
 * Workers follow the policies of their own answers: the service worker may fetch the app's files and nothing else, and the one of a poll's
 * page a calendar from the address that a guest has given, for a page that may ask nobody.
 */
const WORKER_POLICIES: Readonly<Record<string, string>> = {
  "/sw.js": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  "/guest/feed.js": "default-src 'none'; connect-src 'self' https:; frame-ancestors 'none'",
};

type Encoding = "br" | "gzip" | "identity";
interface StoredFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Readonly<Record<Encoding, Uint8Array<ArrayBuffer> | undefined>>;
}

/**
 * Serves the files below `folder` as they are when first requested. A file in `/assets/` has its content's hash in
 * its name and may be cached for ever; anything else is revalidated by its entity tag. Only names found in the folder
 * are ever opened, so no path can lead out of it.
 * @param base the path below which people reach the site, which its page and manifest are told
 */
export function openStaticSite(folder: string, base = ""): StaticSite {
  const files = new Map<string, string>();
  for (const path of existsSync(folder) ? walk(folder) : [])
    files.set(`/${relative(folder, path).split(sep).join("/")}`, path);
  const loaded = new Map<string, Promise<StoredFile>>();
  const load = (name: string, path: string): Promise<StoredFile> => {
    const known = loaded.get(name) ?? loadFile(path, base, files.has(`${name}.br`), files.has(`${name}.gz`));
    loaded.set(name, known);
    return known;
  };
  return {
    async answer(request) {
      const name = nameOf(request, files);
      const path = name === undefined ? undefined : files.get(name);
      if (name === undefined) return undefined;
      if (path === undefined) return notBuilt();
      const file = await load(name, path).catch(() => undefined);
      // Rebuilt under a running server: the name no longer exists, and must not be remembered as broken.
      if (file === undefined) loaded.delete(name);
      return file && fileResponse(request, name, file);
    },
  };
}

/** The file for a request: its own path, or the app itself for any address that a person navigates to. */
function nameOf(request: Request, files: ReadonlyMap<string, string>): string | undefined {
  const path = decodedPath(request.url);
  if (path === undefined) return undefined;
  if (files.has(path) && path !== "/index.html") return path;
  const isNavigation = request.headers.get("sec-fetch-mode") === "navigate" || acceptsHtml(request.headers);
  return path === "/" || (isNavigation && !path.startsWith("/assets/")) ? "/index.html" : undefined;
}

const acceptsHtml = (headers: Headers): boolean => headers.get("accept")?.includes("text/html") === true;

function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return undefined;
  }
}

function fileResponse(request: Request, name: string, file: StoredFile): Response {
  const encoding = chooseEncoding(request.headers.get("accept-encoding") ?? "", file);
  const etag = encoding === "identity" ? `"${file.etag}"` : `"${file.etag}-${encoding}"`;
  const policy = WORKER_POLICIES[name];
  const headers: Record<string, string> = {
    ...(policy === undefined ? {} : { "content-security-policy": policy }),
    ...(name === FRAME_SCRIPT ? { "cross-origin-resource-policy": "cross-origin" } : {}),
    "content-type": file.type,
    "cache-control": name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    etag,
    vary: "accept-encoding",
  };
  if (matches(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const bytes = file.bytes[encoding] ?? new Uint8Array();
  headers["content-length"] = String(bytes.byteLength);
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return new Response(request.method === "HEAD" ? null : bytes, { headers });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
}

function chooseEncoding(accepted: string, file: StoredFile): Encoding {
  const refused = (name: string): boolean =>
    new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0+)?\\s*(,|$)`).test(accepted);
  const usable = (name: "br" | "gzip"): boolean =>
    file.bytes[name] !== undefined && new RegExp(`(^|[,\\s])${name}\\b`).test(accepted) && !refused(name);
  if (usable("br")) return "br";
  return usable("gzip") ? "gzip" : "identity";
}

async function loadFile(
  path: string,
  base: string,
  hasBrotli: boolean,
  hasGzip: boolean,
): Promise<StoredFile> {
  const extension = extname(path);
  const identity = placed(await readFile(path), extension, base);
  const compress = COMPRESSIBLE.has(extension) && identity.byteLength >= SMALLEST_COMPRESSED;
  const [br, gz] = await Promise.all([
    hasBrotli ? readFile(`${path}.br`) : compress ? brotli(identity) : undefined,
    hasGzip ? readFile(`${path}.gz`) : compress ? gzipped(identity, { level: 7 }) : undefined,
  ]);
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { type: TYPES[extension] ?? "application/octet-stream", etag, bytes: { identity, br, gzip: gz } };
}

/** The page and the manifest name others by their addresses; everything else finds them from where it is itself. */
function placed(bytes: Uint8Array<ArrayBuffer>, extension: string, base: string): Uint8Array<ArrayBuffer> {
  if (base === "" || (extension !== ".html" && extension !== ".webmanifest")) return bytes;
  const text = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(extension === ".html" ? pageBelow(base, text) : manifestBelow(base, text));
}

const gzipped = promisify(gzip);
const brotliWith = promisify(brotliCompress);
/** Quality 9: nearly the smallest, and a first load still waits less than a second for the largest file. */
const brotli = (bytes: Uint8Array) =>
  brotliWith(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
  });

function notBuilt(): Response {
  const text = "The web app has not been built. Run: npm run build\n";
  return new Response(text, {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

function* walk(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}
