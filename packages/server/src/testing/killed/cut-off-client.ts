import { basic } from "../http-server.ts";

/** What was written under a key, and how often it is there. */
export type Found = ReadonlyMap<string, number>;

/** A kind of write. */
export interface Kind {
  readonly name: string;
  /** What is there before anybody writes. */
  readonly prepare?: (client: CutOffClient) => Promise<void>;
  /** Does write number `n`. @returns the keys of what the server has acknowledged; throws if it refuses */
  readonly write: (client: CutOffClient, n: number) => Promise<readonly string[]>;
  /** Everything of this kind that is there, once the server has done what it does in the background. */
  readonly found: (client: CutOffClient) => Promise<Found>;
}

/** The server went away in the middle of a request. */
export class Gone extends Error {}
/** The server has said that its database was gone meanwhile: what was asked for is done or not. */
export class Unsure extends Error {}

type Arguments = Readonly<Record<string, unknown>>;
// What JMAP and SCIM answer: the kinds say what they expect of it.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

/** A person, and a directory, whose server is cut off again and again. */
export class CutOffClient {
  url = "";
  readonly directory: string;
  /** Ids of what was prepared. */
  readonly ids = new Map<string, string>();
  readonly #authorization: string;
  #capabilities: readonly string[] = [];
  accountId = "";

  constructor(login: string, password: string, directory: string) {
    this.#authorization = basic(login, password);
    this.directory = directory;
  }

  async open(url: string): Promise<void> {
    this.url = url;
    const session = (await this.ask("GET", "/jmap/session")).body;
    this.#capabilities = Object.keys(session.capabilities);
    this.accountId = String(Object.values(session.primaryAccounts)[0]);
  }

  /** @throws Gone, Unsure */
  async ask(
    method: string,
    path: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly body: Answer }> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(this.url + path, {
        method,
        headers: { authorization: this.#authorization, "content-type": "application/json", ...headers },
        ...(body !== undefined && { body }),
      });
      text = await answer.text();
    } catch {
      throw new Gone();
    }
    if (answer.status === 503) throw new Unsure(text);
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }

  /** One JMAP call, whose refusal is an error. */
  async call(method: string, args: Arguments): Promise<Answer> {
    const using = this.#capabilities;
    const body = JSON.stringify({
      using,
      methodCalls: [[method, { accountId: this.accountId, ...args }, "0"]],
    });
    const { status, body: answer } = await this.ask("POST", "/jmap/api", body);
    const [name, said] = answer.methodResponses?.[0] ?? [];
    if (JSON.stringify(answer).includes('"database-unavailable"')) throw new Unsure(method);
    if (status !== 200 || name === "error" || said.notCreated || said.notUpdated)
      throw new Error(`${method}: ${status} ${JSON.stringify(answer)}`);
    return said;
  }

  scim(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: Answer }> {
    const headers = { authorization: `Bearer ${this.directory}`, "content-type": "application/scim+json" };
    return this.ask(method, `/scim/v2${path}`, body && JSON.stringify(body), headers);
  }
}
