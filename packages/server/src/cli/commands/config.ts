import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { inForce } from "../../config/in-force.ts";
import { dumpConfig } from "../../config/load.ts";
import type { Command } from "../command.ts";

export const configCommand: Command = {
  name: "config",
  summary: "Prints every option as it is in effect, secrets masked, and where it was read.",
  args: [],
  flags: {},
  examples: ["config"],
  async run(context) {
    for (const line of inForce(context.config, context.configFile)) context.stdout(`# ${line}\n`);
    for (const line of dumpConfig(context.config, DEFAULT_LIMITS)) context.stdout(`${line}\n`);
    return 0;
  },
};
