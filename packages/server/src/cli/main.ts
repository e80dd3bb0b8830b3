// The command line's entry: `npm run --silent snart -- …`. Works beside a running server on the same data.
import { once } from "node:events";
import { runCli } from "./run-cli.ts";

// The reader of our output may stop early (`snart user list | head -1`); that is no error.
process.stdout.on("error", () => process.exit(0));

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  stdin: process.stdin,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  writeBytes: async (bytes) => {
    if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
  },
});
