import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/http-server.ts";
import { until } from "../testing/until.ts";
import { endlessResponse, type EndlessSink, type EndlessSource } from "./endless.ts";

/** A source that writes when it is told to. */
class Told implements EndlessSource {
  sink: EndlessSink | undefined;
  room = 0;
  gone = 0;
  start(sink: EndlessSink): void {
    this.sink = sink;
    sink.write("first\n");
  }
  hasRoomAgain(): void {
    this.room++;
  }
  readerIsGone(): void {
    this.gone++;
  }
}

let server: TestServer | undefined;
let source: Told;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.stop();
});

async function ask(method = "GET", behind = ""): Promise<Socket> {
  source = new Told();
  const headers = { "content-type": "text/event-stream" };
  server = await startTestServer({
    overrides: { extraRoutes: (routes) => void routes.get("/x", () => endlessResponse(source, headers)) },
  });
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  sockets.push(socket);
  socket.write(`${method} /x HTTP/1.1\r\nHost: localhost\r\n\r\n${behind}`);
  return socket;
}

it("an endless answer has its head at once, and every piece when it is written", async () => {
  const socket = await ask();
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  await until(() => text.includes("first\n"));
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text).toMatch(/\r\ncontent-type: text\/event-stream\r\n/i);
  expect(text).toMatch(/\r\nx-request-id: /i);
  expect(text).toMatch(/\r\ncontent-security-policy: /i);
  source.sink?.write("second ä\n");
  await until(() => text.includes("second ä\n"));
  source.sink?.end();
  await once(socket, "end");
  expect(text).toMatch(/\r\n\r\nfirst\nsecond ä\n$/);
});

it("a source hears when a client that reads slowly has room again, and nothing of it is lost", async () => {
  const socket = await ask();
  await until(() => source.sink !== undefined);
  socket.pause();
  const piece = "x".repeat(64 * 1024);
  let pieces = 0;
  while (source.sink?.write(piece)) pieces++;
  let size = 0;
  socket.on("data", (data: Buffer) => (size += data.length)).resume();
  await until(() => source.room > 0);
  await until(() => size > (pieces + 1) * piece.length);
});

it("a source hears once that its client has hung up", async () => {
  const socket = await ask();
  await once(socket, "data");
  socket.destroy();
  await until(() => source.gone > 0);
  expect(source.gone).toBe(1);
});

it("asked for its head alone, an endless answer ends", async () => {
  const socket = await ask("HEAD");
  const [data] = (await once(socket, "data")) as [Buffer];
  expect(data.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await until(() => source.gone > 0);
  expect(source.sink).toBeUndefined();
});

it("what a client sends after its request is nobody's, and ends nothing", async () => {
  const socket = await ask();
  await once(socket, "data");
  socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n${"\0".repeat(100_000)}`);
  await server?.fetch("/healthz");
  source.sink?.write("second\n");
  const [data] = (await once(socket, "data")) as [Buffer];
  expect(data.toString()).toBe("second\n");
});

it("a request behind one whose answer never ends waits, and its answer comes when that ends all the same", async () => {
  const socket = await ask("GET", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  await until(() => text.includes("first\n"));
  expect(text).toMatch(/\r\ntransfer-encoding: chunked\r\n/i);
  source.sink?.end();
  await until(() => text.includes('{"status":"ok"}'));
});

it("a client that only closes its side has hung up", async () => {
  const socket = await ask();
  await once(socket, "data");
  socket.end();
  await until(() => source.gone > 0);
});

it("stopping the server ends the answers that never do", async () => {
  const socket = await ask();
  await once(socket, "data");
  const closed = once(socket, "close");
  const stopped = await server?.listening.stop(60_000);
  await closed;
  expect(stopped).toEqual({ finished: 0, cut: 0 });
  expect(source.gone).toBe(1);
});
