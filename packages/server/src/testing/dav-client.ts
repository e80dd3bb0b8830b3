import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { davHandler, type DavHandler } from "../dav/server.ts";
import { fetchRequest } from "../http/http-request.ts";
import { toResponse } from "../http/reply.ts";
import { childNamed, childrenNamed, elementsOf, textOf, type XmlElement } from "../dav/xml/element.ts";
import { DECLARATIONS, dav } from "../dav/xml/names.ts";
import { parseXml } from "../dav/xml/parse-xml.ts";
import { writeElement } from "../dav/xml/write-xml.ts";

const ORIGIN = "http://localhost:8080";

/** One `DAV:response` of a multistatus. */
export interface DavResource {
  readonly href: string;
  /** of the response as a whole; undefined if there are propstats */
  readonly status: number | undefined;
  /** local names of the properties found, with their text */
  readonly text: Readonly<Record<string, string>>;
  /** local names of the properties found, with their content as elements */
  readonly elements: Readonly<Record<string, readonly XmlElement[]>>;
  /** local names of properties by their status */
  readonly byStatus: Readonly<Record<number, readonly string[]>>;
}

/** An answer, read to its end. */
export class DavAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  constructor(response: Response, body: string) {
    this.status = response.status;
    this.headers = response.headers;
    this.body = body;
  }
  get etag(): string | null {
    return this.headers.get("etag");
  }
  get xml(): XmlElement {
    const parsed = parseXml(this.body, { maxDepth: 100, maxNodes: 10_000_000 });
    if (!parsed.ok) throw new Error(`${parsed.problem.detail}: ${this.body.slice(0, 500)}`);
    return parsed.value;
  }
  get resources(): readonly DavResource[] {
    return childrenNamed(this.xml, dav("response")).map(readResource);
  }
  get hrefs(): readonly string[] {
    return this.resources.map(({ href }) => href);
  }
  /** The first resource, or the one with this href. */
  resource(href?: string): DavResource {
    const found = this.resources.find((resource) => href === undefined || resource.href === href);
    if (!found) throw new Error(`no response for ${href ?? "anything"}: ${this.body.slice(0, 500)}`);
    return found;
  }
  /** The local name of the condition in a `DAV:error`. */
  get condition(): string | undefined {
    return this.body.includes("<d:error") && this.xml.name === "error"
      ? elementsOf(this.xml)[0]?.name
      : undefined;
  }
  get syncToken(): string {
    const token = childNamed(this.xml, dav("sync-token"));
    return token ? textOf(token) : "";
  }
}

function readResource(response: XmlElement): DavResource {
  const text: Record<string, string> = {};
  const elements: Record<string, readonly XmlElement[]> = {};
  const byStatus: Record<number, string[]> = {};
  for (const propstat of childrenNamed(response, dav("propstat"))) {
    const status = statusIn(propstat) ?? 0;
    const prop = childNamed(propstat, dav("prop"));
    for (const property of prop ? elementsOf(prop) : []) {
      (byStatus[status] ??= []).push(property.name);
      if (status !== 200) continue;
      text[property.name] = deepText(property);
      elements[property.name] = elementsOf(property);
    }
  }
  const href = childNamed(response, dav("href"));
  return { href: href ? textOf(href) : "", status: statusIn(response), text, elements, byStatus };
}

function statusIn(element: XmlElement): number | undefined {
  const status = childNamed(element, dav("status"));
  return status ? Number(textOf(status).split(" ")[1]) : undefined;
}

const deepText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === "string" ? child : deepText(child))).join("");

/** `<d:propfind>` and the like with the usual prefixes declared. */
export const xmlBody = (name: string, content: string): string =>
  `<?xml version="1.0"?><${name}${DECLARATIONS}>${content}</${name}>`;

/** The content of an element as it would be sent, for comparing dead properties. */
export const writtenElement = (element: XmlElement): string => writeElement(element);

/** Calls the CalDAV front-end of an app without a socket, as one person. */
export class DavClient {
  readonly actor: Actor;
  readonly #handler: DavHandler;
  constructor(app: App, actor: Actor) {
    this.#handler = davHandler(app, { publicUrl: ORIGIN });
    this.actor = actor;
  }

  async send(
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
  ): Promise<DavAnswer> {
    const url = path.startsWith("http") ? path : ORIGIN + path;
    const request = new Request(url, { method, headers: options.headers ?? {}, body: options.body ?? null });
    const response = toResponse(await this.#handler(fetchRequest(request), this.actor));
    return new DavAnswer(response, await response.text());
  }

  /** @param props XML such as `<d:displayname/>`; absent: no body */
  propfind(
    path: string,
    depth: string,
    props?: string,
    headers: Record<string, string> = {},
  ): Promise<DavAnswer> {
    const body = props === undefined ? {} : { body: xmlBody("d:propfind", `<d:prop>${props}</d:prop>`) };
    return this.send("PROPFIND", path, { headers: { depth, ...headers }, ...body });
  }
  proppatch(path: string, instructions: string, headers: Record<string, string> = {}): Promise<DavAnswer> {
    return this.send("PROPPATCH", path, { headers, body: xmlBody("d:propertyupdate", instructions) });
  }
  mkcalendar(path: string, props?: string): Promise<DavAnswer> {
    const body =
      props === undefined
        ? {}
        : { body: xmlBody("c:mkcalendar", `<d:set><d:prop>${props}</d:prop></d:set>`) };
    return this.send("MKCALENDAR", path, body);
  }
  put(path: string, text: string, headers: Record<string, string> = {}): Promise<DavAnswer> {
    return this.send("PUT", path, {
      headers: { "content-type": "text/calendar; charset=utf-8", ...headers },
      body: text,
    });
  }
  get(path: string, headers: Record<string, string> = {}): Promise<DavAnswer> {
    return this.send("GET", path, { headers });
  }
  delete(path: string, headers: Record<string, string> = {}): Promise<DavAnswer> {
    return this.send("DELETE", path, { headers });
  }
  report(
    path: string,
    name: string,
    content: string,
    headers: Record<string, string> = { depth: "1" },
  ): Promise<DavAnswer> {
    return this.send("REPORT", path, { headers, body: xmlBody(name, content) });
  }
  sync(path: string, token: string, extra = ""): Promise<DavAnswer> {
    const content = `<d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level>${extra}<d:prop><d:getetag/></d:prop>`;
    return this.report(path, "d:sync-collection", content, { depth: "0" });
  }
}

/** iCalendar text of one event; `lines` are added to the component. */
export const eventText = (uid: string, ...lines: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    ...(lines.some((line) => line.startsWith("DTSTART"))
      ? []
      : ["DTSTART:20261123T110000Z", "DTEND:20261123T120000Z", "SUMMARY:Lunch"]),
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
