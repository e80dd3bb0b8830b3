import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { spawnServer, startServerProcess } from "./testing/server-process.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "snart-main-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("starting", () => {
  it("creates a private data folder and prints the address and the link for the first person", async () => {
    const server = await startServerProcess({ SNART_DATA: join(folder, "new/data") });
    expect(server.output()).toMatch(
      /^Snart is ready at (http:\/\/localhost:\d+)\n {2}Options: .*there is no .*\/new\/data\/snart\.conf\n {2}Data: .*\/new\/data, SQLite\n {2}Listens on: +127\.0\.0\.1:\d+\n {2}Public URL: +not set .*\n {2}Mail: +not sent .*\nNobody has an account yet\. To create yours, open \1\/setup\?token=[\w-]{24}\n$/,
    );
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(statSync(join(folder, "new/data")).mode & 0o077).toBe(0);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(server.output(), "no complaint on the way out").not.toMatch(/error/i);
  });

  it("hides its data from other users of the machine in a folder that was open to them before", async () => {
    chmodSync(folder, 0o755);
    const server = await startServerProcess({ SNART_DATA: folder });
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o077]);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(modes).toContainEqual(["snart.sqlite", 0]);
    expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
  });

  it.each([
    [
      "a broken option",
      { SNART_PORT: "eighty" },
      /^SNART_PORT must be a whole number from 0 to 65535, not "eighty"\.\n$/,
    ],
    [
      "a misspelt option",
      { SNART_PROT: "80" },
      /^SNART_PROT is not an option of Snart; perhaps SNART_PORT was meant\.\n$/,
    ],
    [
      "an address of another machine",
      { SNART_HOST: "203.0.113.1" },
      /^SNART_HOST 203\.0\.113\.1 is not an address of this machine\.\n$/,
    ],
    [
      "a database that is not there",
      { SNART_DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/d" },
      /^The database cannot be opened: (?!.*hunter2).*\.\n$/,
    ],
  ])("refuses %s in one sentence with exit code 1", async (_what, env, sentence) => {
    const started = spawnServer({ SNART_DATA: folder, SNART_PORT: "0", ...(env as Record<string, string>) });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(sentence);
  });

  it("refuses an older Node before it loads anything that needs a newer one", async () => {
    const older =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.21.0' } })";
    const node = ["--import", `data:text/javascript,${encodeURIComponent(older)}`];
    const started = spawnServer({ SNART_DATA: folder, SNART_PORT: "0" }, { node });
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe("Snart needs Node 26 or newer; this is Node 24.21.0.\n");
  });

  it("refuses arguments, since it would have to ignore them", async () => {
    const started = spawnServer({ SNART_DATA: folder, SNART_PORT: "0" }, { server: ["--port", "80"] });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/^The server takes no arguments; .*\n$/);
  });

  it("refuses a data folder that cannot be written to", async () => {
    writeFileSync(join(folder, "file"), "");
    const data = join(folder, "file", "data");
    const started = spawnServer({ SNART_DATA: data, SNART_PORT: "0" });
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe(
      `The data folder ${data} cannot be written to (ENOTDIR); make it writable or set SNART_DATA to another folder.\n`,
    );
  });

  it("refuses a file that is no database, and leaves it alone", async () => {
    const path = join(folder, "snart.sqlite");
    writeFileSync(path, "this is something else".repeat(100));
    const started = spawnServer({ SNART_DATA: folder, SNART_PORT: "0" });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/^The database cannot be opened: .*\.\n$/);
    expect(statSync(path).size).toBe(2_200);
  });

  it("refuses a port that is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const started = spawnServer({ SNART_DATA: folder, SNART_PORT: String(port) });
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe(
      `Port ${port} is taken by another program; stop it or set SNART_PORT to another port.\n`,
    );
    other.close();
  });
});

describe("stopping", () => {
  it("finishes a request that is still being sent, then ends with 0", async () => {
    const server = await startServerProcess({ SNART_DATA: folder });
    const body = JSON.stringify({ login: "nobody", password: "x" });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let answer = "";
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
    socket.write(
      `POST /auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    // "100 Continue" shows that the server has begun to handle the request.
    await new Promise<void>((resolve) => socket.once("data", () => resolve()));
    server.child.kill("SIGTERM");
    await refusesConnections(server.url);
    expect(server.child.exitCode, "it waits for the request").toBeNull();
    socket.write(body.slice(5));
    await closed;
    expect(answer).toMatch(/HTTP\/1\.1 401 [^]*connection: close[^]*"code":"wrong-password"/i);
    expect(await server.ended).toBe(0);
    expect(server.output(), "the log says so").toMatch(/^\S+ info stopped finished=1 cut=0$/m);
  });

  it("ends at once on the second signal", async () => {
    const server = await startServerProcess({ SNART_DATA: folder });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      "POST /auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n",
    );
    await new Promise<void>((resolve) => socket.once("data", () => resolve()));
    server.child.kill("SIGINT");
    await refusesConnections(server.url);
    server.child.kill("SIGINT");
    expect(await server.ended).toBe(1);
    socket.destroy();
  });
});

/** Resolves when the server takes no new connections. */
async function refusesConnections(url: string): Promise<void> {
  const port = Number(new URL(url).port);
  for (;;) {
    const refused = await new Promise<boolean>((resolve) => {
      const probe = connect(port, "127.0.0.1", () => {
        probe.destroy();
        resolve(false);
      });
      probe.once("error", () => resolve(true));
    });
    if (refused) return;
  }
}
