import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Hog } from "./site.ts";

interface Reading {
  readonly connections: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** of the body; XML when absent */
  readonly type?: string;
  /** how long they stay, ms */
  readonly ms: number;
}

/** Sends one request on each of many connections and reads no answer. @returns how many the server cut off */
export async function readSlowly(
  hog: Hog,
  { connections, method, path, body, type = "application/xml", ms }: Reading,
): Promise<string> {
  const { hostname, port } = new URL(hog.url);
  let closed = 0;
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: ${hog.authorization}`,
    "Depth: 1",
    `Content-Type: ${type}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    "",
    "",
  ].join("\r\n");
  const open = Array.from({ length: connections }, (): Socket => {
    const socket = connect(Number(port), hostname);
    socket.on("connect", () => socket.write(head + body));
    socket.on("error", () => undefined);
    socket.on("close", () => closed++);
    return socket.pause();
  });
  await wait(ms);
  // A socket that reads nothing is not told of its end either.
  for (const socket of open) socket.resume();
  await wait(1_000);
  const cut = closed;
  for (const socket of open) socket.destroy();
  return `${String(cut)} cut off`;
}
