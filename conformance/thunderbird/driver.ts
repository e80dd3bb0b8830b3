import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../program.ts";
import { startProxy, type Traced } from "../proxy.ts";
import { Marionette } from "./marionette.ts";

/** Every script in Thunderbird begins with this: its calendars by the names that they have in the profile. */
const PRELUDE = `
  const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
  const { CalEvent } = ChromeUtils.importESModule("resource:///modules/CalEvent.sys.mjs");
  const { CalTodo } = ChromeUtils.importESModule("resource:///modules/CalTodo.sys.mjs");
  const named = (name) => cal.manager.getCalendars().find((one) => one.name === name);
  const all = (name) => named(name).getItemsAsArray(Ci.calICalendar.ITEM_FILTER_ALL_ITEMS, 0, null, null);
`;

/** Debian's Thunderbird without a screen, with a profile whose calendars are `calendar` and `tasks` of an account. */
export class Thunderbird {
  readonly url: string;
  readonly traced: readonly Traced[];
  readonly #marionette: Marionette;
  readonly #stop: () => Promise<void>;

  private constructor(
    url: string,
    traced: readonly Traced[],
    marionette: Marionette,
    stop: () => Promise<void>,
  ) {
    this.url = url;
    this.traced = traced;
    this.#marionette = marionette;
    this.#stop = stop;
  }

  static async open(url: string, login: string): Promise<Thunderbird> {
    const program = findProgram("thunderbird");
    if (program === undefined)
      throw new Error("Thunderbird is not installed (on Debian: apt-get install thunderbird).");
    const traced: Traced[] = [];
    // It stores passwords encrypted, so none can be put there beforehand: the proxy signs in.
    const proxy = await startProxy(url, { login, tell: (one) => traced.push(one) });
    const home = await mkdtemp(join(tmpdir(), "snart-thunderbird-"));
    const profile = join(home, "profile");
    await mkdir(profile);
    const port = await freePort();
    await writeFile(join(profile, "user.js"), preferences(proxy.url, login, port));
    const words = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access"];
    const env = {
      PATH: "/usr/bin:/bin",
      HOME: home,
      LANG: "C.UTF-8",
      TZ: "Europe/Stockholm",
      MOZ_HEADLESS: "1",
    };
    // Debian's launcher is a shell script: it gets a process group, which is ended as a whole.
    const child = spawn(program, [...words, "--profile", profile], { env, stdio: "ignore", detached: true });
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const stop = async (): Promise<void> => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, "SIGKILL");
      await ended;
      await proxy.stop();
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    };
    try {
      return new Thunderbird(proxy.url, traced, await Marionette.open(port), stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#marionette.run(PRELUDE + script, ...args);
  }

  /** Refreshes from the server and waits until a script returns true. */
  async refreshUntil(name: string, script: string): Promise<void> {
    const wait = `named(${JSON.stringify(name)}).refresh();
      const { setTimeout } = ChromeUtils.importESModule("resource://gre/modules/Timer.sys.mjs");
      for (let n = 0; n < 150; n++) {
        if (await (async () => { ${script} })()) return true;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return (await all(${JSON.stringify(name)})).map((item) => item.title);`;
    const found = await this.run(wait);
    if (found !== true) throw new Error(`did not come about; it holds ${JSON.stringify(found)}`);
  }

  async close(): Promise<void> {
    this.#marionette.close();
    await this.#stop();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The calendars, and settings that keep it from asking a person or another server. */
function preferences(url: string, login: string, port: number): string {
  const calendars = ["calendar", "tasks"].flatMap((name) => [
    [`calendar.registry.${name}.type`, "caldav"],
    [`calendar.registry.${name}.uri`, `${url}/dav/calendars/${login}/${name}/`],
    [`calendar.registry.${name}.name`, name],
    [`calendar.registry.${name}.username`, login],
    [`calendar.registry.${name}.cache.enabled`, true],
    [`calendar.registry.${name}.calendar-main-in-composite`, true],
  ]);
  const others = [
    ["marionette.port", port],
    ["calendar.timezone.local", "Europe/Stockholm"],
    ["calendar.timezone.useSystemTimezone", false],
    ["mail.provider.suppress_dialog_on_startup", true],
    ["mail.spotlight.firstRunDone", true],
    ["mail.shell.checkDefaultClient", false],
    ["mailnews.start_page.enabled", false],
    ["mailnews.start_page_override.mstone", "ignore"],
    ["app.donation.eoy.version.viewed", 999],
    ["app.update.enabled", false],
    ["datareporting.policy.dataSubmissionEnabled", false],
    ["toolkit.telemetry.enabled", false],
    ["network.captive-portal-service.enabled", false],
    ["network.connectivity-service.enabled", false],
    ["extensions.update.enabled", false],
    ["services.settings.server", "data:,#remote-settings-dummy/v1"],
  ];
  return [...calendars, ...others]
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join("");
}
