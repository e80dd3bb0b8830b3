import { randomUUID } from "node:crypto";
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { text } from "node:stream/consumers";
import { eventText } from "../dav.ts";

/**
 * How the adapter represents a litmus file. litmus puts plain files and makes collections inside each other; CalDAV
 * has neither (RFC 4791 §4.2), so the adapter translates them to events and calendars, and nothing else.
 */
export type FileAs =
  /** an event that carries the file's text; collections are calendars */
  | "event"
  /** a calendar, to test properties of a collection */
  | "calendar";

export interface Adapter {
  readonly url: string;
  close(): Promise<void>;
}

interface Said {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts the adapter before one home, given without a slash at its end. */
export async function openAdapter(home: string, fileAs: FileAs): Promise<Adapter> {
  const translator = new Translator(home, fileAs);
  const server = createServer((request, response) => {
    void translator.answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A calendar holds a UID once, so copies must go to another one. */
const CALENDARS = ["litmus", "litmus2"];
const isCopy = (name: string): boolean => /(dest|2)$/.test(name);

/** What exists already is 405 to MKCOL (RFC 4918 §9.3.1), and to the MKCALENDAR sent instead 403 (RFC 4791 §5.3.1.1). */
const asMkcol = (method: string, said: Said): Said =>
  method === "MKCOL" && said.body.includes("resource-must-be-null") ? { ...said, status: 405 } : said;

class Translator {
  readonly #home: URL;
  readonly #fileAs: FileAs;
  /** below `/litmus/`, without slashes */
  readonly #collections = new Set<string>();
  readonly #files = new Set<string>();

  constructor(home: string, fileAs: FileAs) {
    this.#home = new URL(home);
    this.#fileAs = fileAs;
  }

  async answer(request: IncomingMessage): Promise<Said> {
    const { url: path = "/", method = "" } = request;
    const body = await text(request);
    const headers = this.#headers(request);
    if (/^\/litmus\/?$/.test(path)) return this.#givenBack(await this.#root(method, headers, body));
    const target = this.#target(path);
    if (method === "PUT") {
      this.#files.add(path.replace(/^\/litmus(?=\/)/, ""));
      return this.#put(target, headers, body);
    }
    const said = asMkcol(method, await this.#send(this.#making(method, body), target, headers, body));
    const [, name = ""] = /^\/litmus\/([^/]+)\/$/.exec(path) ?? [];
    if (method === "MKCOL" && said.status === 201) this.#collections.add(name);
    return method === "GET" ? { ...said, body: fileIn(said.body) } : this.#givenBack(said);
  }

  #making(method: string, body: string): string {
    return method === "MKCOL" && body === "" ? "MKCALENDAR" : method;
  }

  /** litmus works below `/litmus/`: the home itself, or two calendars in it. */
  async #root(method: string, headers: OutgoingHttpHeaders, body: string): Promise<Said> {
    const isMaking = method === "MKCOL" || method === "DELETE";
    if (this.#fileAs === "calendar" && isMaking) return { status: 201, headers: {}, body: "" };
    if (this.#fileAs === "calendar") return this.#send(method, "/", headers, body);
    if (isMaking) await this.#send(this.#making(method, body), `/${CALENDARS[1]}/`, headers, body);
    return this.#send(this.#making(method, body), `/${CALENDARS[0]}/`, headers, body);
  }

  #target(path: string): string {
    const inside = path.replace(/^\/litmus(?=\/)/, "");
    const [name = "", ...rest] = inside.slice(1).split("/");
    const isFile =
      this.#files.has(inside.replace(/\/$/, "")) || (rest.length === 0 && !this.#collections.has(name));
    return this.#fileAs === "event" && isFile
      ? `/${CALENDARS[isCopy(decodeURIComponent(name)) ? 1 : 0]}/${name}`
      : inside;
  }

  async #put(target: string, headers: OutgoingHttpHeaders, body: string): Promise<Said> {
    if (this.#fileAs === "calendar") return this.#send("MKCALENDAR", target, headers, "");
    const there = await this.#send("GET", target, { authorization: headers["authorization"] }, "");
    const uid = /^UID:(.*)$/m.exec(there.body)?.[1]?.trim() ?? randomUUID();
    const event = eventText(uid, "litmus", `X-LITMUS:${encodeURIComponent(body)}`);
    return this.#send("PUT", target, { ...headers, "content-type": "text/calendar" }, event);
  }

  #headers({ headers }: IncomingMessage): OutgoingHttpHeaders {
    const {
      host,
      destination,
      "content-length": _,
      "transfer-encoding": __,
      expect: ___,
      ...others
    } = headers;
    if (typeof destination !== "string") return others;
    const { host: other, pathname } = new URL(destination);
    return {
      ...others,
      destination: other === host ? this.#home.href + this.#target(pathname) : destination,
    };
  }

  /** Paths in bodies are rewritten to those that litmus knows. */
  #givenBack({ status, headers, body }: Said): Said {
    const paths = body.replaceAll(`>${this.#home.pathname}/`, this.#fileAs === "event" ? ">/" : ">/litmus/");
    return { status, headers, body: paths };
  }

  /** Sends the path unchanged; fetch would normalise URLs. */
  #send(method: string, path: string, headers: OutgoingHttpHeaders, body: string): Promise<Said> {
    const { hostname, port, pathname } = this.#home;
    return new Promise((resolve, reject) => {
      const request = send(
        { hostname, port, method, path: pathname + path, headers, agent: false },
        (answer) => {
          const { "content-length": _, "transfer-encoding": __, connection: ___, ...others } = answer.headers;
          const said = (text: string): void =>
            resolve({ status: answer.statusCode ?? 0, headers: others, body: text });
          text(answer).then(said, reject);
        },
      );
      request.on("error", reject).end(body);
    });
  }
}

function fileIn(event: string): string {
  const file = /^X-LITMUS:(.*(?:\r\n .*)*)/m.exec(event)?.[1];
  return file === undefined ? event : decodeURIComponent(file.replaceAll("\r\n ", ""));
}
