import type { Actor } from "../app/actor.ts";
import { sourceOf } from "../http/endless.ts";
import type { JmapHandlers } from "../jmap/server.ts";

/** The arguments of a response; tests look into it freely. */
// eslint-disable-next-line typescript/no-explicit-any
export type Answer = any;
export type Call = readonly [name: string, args: object, callId?: string];

export const USING = [
  "urn:ietf:params:jmap:core",
  "urn:ietf:params:jmap:calendars",
  "urn:ietf:params:jmap:calendars:parse",
  "urn:ietf:params:jmap:tasks",
  "urn:ietf:params:jmap:principals",
  "urn:ietf:params:jmap:principals:availability",
  "urn:snart:jmap",
];

/** A JMAP client on the handlers themselves, without a socket: it sends what would come over the network. */
export class JmapClient {
  readonly #handlers: JmapHandlers;
  readonly actor: Actor;

  constructor(handlers: JmapHandlers, actor: Actor) {
    this.#handlers = handlers;
    this.actor = actor;
  }

  get accountId(): string {
    return this.actor.principalId;
  }

  /** The Session object. */
  async session(): Promise<Answer> {
    const response = await this.#handlers.session(new Request("http://snart.test/jmap/session"), this.actor);
    return response.json();
  }

  /** POSTs a body unchanged. */
  post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> {
    const request = new Request("http://snart.test/jmap/api", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", ...headers },
    });
    return this.#handlers.api(request, this.actor);
  }

  /** Sends calls and returns the whole Response object; `accountId` is filled in unless a call has one. */
  async request(calls: readonly Call[], extra: object = {}): Promise<Answer> {
    const methodCalls = calls.map(([name, args, callId], at) => [
      name,
      this.#withAccount(name, args),
      callId ?? `c${at}`,
    ]);
    const response = await this.post(JSON.stringify({ using: USING, methodCalls, ...extra }));
    if (response.status !== 200)
      throw new Error(`JMAP request failed: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** The arguments of each response, in order. */
  async calls(...calls: readonly Call[]): Promise<Answer[]> {
    const { methodResponses } = await this.request(calls);
    return methodResponses.map(([, args]: [string, Answer]) => args);
  }

  /** One call that must succeed; returns the arguments of its response. */
  async call(name: string, args: object = {}): Promise<Answer> {
    const { methodResponses } = await this.request([[name, args]]);
    const [responseName, answer] = methodResponses[0];
    if (responseName !== name) throw new Error(`${name} answered ${responseName}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** One call that must fail; returns the error. */
  async failing(name: string, args: object = {}): Promise<Answer> {
    const { methodResponses } = await this.request([[name, args]]);
    const [responseName, answer] = methodResponses[0];
    if (responseName !== "error") throw new Error(`${name} did not fail: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Creates an event that must be accepted; returns the server's properties for it. */
  async createEvent(event: object): Promise<Answer> {
    const answer = await this.call("CalendarEvent/set", { create: { new: event } });
    if (!answer.created?.new) throw new Error(`not created: ${JSON.stringify(answer.notCreated)}`);
    return answer.created.new;
  }

  /** One event with all its properties. */
  async event(id: string, args: object = {}): Promise<Answer> {
    return (await this.call("CalendarEvent/get", { ids: [id], ...args })).list[0];
  }

  async calendars(): Promise<Answer[]> {
    return (await this.call("Calendar/get", { ids: null })).list;
  }

  async upload(
    content: string | Uint8Array<ArrayBuffer>,
    type = "text/calendar",
    accountId = this.accountId,
  ): Promise<Response> {
    const url = `http://snart.test/jmap/upload/${accountId}/`;
    const request = new Request(url, { method: "POST", body: content, headers: { "Content-Type": type } });
    return this.#handlers.upload(request, this.actor, accountId);
  }

  download(blobId: string, name = "file", query = "", accountId = this.accountId): Promise<Response> {
    const request = new Request(`http://snart.test/jmap/download/${accountId}/${blobId}/${name}${query}`);
    return this.#handlers.download(request, this.actor, { accountId, blobId, name });
  }

  /** Opens the event source. */
  async listen(query = "?types=*&closeafter=no&ping=0", init: RequestInit = {}): Promise<EventReader> {
    const request = new Request(`http://snart.test/jmap/eventsource/${query}`, init);
    return new EventReader(await this.#handlers.eventSource(request, this.actor));
  }

  #withAccount(name: string, args: object): object {
    return name === "Core/echo" || name.startsWith("PushSubscription/") || "accountId" in args
      ? args
      : { accountId: this.accountId, ...args };
  }
}

export interface ServerEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Answer;
}

/** Reads server-sent events one by one. */
export class EventReader {
  readonly response: Response;
  #text = "";
  #isEnded = false;
  #wake: () => void = () => undefined;
  /** The id of the last block that had one, also of blocks without an event. */
  lastEventId: string | undefined;

  constructor(response: Response) {
    this.response = response;
    const source = sourceOf(response);
    if (!source) this.#isEnded = true;
    else source.start({ write: (text) => this.#take(text), end: () => this.#end() });
  }

  /** The next event; undefined after the server has ended the response. */
  async next(): Promise<ServerEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const event = this.#parse(block);
        if (event) return event;
        continue;
      }
      if (this.#isEnded) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  close(): void {
    sourceOf(this.response)?.readerIsGone();
    this.#end();
  }

  #take(text: string): boolean {
    this.#text += text;
    this.#wake();
    return true;
  }

  #end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  #parse(block: string): ServerEvent | undefined {
    const fields = new Map(
      block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    );
    this.lastEventId = fields.get("id") ?? this.lastEventId;
    const event = fields.get("event");
    if (event === undefined) return undefined;
    return { event, id: fields.get("id"), data: JSON.parse(fields.get("data") ?? "null") };
  }
}
