import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as v from "valibot";

const text = v.pipe(v.string(), v.minLength(1));
const nanos = v.pipe(v.string(), v.regex(/^\d{19}$/));
const attribute = v.strictObject({
  key: text,
  value: v.union([
    v.strictObject({ stringValue: v.string() }),
    v.strictObject({ intValue: v.pipe(v.string(), v.regex(/^-?\d+$/)) }),
  ]),
});
const span = v.strictObject({
  traceId: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
  spanId: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)),
  parentSpanId: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{16}$/))),
  name: text,
  kind: v.picklist([1, 2, 3, 4, 5]),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes: v.array(attribute),
  droppedAttributesCount: v.number(),
  status: v.strictObject({ code: v.optional(v.picklist([0, 1, 2])) }),
});
/** `ExportTraceServiceRequest` in the JSON of OTLP 1.x, as far as Snart has use for it. */
const SHAPE = v.strictObject({
  resourceSpans: v.array(
    v.strictObject({
      resource: v.strictObject({ attributes: v.array(attribute) }),
      scopeSpans: v.array(
        v.strictObject({
          scope: v.strictObject({ name: text, version: text }),
          spans: v.pipe(v.array(span), v.minLength(1), v.maxLength(512)),
        }),
      ),
    }),
  ),
});

export type CollectedSpan = v.InferOutput<typeof span>;

/** A collector of traces that checks what it is sent. */
export interface Collector {
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** Everything that it was sent, as text. */
  readonly bodies: string[];
  /** The headers of each request. */
  readonly headers: IncomingHttpHeaders[];
  /** What was wrong with it. */
  readonly problems: string[];
  /** How many requests have come. */
  readonly asked: () => number;
  /** From now on answers so; `hang`: not at all. */
  answer: (how: number | "hang") => void;
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const [spans, bodies, problems]: [CollectedSpan[], string[], string[]] = [[], [], []];
  const headers: IncomingHttpHeaders[] = [];
  let [asked, how]: [number, number | "hang"] = [0, 200];
  const take = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    asked++;
    headers.push(request.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (how === "hang") return;
    if (how === 200) {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      if (request.url !== "/v1/traces" || request.method !== "POST")
        problems.push(`${request.method} ${request.url}`);
      if (request.headers["content-type"] !== "application/json") problems.push("content-type");
      const read = v.safeParse(SHAPE, JSON.parse(body));
      if (!read.success) problems.push(JSON.stringify(v.flatten(read.issues)));
      else
        for (const one of read.output.resourceSpans)
          for (const scope of one.scopeSpans) spans.push(...scope.spans);
    }
    answer.writeHead(how, { "content-type": "application/json" }).end('{"partialSuccess":{}}');
  };
  const server = createServer((request, answer) => void take(request, answer));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    problems,
    asked: () => asked,
    answer: (next) => void (how = next),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
