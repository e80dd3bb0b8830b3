import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A stand-in for an error-reporting service on loopback that keeps everything it receives. */
export interface EnvelopeReceiver {
  readonly dsn: string;
  readonly origin: string;
  /** Every request so far: request line, headers and body, decompressed, as one text. */
  readonly received: readonly string[];
  /** Resolves when at least `count` requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts one. The Sentry protocol posts envelopes to `/api/PROJECT/envelope/`. */
export async function startEnvelopeReceiver(): Promise<EnvelopeReceiver> {
  const received: string[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = decompressed(Buffer.concat(chunks), request.headers["content-encoding"]).toString("utf8");
      received.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`);
      response
        .writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" })
        .end("{}");
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    dsn: `${origin.replace("//", "//publickey@")}/1`,
    origin,
    received,
    arrived: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function decompressed(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "gzip") return gunzipSync(body);
  return encoding === "br" ? brotliDecompressSync(body) : body;
}
