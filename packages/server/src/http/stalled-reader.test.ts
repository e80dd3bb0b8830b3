import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { listen, type Listening } from "./listen.ts";

let listening: Listening | undefined;
afterEach(() => listening?.stop(0));

const ask = (port: number) => {
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  return socket;
};

it("a client that reads nothing of its answer is cut off, and the source of the answer is told", async () => {
  const ended = Promise.withResolvers<void>();
  const body = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024)),
      cancel: () => ended.resolve(),
    });
  listening = await listen({ fetch: () => new Response(body()) }, "127.0.0.1", 0, { stalledMs: 20 });
  const socket = ask(listening.port).pause();
  socket.on("error", () => undefined);
  await ended.promise;
  socket.destroy();
});

it("a client that waits for the server is not cut off", async () => {
  const answer = Promise.withResolvers<Response>();
  const idle = Promise.withResolvers<void>();
  listening = await listen({ fetch: () => answer.promise }, "127.0.0.1", 0, {
    // Longer than a busy machine takes to read the request.
    stalledMs: 400,
    onStalled: () => idle.resolve(),
  });
  const socket = ask(listening.port);
  await idle.promise;
  answer.resolve(new Response("here"));
  const [data] = (await once(socket, "data")) as [Buffer];
  expect(data.toString()).toContain("200 OK");
  socket.destroy();
});
