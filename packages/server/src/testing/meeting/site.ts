import { ANSWERS_MESSAGE } from "../../app/scheduling/spread-answers.ts";
import type { TestClock } from "../clock.ts";
import { basic, startTestServer, type TestServer, type TestServerOptions } from "../http-server.ts";
import { openImapServer, type ImapServer } from "../imap-server.ts";
import { USING, type Answer } from "../jmap-client.ts";
import { AUTH_SERVER, proved } from "../mail-corpus.ts";
import { openSmtpSink, type CaughtMail, type SmtpSink } from "../smtp-sink.ts";

export const PASSWORD = "lång nog för alla";

/**
 * A server with a mail server of its own: its outgoing mail is caught, and it reads the mail put into its mailbox.
 */
export interface Site {
  readonly server: TestServer;
  readonly sink: SmtpSink;
  readonly imap: ImapServer;
  readonly domain: string;
  readonly clock: TestClock;
  person(login: string, role?: "administrator"): Promise<Person>;
  close(): Promise<void>;
}

/** The address at a domain that receives answers. */
export const answersAt = (domain: string): string => `answers@${domain}`;

export async function openSite(
  domain: string,
  clock: TestClock,
  overrides: TestServerOptions["overrides"] = {},
): Promise<Site> {
  const [sink, imap] = await Promise.all([openSmtpSink(), openImapServer()]);
  const server = await startTestServer({
    env: mailOptions(domain, sink, imap),
    overrides: { now: clock.now, jobsEveryMs: 20, ...overrides },
  });
  return {
    server,
    sink,
    imap,
    domain,
    clock,
    async person(login, role) {
      const { id } = await server.addUser(`${login}@${domain}`, PASSWORD, {
        displayName: named(login),
        isAdmin: role === "administrator",
      });
      return new Person(server, login, `${login}@${domain}`, id);
    },
    async close() {
      await server.stop();
      await Promise.all([sink.close(), imap.close()]);
    },
  };
}

/** The options of a server at a domain that sends and reads mail. */
export const mailOptions = (
  domain: string,
  { url }: Pick<SmtpSink, "url">,
  imap: Pick<ImapServer, "url">,
): Readonly<Record<string, string>> => ({
  SNART_SMTP_URL: url,
  SNART_MAIL_FROM: answersAt(domain),
  SNART_MAIL_REPLIES: answersAt(domain),
  SNART_IMAP_URL: imap.url,
  SNART_MAIL_AUTH_SERVER: AUTH_SERVER,
  SNART_PUBLIC_URL: `https://${domain}`,
});

const named = (login: string): string => login.slice(0, 1).toUpperCase() + login.slice(1);

/** A person with an account, and the programs with which they use the server: all of it over HTTP. */
export class Person {
  readonly #server: Pick<TestServer, "fetch">;
  readonly login: string;
  readonly email: string;
  readonly accountId: string;

  constructor(server: Pick<TestServer, "fetch">, login: string, email: string, accountId: string) {
    this.#server = server;
    this.login = login;
    this.email = email;
    this.accountId = accountId;
  }

  /** The same person at another process of the server. */
  at(server: Pick<TestServer, "fetch">): Person {
    return new Person(server, this.login, this.email, this.accountId);
  }

  get calendarPath(): string {
    return `/dav/calendars/${this.login}/calendar/`;
  }
  get inboxPath(): string {
    return `/dav/scheduling/${this.login}/inbox/`;
  }

  /** One JMAP method. Throws on a refusal, of single records as well. */
  async jmap(name: string, args: object): Promise<Answer> {
    const response = await this.#server.fetch("/jmap/api", {
      method: "POST",
      headers: { authorization: basic(this.login, PASSWORD), "content-type": "application/json" },
      body: JSON.stringify({
        using: USING,
        methodCalls: [[name, { accountId: this.accountId, ...args }, "0"]],
      }),
    });
    const answer: Answer = await response.json();
    const [answered, result] = answer.methodResponses?.[0] ?? ["", answer];
    const refused = { ...result.notCreated, ...result.notUpdated, ...result.notDestroyed };
    if (answered !== name || Object.keys(refused).length > 0)
      throw new Error(`${name}: ${JSON.stringify(result)}`);
    return result;
  }

  /** One CalDAV request. Throws a `DavRefusal` on a refusal. */
  async dav(
    method: string,
    path: string,
    options: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<{ readonly body: string; readonly headers: Headers }> {
    const type = method === "PUT" ? "text/calendar" : "application/xml";
    const response = await this.#server.fetch(path, {
      method,
      headers: { authorization: basic(this.login, PASSWORD), "content-type": type, ...options.headers },
      ...(options.body !== undefined && { body: options.body }),
    });
    const body = await response.text();
    if (!response.ok) throw new DavRefusal(`${method} ${path}: ${response.status} ${body}`, response.status);
    return { body, headers: response.headers };
  }
}

/** A CalDAV request that was refused. */
export class DavRefusal extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Paths of the objects in a collection. */
export async function pathsIn(person: Person, collection: string): Promise<readonly string[]> {
  const { body } = await person.dav("PROPFIND", collection, { headers: { depth: "1" } });
  return [...body.matchAll(/<d:href>([^<]+\.ics)<\/d:href>/g)].map(([, href = ""]) => href);
}

/** Repeats until a condition holds, leaving the machine to others; the test's own time limit ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2));
}

/**
 * Mail between sites, and to people without an account: every mail is delivered, once, to the mailbox of its domain.
 */
export class Post {
  readonly #sites: readonly Site[];
  readonly #brought = new Set<CaughtMail>();

  constructor(sites: readonly Site[]) {
    this.#sites = sites;
  }

  /** Delivers waiting mail and waits until everything is processed. */
  async settled(): Promise<void> {
    await until(async () => {
      const isBrought = this.#bring();
      return !isBrought && (await this.#isQuiet());
    });
  }

  #bring(): boolean {
    let isAny = false;
    for (const mail of this.#sites.flatMap(({ sink }) => sink.mails)) {
      if (this.#brought.has(mail)) continue;
      this.#brought.add(mail);
      isAny = true;
      for (const { domain, imap } of this.#sites)
        if (mail.to.some((address) => address.endsWith(`@${domain}`)))
          imap.deliver(proved(mail.raw).toString());
    }
    return isAny;
  }

  async #isQuiet(): Promise<boolean> {
    for (const { server, imap, clock } of this.#sites) {
      if (imap.folder("INBOX").some(({ flags }) => !flags.includes("$SnartDone"))) return false;
      const { size, answers } = await server.app.storage.read(async (tx) => ({
        size: await tx.queues.outboxSize(),
        answers: await tx.queues.unsent([ANSWERS_MESSAGE], 1),
      }));
      // Answers wait for further ones, and the clock stands still.
      for (const { availableAt } of answers) clock.advance(Math.max(0, availableAt - clock.now()));
      if (size > 0) return false;
    }
    return this.#sites.every(({ sink }) => sink.mails.every((mail) => this.#brought.has(mail)));
  }
}
