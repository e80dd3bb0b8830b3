import { request as httpRequest, Agent } from "node:http";
import { request as httpsRequest, Agent as HttpsAgent } from "node:https";
import type { WireSpan } from "./span.ts";

/** Spans that wait at most; more are dropped. */
const MOST_WAITING = 2_048;
const BATCH = 512;
const EVERY_MS = 5_000;
const TIMEOUT_MS = 10_000;
/** After a failure: so long, and twice as long after each further one. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** Of an answer, which nobody reads. */
const LONGEST_ANSWER = 65_536;

interface QueueParts {
  /** Where spans are sent: `…/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  /** Called at the first failure after a success, with one sentence. */
  readonly onTrouble: (why: string) => void;
  readonly everyMs?: number;
  readonly timeoutMs?: number;
}

/** What became of the spans of a process. */
export interface SpanCounts {
  readonly sent: number;
  readonly dropped: number;
}

type Outcome = "taken" | "refused" | "later";

/**
 * Sends spans to a collector in batches (OTLP/HTTP with JSON), one request at a time and beside everything else. Nobody waits for it: what
 * finds no room is dropped and counted.
 */
export class SpanQueue {
  readonly #parts: QueueParts;
  readonly #agent: Agent;
  #waiting: WireSpan[] = [];
  #sent = 0;
  #dropped = 0;
  #failures = 0;
  #isSending = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    const options = { keepAlive: true, maxSockets: 1 };
    this.#agent = parts.url.startsWith("https:") ? new HttpsAgent(options) : new Agent(options);
  }

  get counts(): SpanCounts {
    return { sent: this.#sent, dropped: this.#dropped };
  }

  add(span: WireSpan): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#dropped++;
      return;
    }
    this.#waiting.push(span);
    const isFull = this.#waiting.length >= BATCH && this.#failures === 0;
    if (isFull && !this.#isSending) void this.#send();
    else this.#wakeIn(this.#parts.everyMs ?? EVERY_MS);
  }

  #wakeIn(ms: number): void {
    if (this.#timer || this.#isSending || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#send(), ms);
    this.#timer.unref();
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isSending || this.#waiting.length === 0) return;
    this.#isSending = true;
    const batch = this.#waiting.splice(0, BATCH);
    const outcome = await this.#post(batch);
    this.#isSending = false;
    if (outcome === "taken") {
      this.#sent += batch.length;
      this.#failures = 0;
    } else if (outcome === "refused") this.#dropped += batch.length;
    else this.#putBack(batch);
    if (this.#waiting.length > 0) this.#wakeIn(this.#pause());
  }

  /** The newest find no room. */
  #putBack(batch: readonly WireSpan[]): void {
    const all = [...batch, ...this.#waiting];
    this.#waiting = this.#isClosed ? [] : all.slice(0, MOST_WAITING);
    this.#dropped += all.length - this.#waiting.length;
  }

  #pause(): number {
    const { everyMs = EVERY_MS } = this.#parts;
    if (this.#failures === 0) return this.#waiting.length >= BATCH ? 0 : everyMs;
    const first = Math.min(FIRST_PAUSE_MS, everyMs);
    return Math.min(LONGEST_PAUSE_MS, first * 2 ** Math.min(this.#failures - 1, 10));
  }

  async #post(batch: readonly WireSpan[]): Promise<Outcome> {
    let why: string;
    try {
      const status = await this.#request(JSON.stringify(this.#body(batch)));
      if (status >= 200 && status < 300) return "taken";
      why = `it answered ${status}`;
      // Others are not to be sent again (OTLP/HTTP, retryable response codes).
      if (![429, 502, 503, 504].includes(status)) {
        this.#trouble(why);
        return "refused";
      }
    } catch (error) {
      why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    }
    this.#trouble(why);
    return "later";
  }

  #trouble(why: string): void {
    if (this.#failures++ === 0) this.#parts.onTrouble(why);
  }

  #body(spans: readonly WireSpan[]): object {
    const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const { version } = this.#parts;
    const attributes = [text("service.name", "snart"), text("service.version", version)];
    const scope = { name: "snart", version };
    return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope, spans }] }] };
  }

  #request(body: string): Promise<number> {
    const { url, headers: wanted, timeoutMs = TIMEOUT_MS } = this.#parts;
    const send = url.startsWith("https:") ? httpsRequest : httpRequest;
    const own = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const headers = { ...wanted, ...own };
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const asked = send(url, { method: "POST", headers, agent: this.#agent, signal }, (answer) => {
        let length = 0;
        answer.on("data", (chunk: Buffer) => {
          length += chunk.length;
          if (length > LONGEST_ANSWER) answer.destroy();
        });
        answer.on("close", () => resolve(answer.statusCode ?? 0));
        answer.on("error", () => resolve(answer.statusCode ?? 0));
      });
      asked.on("error", reject);
      asked.end(body);
    });
  }

  /** Sends what waits once more, for so long at most, and no more after that. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#failures === 0) await Promise.race([this.#drain(), pause(graceMs)]);
    this.#dropped += this.#waiting.length;
    this.#waiting = [];
    this.#agent.destroy();
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0 && this.#failures === 0) {
      await this.#send();
      if (this.#isSending) await pause(20);
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());
