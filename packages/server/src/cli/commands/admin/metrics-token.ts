import { randomBytes } from "node:crypto";
import type { Command } from "../../command.ts";
import { JSON_FLAG, print } from "../../print-rows.ts";

export const metricsToken: Command = {
  name: "metrics token",
  summary:
    "Makes a secret for whoever may read /metrics, and prints it as the line for snart.conf; the server takes it when it starts next.",
  args: [],
  flags: JSON_FLAG,
  examples: ["metrics token >> /etc/snart/snart.conf"],
  async run(context) {
    const token = randomBytes(32).toString("base64url");
    return print(context, { token }, [`SNART_METRICS_TOKEN=${token}`]);
  },
};
