// Real foreign programs for the tests: used if they are installed, else installed by Debian's package manager where
// that is possible.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these programs that is on the PATH. */
export function findProgram(...names) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

const isDebian = () =>
  existsSync("/etc/debian_version") && /debian|ubuntu/i.test(readFileSync("/etc/os-release", "utf8"));

let updated = false;

/** Installs Debian packages if this is Debian and we may. @returns whether it worked */
export function installPackages(...packages) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !isDebian()) return false;
  process.stderr.write(`Installing ${packages.join(", ")} …\n`);
  const apt = (...args) =>
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", 2],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  if (!updated) updated = apt("update", "-qq");
  return apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
}

/**
 * A Chromium to test with: the system's, else Debian's, else Playwright's own. The headless one is the same browser
 * and takes a third less work, so it is preferred.
 */
export function ensureChromium(installWithPlaywright) {
  const shell = "chromium-headless-shell";
  const named = process.env.SNART_TEST_CHROMIUM ?? findProgram(shell);
  if (named) return named;
  const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  if (installPackages(shell) || installPackages("chromium")) return findProgram(...names);
  return findProgram(...names) ?? (installWithPlaywright() ? "" : undefined);
}
