import { isBackupTrouble } from "@snart/calendar/jmap/backups.ts";
import { needsAttention, type HealthCheck } from "@snart/calendar/jmap/health.ts";
import type { MessageKey } from "@snart/locales/keys.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { commandLineActor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import { serverHealth } from "../../../app/health/server-health.ts";
import { sizeInWords } from "../../../backup/in-words.ts";
import { rememberedCertificate } from "../../../http/certificate-of.ts";
import { backupsOf } from "../../../backups-of.ts";
import { VERSION } from "../../../version.ts";
import type { Command, CommandContext } from "../../command.ts";
import { JSON_FLAG, lineOf, print } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

/** One line: how it is, what, what is said of it, and what to do. */
function lineOfCheck(check: HealthCheck): string {
  const t = nodeMessages("en-GB");
  const { thing, state, says, figures, moment } = check;
  const worded: Record<string, string | number> = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      (name === "size" || name === "log") && typeof value === "number" ? sizeInWords(value) : value,
    ]),
  );
  const { problem, detail = "" } = figures;
  if (typeof problem === "string" && isBackupTrouble(problem))
    worded["problem"] = t(`admin.backups.why.${problem}`, {
      detail: problem === "failed" ? detail : "",
    }).trim();
  const key = `admin.health.${thing}`;
  const said = t(`${key}.${says}` as MessageKey, worded);
  const help = needsAttention(check) ? t(`${key}.${says}Help` as MessageKey, worded) : null;
  const when = moment === null ? null : `${moment.is} ${moment.at}`;
  return lineOf([state, t(key as MessageKey), said, when, help]);
}

/** What the serving process would know, as far as another one can. */
const asSeenFromHere = (app: App, { config }: CommandContext): App => ({
  ...app,
  backups: backupsOf(config),
  process: {
    version: VERSION,
    node: process.versions.node,
    startedAt: undefined,
    publicUrl: config.publicUrl,
    ...(config.publicUrl?.startsWith("https:") === true && {
      certificate: rememberedCertificate(config.publicUrl, app.now),
    }),
  },
});

export const healthCommand: Command = {
  name: "health",
  summary:
    "Says of each part of the server how it is, as the page Server status does: state (well, soon, bad, off), part, what is said of it, when (UTC), what to do; separated by tabs. What only the serving process knows (open pages, the mailbox, the proxy) is not there.",
  args: [],
  flags: JSON_FLAG,
  examples: ["health", "health --json"],
  calls: ["Server/health"],
  exits: "Something must be mended (bad), or the database cannot be opened.",
  async run(context) {
    const app = asSeenFromHere(await context.openApp(), context);
    const health = unwrap(await serverHealth(app, commandLineActor()));
    print(context, health, health.checks.map(lineOfCheck));
    return health.checks.some(({ state }) => state === "bad") ? 1 : 0;
  },
};
