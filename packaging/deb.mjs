// Makes snart_VERSION_ARCH.deb of the laid-out tree: `node packaging/deb.mjs [FOLDER]`. It needs dpkg-deb (Debian, Ubuntu).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { giveUp, root } from "../scripts/install.mjs";

const [folder = "."] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(root, "packages/server/package.json"), "utf8"));
const arch = { x64: "amd64", arm64: "arm64" }[process.arch];
if (arch === undefined) giveUp(`there is no package for ${process.arch}.`);
const tree = mkdtempSync(join(tmpdir(), "snart-deb-"));
const put = (path, text, mode = 0o644) => {
  mkdirSync(join(tree, path, ".."), { recursive: true });
  writeFileSync(join(tree, path), text, { mode });
};
try {
  run(process.execPath, join(import.meta.dirname, "tree.mjs"), join(tree, "opt/snart"));
  put("lib/systemd/system/snart.service", readFileSync(join(import.meta.dirname, "snart.service")));
  put(
    "etc/snart/snart.conf",
    "# SNART_… options, one a line. /usr/bin/snart config shows what is in force.\n",
    0o640,
  );
  put("usr/bin/snart", readFileSync(join(import.meta.dirname, "debian/snart")), 0o755);
  put("usr/share/man/man1/snart.1.gz", gzipSync(manualPage(join(tree, "opt/snart")), { level: 9 }));
  for (const name of ["README.md", "LICENSE", "docs/operating.md"])
    put(join("usr/share/doc/snart", name.split("/").at(-1)), readFileSync(join(root, name)));
  put("DEBIAN/control", control());
  put("DEBIAN/conffiles", "/etc/snart/snart.conf\n");
  for (const name of ["postinst", "prerm", "postrm"])
    put(`DEBIAN/${name}`, readFileSync(join(import.meta.dirname, "debian", name)), 0o755);
  const file = resolve(folder, `snart_${version}_${arch}.deb`);
  run("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", tree, file);
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(tree, { recursive: true, force: true });
}

function control() {
  return `Package: snart
Version: ${version}
Architecture: ${arch}
Maintainer: Snart <snart@localhost>
Depends: adduser, libatomic1, libc6 (>= 2.28), libstdc++6
Recommends: caddy | nginx
Section: web
Priority: optional
Description: shared calendar that always says how soon
 A calendar for households, associations and small firms on their own
 machine, with CalDAV, JMAP and a web app in British English and Swedish.
`;
}

/** The manual page, which the command line makes of its own descriptions. */
function manualPage(installed) {
  const program = join(installed, "packages/server/dist/cli.js");
  const { status, stdout } = spawnSync(process.execPath, [program, "man"], { encoding: "utf8" });
  if (status !== 0 || !stdout.startsWith(".TH ")) giveUp("snart man failed.");
  return stdout;
}

function run(program, ...args) {
  const { status } = spawnSync(program, args, { stdio: ["ignore", 2, 2] });
  if (status !== 0) giveUp(`${program} failed (see above).`);
}
