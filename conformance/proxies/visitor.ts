import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { textAt } from "../walk.ts";
import { PASSWORD, USER } from "./snart.ts";

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** with the person's password, as calendar apps send it */
  readonly signedIn?: boolean;
  /** not below the path, but at the root of the host */
  readonly isBeside?: boolean;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

const LONGEST_WAIT_MS = 30_000;

/** Somebody who comes to the proxy from an address of the loopback network. */
export class Visitor {
  readonly port: number;
  readonly #from: string;
  readonly #base: string;
  /** @param base the path of Snart at its host, without a slash at its end */
  constructor(port: number, from = "127.0.0.1", base = "") {
    this.port = port;
    this.#from = from;
    this.#base = base;
  }

  get #origin(): string {
    return `https://your.address:${this.port}`;
  }

  #open(
    method: string,
    path: string,
    { headers, body, signedIn, isBeside }: Asked,
  ): Promise<IncomingMessage> {
    const basic = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString("base64")}`;
    return new Promise((resolve, reject) => {
      const asked = request({
        host: "127.0.0.1",
        port: this.port,
        servername: "your.address",
        localAddress: this.#from,
        rejectUnauthorized: false,
        timeout: LONGEST_WAIT_MS,
        agent: false,
        method,
        path: isBeside === true ? path : this.#base + path,
        headers: {
          host: `your.address:${this.port}`,
          ...(signedIn === true && { authorization: basic }),
          ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
          ...headers,
        },
      });
      asked.on("response", resolve).on("error", reject);
      asked.on("timeout", () => asked.destroy(new Error(`${method} ${path} was not answered`)));
      asked.end(body);
    });
  }

  /** One request and its whole answer. */
  async ask(method: string, path: string, asked: Asked = {}): Promise<Answered> {
    const answer = await this.#open(method, path, asked);
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() };
  }

  /** Signs in as the page does. */
  trySignIn(password: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
    return this.ask("POST", "/auth/sign-in", {
      headers: { "content-type": "application/json", origin: this.#origin, ...headers },
      body: JSON.stringify({ login: `${USER}@example.com`, password }),
    });
  }

  /** @returns the cookie of the session */
  async signIn(password: string): Promise<string> {
    const { status, headers, body } = await this.trySignIn(password);
    const [cookie] = headers["set-cookie"] ?? [];
    if (status !== 200 || cookie === undefined) throw new Error(`signing in answers ${status}: ${body}`);
    if (!cookie.includes(`; Path=${this.#base || "/"};`))
      throw new Error(`the cookie is not the path's: ${cookie}`);
    if (!/;\s*secure/i.test(cookie)) throw new Error(`the cookie is not only for TLS: ${cookie}`);
    return cookie.split(";")[0] ?? "";
  }

  async accountId(): Promise<string> {
    const { body } = await this.ask("GET", "/jmap/session", { signedIn: true });
    const { primaryAccounts } = JSON.parse(body) as { primaryAccounts: Readonly<Record<string, string>> };
    return primaryAccounts["urn:ietf:params:jmap:calendars"] ?? "";
  }

  /** Makes one JMAP call in the person's account. @returns its arguments in the answer */
  async call(using: string, name: string, args: object): Promise<unknown> {
    const accountId = await this.accountId();
    const body = JSON.stringify({
      using: ["urn:ietf:params:jmap:core", using],
      methodCalls: [[name, { accountId, ...args }, "0"]],
    });
    const headers = { "content-type": "application/json" };
    const answer = await this.ask("POST", "/jmap/api", { signedIn: true, headers, body });
    return (JSON.parse(answer.body) as { methodResponses: unknown[][] }).methodResponses[0]?.[1];
  }

  /** Makes a public link to the person's calendar. @returns its secret */
  async publicLink(): Promise<string> {
    const calendars = await this.call("urn:ietf:params:jmap:calendars", "Calendar/get", { ids: null });
    const { list } = calendars as { list: readonly { id: string; name: string }[] };
    const calendarId = list.find(({ name }) => name !== "Tasks")?.id;
    const link = { calendarId, label: "below", detail: "full", mayEmbed: false, expiresAt: null };
    const made = await this.call("urn:snart:jmap", "PublicLink/set", { create: { x: link } });
    return textAt(made, "created", "x", "token");
  }

  /** Asks people about a time. @returns the path of the page for guests, from the root of Snart */
  async publicPoll(): Promise<string> {
    const start = new Date(Date.now() + 30 * 86_400_000).toISOString().replace(/T.*/, "T07:00:00Z");
    const poll = { title: "Lucia?", minutes: 90, timeZone: "Europe/Stockholm", options: [{ start }] };
    const made = await this.call("urn:snart:jmap", "Poll/set", { create: { p: poll } });
    const id = textAt(made, "created", "p", "id");
    return textAt(await this.call("urn:snart:jmap", "Poll/link", { id }), "path");
  }

  /** Lets others book a time. @returns the path of the page for guests, from the root of Snart */
  async bookingPage(): Promise<string> {
    const made = await this.call("urn:snart:jmap", "BookingPage/set", { create: { p: {} } });
    return `/b/${textAt(made, "created", "p", "slug")}`;
  }

  /** Makes a room that can be booked, and a screen at its door. @returns the path of the screen, from the root of Snart */
  async door(): Promise<string> {
    const snart = "urn:snart:jmap";
    const members = { [await this.accountId()]: { isManager: true } };
    const group = await this.call(snart, "Group/set", { create: { g: { name: "The house", members } } });
    const rules = {
      mode: "slots",
      timeZone: "Europe/Stockholm",
      cellMinutes: 15,
      units: 1,
      slotPlans: [
        {
          days: ["mo", "tu", "we", "th", "fr", "sa", "su"],
          passes: [
            { from: "00:00", to: "12:00" },
            { from: "12:00", to: "24:00" },
          ],
        },
      ],
    };
    const room = { name: "Laundry", type: "ROOM", managersId: textAt(group, "created", "g", "id"), rules };
    const bookable = await this.call(snart, "Bookable/set", { create: { b: room } });
    const bookableIds = [textAt(bookable, "created", "b", "id")];
    const made = await this.call(snart, "Display/set", { create: { d: { name: "Door", bookableIds } } });
    return `/wall/${textAt(made, "created", "d", "token")}`;
  }

  /** Opens an answer that does not end, and hears what comes of it. */
  async listen(path: string): Promise<{ heard(text: string): Promise<void>; close(): void }> {
    const answer = await this.#open("GET", path, { signedIn: true });
    let said = "";
    answer.setEncoding("utf8");
    const iterator = answer[Symbol.asyncIterator]() as AsyncIterator<string>;
    return {
      async heard(text) {
        while (!said.includes(text)) {
          const next = await iterator.next();
          if (next.done === true) throw new Error(`the answer ended without ${text}: ${said}`);
          said += next.value;
        }
      },
      close: () => answer.destroy(),
    };
  }
}
