import { createServer, type AddressInfo, type Socket } from "node:net";

interface Message {
  readonly uid: number;
  readonly raw: Buffer;
  readonly flags: Set<string>;
}

/** A mailbox that mail programs can open. */
export interface ImapServer {
  /** for SNART_IMAP_URL */
  readonly url: string;
  /** Messages of a folder, with their flags. */
  folder(name: string): readonly { readonly raw: string; readonly flags: readonly string[] }[];
  /** Delivers a message, and notifies a client that waits for one. */
  deliver(raw: string | Buffer): void;
  /** Every received command, in words, without its tag. */
  readonly commands: readonly string[];
  /** Breaks all connections. */
  drop(): void;
  close(): Promise<void>;
}

export interface ImapServerOptions {
  readonly password?: string;
  /** Whether custom flags are kept (RFC 3501 §7.1). */
  readonly keepsMarks?: boolean;
}

/** A small IMAP server (RFC 3501, with IDLE, UIDPLUS and MOVE) on this machine, for programs that read mail. */
export async function openImapServer(options: ImapServerOptions = {}): Promise<ImapServer> {
  const { password = "secret", keepsMarks = true } = options;
  const folders = new Map<string, Message[]>([["INBOX", []]]);
  const sessions = new Set<Session>();
  const commands: string[] = [];
  let lastUid = 0;
  const world: World = { folders, password, keepsMarks, commands };
  const server = createServer((socket) => {
    const session = new Session(socket, world);
    sessions.add(session);
    socket.on("close", () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const drop = (): void => sessions.forEach((session) => session.end());
  return {
    url: `imap://snart:${password}@127.0.0.1:${port}/INBOX`,
    commands,
    folder: (name) =>
      (folders.get(name) ?? []).map(({ raw, flags }) => ({ raw: raw.toString(), flags: [...flags] })),
    deliver(raw) {
      folders.get("INBOX")?.push({ uid: ++lastUid, raw: Buffer.from(raw), flags: new Set() });
      for (const session of sessions) session.tellExists();
    },
    drop,
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface World {
  readonly folders: Map<string, Message[]>;
  readonly password: string;
  readonly keepsMarks: boolean;
  readonly commands: string[];
}

const CAPABILITIES = "IMAP4rev1 IDLE UIDPLUS MOVE";

class Session {
  readonly #socket: Socket;
  readonly #world: World;
  #buffer = "";
  #folder = "";
  #idleTag = "";
  /** the number of messages that the client knows of */
  #told = 0;

  constructor(socket: Socket, world: World) {
    this.#socket = socket;
    this.#world = world;
    socket.setEncoding("latin1");
    socket.on("error", () => socket.destroy());
    socket.on("data", (data: string) => this.#read(data));
    this.#say("* OK ready");
  }

  end(): void {
    this.#socket.destroy();
  }

  tellExists(): void {
    if (this.#idleTag !== "") this.#sayExists();
  }

  #sayExists(): void {
    this.#told = this.#messages().length;
    this.#say(`* ${this.#told} EXISTS`);
  }

  #messages(): Message[] {
    return this.#world.folders.get(this.#folder) ?? [];
  }

  #say(line: string): void {
    this.#socket.write(`${line}\r\n`, "latin1");
  }

  #read(data: string): void {
    this.#buffer += data;
    for (;;) {
      const end = this.#buffer.indexOf("\r\n");
      if (end < 0) return;
      const line = this.#buffer.slice(0, end);
      this.#buffer = this.#buffer.slice(end + 2);
      this.#command(line);
    }
  }

  #command(line: string): void {
    if (line.toUpperCase() === "DONE") {
      this.#say(`${this.#idleTag} OK done`);
      this.#idleTag = "";
      return;
    }
    const [, tag = "*", rest = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    this.#world.commands.push(rest);
    const name = /^(?:UID )?\S+/i.exec(rest)?.[0].toUpperCase() ?? "";
    const args = rest.slice(name.length).trim();
    const run = this.#verbs[name];
    if (!run) return this.#say(`${tag} BAD ${name}`);
    const answer = run(args, tag);
    // Messages that came while the client was not waiting are announced with its next command (RFC 3501 §5.2).
    if (this.#messages().length > this.#told) this.#sayExists();
    if (answer !== undefined) this.#say(`${tag} ${answer}`);
  }

  readonly #verbs: Readonly<Record<string, (args: string, tag: string) => string | undefined>> = {
    CAPABILITY: () => {
      this.#say(`* CAPABILITY ${CAPABILITIES}`);
      return "OK";
    },
    LOGIN: (args) =>
      unquoted(args).at(-1) === this.#world.password ? "OK in" : "NO [AUTHENTICATIONFAILED] no",
    NOOP: () => {
      this.#sayExists();
      return "OK";
    },
    LIST: (args) => {
      const pattern = unquoted(args).at(-1) ?? "";
      for (const name of pattern === "" ? [""] : this.#world.folders.keys())
        this.#say(`* LIST (${pattern === "" ? "\\Noselect" : ""}) "/" "${name}"`);
      return "OK";
    },
    LSUB: () => "OK",
    SELECT: (args) => {
      this.#folder = unquoted(args)[0] ?? "";
      if (!this.#world.folders.has(this.#folder)) return "NO [NONEXISTENT] no such folder";
      this.#sayExists();
      this.#say("* FLAGS (\\Seen \\Deleted)");
      this.#say(`* OK [PERMANENTFLAGS (\\Seen \\Deleted${this.#world.keepsMarks ? " \\*" : ""})] marks`);
      this.#say("* OK [UIDVALIDITY 1] one");
      return "OK [READ-WRITE] open";
    },
    "UID SEARCH": (args) => {
      const without = [
        ...[...args.matchAll(/UNKEYWORD (\S+)/gi)].map(([, flag]) => flag ?? ""),
        ...(/UNSEEN/i.test(args) ? ["\\Seen"] : []),
        ...(/UNDELETED/i.test(args) ? ["\\Deleted"] : []),
      ];
      const found = this.#messages().filter(({ flags }) => without.every((flag) => !flags.has(flag)));
      this.#say(`* SEARCH ${found.map(({ uid }) => uid).join(" ")}`);
      return "OK";
    },
    "UID FETCH": (args) => {
      for (const [index, message] of this.#messages().entries())
        if (message.uid === Number(args.split(" ")[0])) this.#fetched(index + 1, message, args);
      return "OK";
    },
    "UID STORE": (args) => {
      const flags = /\(([^)]*)\)/.exec(args)?.[1]?.split(" ") ?? [];
      for (const message of this.#messages())
        if (message.uid === Number(args.split(" ")[0]))
          for (const flag of flags)
            if (flag.startsWith("\\") || this.#world.keepsMarks) message.flags.add(flag);
      return "OK";
    },
    "UID MOVE": (args) => {
      const uid = Number(args.split(" ")[0]);
      const target = this.#world.folders.get(unquoted(args).at(-1) ?? "");
      if (!target) return "NO [TRYCREATE] no such folder";
      const messages = this.#messages();
      const index = messages.findIndex((message) => message.uid === uid);
      if (index < 0) return "OK";
      target.push(...messages.splice(index, 1));
      this.#say(`* OK [COPYUID 1 ${uid} ${uid}] moved`);
      this.#say(`* ${index + 1} EXPUNGE`);
      this.#told--;
      return "OK";
    },
    CREATE: (args) => {
      this.#world.folders.set(unquoted(args)[0] ?? "", []);
      return "OK";
    },
    IDLE: (_, tag) => {
      this.#idleTag = tag;
      this.#say("+ waiting");
      return undefined;
    },
    LOGOUT: () => {
      this.#say("* BYE");
      return "OK";
    },
  };

  #fetched(number: number, { uid, raw, flags }: Message, args: string): void {
    const items = [`UID ${uid}`, `FLAGS (${[...flags].join(" ")})`];
    if (/RFC822\.SIZE/i.test(args)) items.push(`RFC822.SIZE ${raw.length}`);
    const [, from, most] = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(args) ?? [];
    if (!/BODY\.PEEK\[\]/i.test(args)) return this.#say(`* ${number} FETCH (${items.join(" ")})`);
    const start = Number(from ?? 0);
    const part = raw.subarray(start, most === undefined ? undefined : start + Number(most));
    const origin = from === undefined ? "" : `<${start}>`;
    this.#socket.write(
      `* ${number} FETCH (${items.join(" ")} BODY[]${origin} {${part.length}}\r\n`,
      "latin1",
    );
    this.#socket.write(part);
    this.#socket.write(")\r\n", "latin1");
  }
}

/** The quoted and bare words of a command's arguments. */
const unquoted = (args: string): readonly string[] =>
  [...args.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? "") : quoted.replace(/\\(.)/g, "$1"),
  );
