import { connect } from "node:net";
import fc from "fast-check";
import { startTestServer, type TestServer } from "../../packages/server/src/testing/http-server.ts";
import { readRoutes } from "../specification/routes.ts";
import { expectThat, type Target } from "./target.ts";

/** A request as nobody who is signed in would write it. */
interface OddRequest {
  readonly method: string;
  readonly target: string;
  readonly host: string;
  /** further header lines */
  readonly headers: readonly string[];
  readonly body: string;
}

let running: Promise<TestServer> | undefined;
/** The real server, started at the first request. */
const server = (): Promise<TestServer> => (running ??= startTestServer());

/** Ends the server, if it was started. */
export async function endRequests(): Promise<void> {
  await (await running)?.stop();
  running = undefined;
}

/** How many lines of its log have been read. */
let read = 0;

/** Longer than any answer to these takes; a connection without an answer is then closed. */
const PATIENCE_MS = 5_000;

/** Sends octets as they are; the answer up to its first piece, "" if the server closed the connection without one. */
async function answerTo(text: string): Promise<string> {
  const { listening } = await server();
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(listening.port, "127.0.0.1", () => socket.end(Buffer.from(text, "latin1")));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on("data", (piece: Buffer) => {
      answer += piece.toString("latin1");
      socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

const written = ({ method, target, host, headers, body }: OddRequest): string =>
  [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers, "", body].join("\r\n");

const paths = fc.constantFrom(
  ...readRoutes().map(({ path }) => path.replace(/:\w+(\{.*?\})?/g, "abc").replace(/\*/g, "x/y.ics")),
  "/",
  "/assets/x.js",
  "/week/2026-W48",
);
const METHODS =
  "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS,TRACE,PROPFIND,PROPPATCH,REPORT,MKCALENDAR,MOVE,COPY,ACL,LOCK";
const HOSTS = [
  "snart.example",
  "1.2.3.4.5",
  "[::1",
  "[::1]:80",
  "x:99999",
  "a b",
  "a%zz",
  "u@h",
  "a/b",
  "a?b",
  "",
  "xn--",
  "0x7f.1",
];
const ODD_PARTS = ["%", "%00", "%2e%2e/", "..", "//", "\\", "?a=%", "?%", "#x", ";x", "\u00e5", "~", "*"];
const HEADERS = [
  "Content-Type: application/json",
  'Content-Type: text/xml; charset="',
  "Authorization: Basic",
  "Authorization: Basic ////",
  "Authorization: Bearer x",
  "Cookie: snart_session=x; =; a",
  "Depth: infinity",
  "Depth: \u00ff",
  "Destination: http://[::1/x",
  "Destination: /dav/%",
  'If-Match: "',
  'If: (<urn:x> ["y"])',
  "Range: bytes=9-1",
  "Accept: */*;q=x",
  "Accept-Language: \u00ff,;q=",
  "X-Forwarded-For: 1.2.3.4, ,,x",
  "Origin: null",
  "Origin: http://[",
  "Expect: 100-continue",
  "Last-Event-ID: \u00ff",
  "Content-Encoding: gzip",
];
const BODIES = [
  "",
  "x",
  "{}",
  '{"using":[],"methodCalls":[[]]}',
  "[1",
  "<a",
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  "BEGIN:VCALENDAR",
  "login=%&password",
];

const targets = fc.oneof(
  paths,
  fc.tuple(paths, fc.constantFrom(...ODD_PARTS)).map(([path, odd]) => `${path}${odd}`),
  fc
    .tuple(fc.constantFrom(...HOSTS), paths)
    .map(([host, path]) => `http://${host.replaceAll(" ", "")}${path}`),
  fc.constantFrom("*", "//x/y", "http://", "http:x", "/\\..\\x", "https://[::1/dav/"),
);
/** A body with its length, in pieces, or with a wrong statement about it. */
const framed = fc
  .tuple(fc.constantFrom(...BODIES), fc.constantFrom("length", "chunked", "both", "wrong", "none"))
  .map(([body, framing]) => {
    const chunks = `${body.length === 0 ? "" : `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`;
    const length = `Content-Length: ${body.length}`;
    if (framing === "chunked") return { headers: ["Transfer-Encoding: chunked"], body: chunks };
    if (framing === "both") return { headers: [length, "Transfer-Encoding: chunked"], body: chunks };
    if (framing === "wrong") return { headers: ["Content-Length: 1x"], body };
    return framing === "length" ? { headers: [length], body } : { headers: [], body };
  });

/** What strangers may send, to every route of the router. */
export const requests: Target<OddRequest> = {
  name: "requests",
  promise: "a stranger's request is answered with the stranger's mistake, not with a failure of the server",
  share: 100,
  inputs: fc
    .tuple(
      fc.constantFrom(...METHODS.split(",")),
      targets,
      fc.constantFrom(...HOSTS),
      fc.subarray(HEADERS, { maxLength: 4 }),
      framed,
    )
    .map(([method, target, host, headers, { headers: framing, body }]) => ({
      method,
      target,
      host,
      headers: [...headers, ...framing],
      body,
    })),
  async check(input) {
    const answer = await answerTo(written(input));
    // 501 is Node's answer to a method that it does not know.
    expectThat(!/^HTTP\/1\.1 5(?!01)/.test(answer), `answered ${answer.slice(0, 300)}`);
    const { logged } = await server();
    const errors = logged.slice(read).filter((line) => /"level":(?:50|60)/.test(line));
    read = logged.length;
    expectThat(errors.length === 0, `logged ${errors[0]?.slice(0, 1000) ?? ""}`);
  },
};
