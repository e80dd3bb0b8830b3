import { spawn, type ChildProcess } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findProgram } from "../program.ts";

export const PROXIES = ["caddy", "nginx"] as const;
export type ProxyName = (typeof PROXIES)[number];

const ROOT = join(import.meta.dirname, "..", "..");

/** Whether Snart has the whole address, or a path of it that the proxy passes on or takes away. */
export type Way = "whole" | "passes" | "strips";

interface Place {
  /** It holds cert.pem and key.pem. */
  readonly folder: string;
  readonly port: number;
  /** The port of the server behind. */
  readonly target: number;
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function blockIn(file: string, pattern: RegExp): Promise<string> {
  const block = pattern.exec(await readFile(join(ROOT, file), "utf8"))?.[1];
  if (block === undefined) throw new Error(`${file} has no block like ${String(pattern)}.`);
  return block;
}

/** The block that the documents give for a way, before anything of this place is put into it. */
async function givenBlock(name: ProxyName, way: Way): Promise<string> {
  const pattern = name === "caddy" ? /```\n(your\.address \{.*?\n\})\n```/s : /```nginx\n(.*?)```/s;
  const whole = await blockIn("README.md", pattern);
  if (way === "whole") return whole;
  const kind = way === "passes" ? name : `${name}-strip`;
  const inside = await blockIn("docs/operating.md", new RegExp("```" + kind + "\\n(.*?)```", "s"));
  // What else is at the address says so.
  return name === "caddy"
    ? `your.address {\n${inside}\n\thandle {\n\t\trespond "somebody else" 404\n\t}\n}`
    : whole.replace(/\tclient_max_body_size.*\n\}/s, () => {
        return `${inside}\nlocation / { return 404 "somebody else"; }\n}`;
      });
}

/** That block with the address and the certificate of this place. */
async function blockOf(name: ProxyName, way: Way, { port, target, folder }: Place): Promise<string> {
  const block = await givenBlock(name, way);
  const there = block.replaceAll("127.0.0.1:8080", `127.0.0.1:${target}`);
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  if (name === "caddy")
    return there.replace(
      "your.address {",
      `https://your.address:${port}, https://localhost:${port} {\n\ttls ${cert} ${key}`,
    );
  return there
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
}

/** What stands around the block where no system has installed the program. */
function fileOf(name: ProxyName, folder: string, block: string): string {
  if (name === "caddy")
    return `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${block}\n`;
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/nginx-${kind};`,
  );
  return `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths.join("\n")}\n${block}}\n`;
}

/** Starts a proxy, and waits until it listens. */
export async function startProxyProgram(
  name: ProxyName,
  place: Place,
  way: Way = "whole",
): Promise<{ stop(): Promise<void> }> {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed (on Debian: apt-get install ${name}).`);
  const file = join(place.folder, `${name}.conf`);
  await writeFile(file, fileOf(name, place.folder, await blockOf(name, way, place)));
  const args =
    name === "caddy"
      ? ["run", "--config", file, "--adapter", "caddyfile"]
      : ["-p", place.folder, "-e", "stderr", "-c", file, "-g", "daemon off;"];
  const env = { PATH: "/usr/sbin:/usr/bin:/bin", HOME: place.folder, XDG_DATA_HOME: place.folder };
  const child = spawn(path, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = `${said}${text}`.slice(-2_000)));
  const exited = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  await listening(child, place.port, () => said);
  return {
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

async function listening(child: ChildProcess, port: number, said: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`the proxy ended: ${said()}`);
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (isUp) return;
    await setTimeout(100);
  }
  throw new Error(`the proxy does not listen: ${said()}`);
}
