import { AUDIENCES } from "@snart/calendar/access/audience.ts";
import type { BackupSchedule } from "@snart/calendar/jmap/backups.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { serverSettings, setServerAudience } from "../../../app/accounts/server-settings.ts";
import { commandLineActor } from "../../../app/actor.ts";
import type { App } from "../../../app/app.ts";
import { backupReport, changeSchedule } from "../../../app/backups/administer-backups.ts";

import { CommandProblem, type Command, type CommandContext } from "../../command.ts";
import { printable } from "../../printable.ts";
import { JSON_FLAG, printRow, printRows } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

/** A setting that administrators change while the server runs. */
interface Setting {
  readonly name: string;
  readonly says: string;
  readonly read: (app: App) => Promise<string>;
  /** @returns false: the text is no value of it */
  readonly write: (app: App, text: string) => Promise<boolean>;
}

const scheduled = <K extends keyof BackupSchedule>(
  name: string,
  key: K,
  says: string,
  parse: (text: string) => BackupSchedule[K] | undefined,
): Setting => ({
  name,
  says,
  async read(app) {
    const value = unwrap(await backupReport(app, commandLineActor())).schedule[key];
    return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
  },
  async write(app, text) {
    const value = parse(text);
    if (value === undefined) return false;
    unwrap(await changeSchedule(app, commandLineActor(), { [key]: value }));
    return true;
  },
});

const MOST_KEPT = 366;
const count = (text: string): number | undefined =>
  /^\d{1,3}$/.test(text) && Number(text) <= MOST_KEPT ? Number(text) : undefined;

const SETTINGS: readonly Setting[] = [
  {
    name: "visible-to",
    says: `who finds people and sees when they are busy, unless they say otherwise: ${AUDIENCES.join(", ")}`,
    read: async (app) => (await serverSettings(app)).visibleTo,
    async write(app, text) {
      const audience = AUDIENCES.find((known) => known === text);
      if (audience === undefined) return false;
      unwrap(await setServerAudience(app, commandLineActor(), audience));
      return true;
    },
  },
  scheduled("backup-nightly", "isOn", "whether a backup is made every night: yes or no", (text) =>
    text === "yes" ? true : text === "no" ? false : undefined,
  ),
  scheduled("backup-time", "time", "when, as 03:00", (text) =>
    /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined,
  ),
  scheduled("backup-zone", "timeZone", "by which clock, as Europe/Stockholm", (text) =>
    ianaZone(text) === undefined ? undefined : text,
  ),
  scheduled("backup-daily", "daily", "of how many days one stays, 0 to 366", count),
  scheduled("backup-weekly", "weekly", "of how many weeks one stays, 0 to 366", count),
  scheduled("backup-monthly", "monthly", "of how many months one stays, 0 to 366", count),
];

/** @throws CommandProblem with the names that there are */
function settingOf({ positionals: [name = ""] }: CommandContext): Setting {
  const found = SETTINGS.find((setting) => setting.name === name);
  if (found) return found;
  const names = SETTINGS.map((setting) => setting.name).join(", ");
  throw new CommandProblem(`There is no setting ${printable(name)}. There are: ${names}.`);
}

/** A setting as it is printed. */
const settingJson = async (app: App, { name, says, read }: Setting) => ({
  name,
  value: await read(app),
  says,
});
const cellsOf = ({ name, value, says }: Awaited<ReturnType<typeof settingJson>>) => [name, value, says];

const NAME = { name: "NAME", says: "As setting list names it." } as const;

const list: Command = {
  name: "setting list",
  summary:
    "Lists what administrators set while the server runs: name, value, what it means; separated by tabs. Options that are set before it starts are listed by config.",
  args: [],
  flags: JSON_FLAG,
  examples: ["setting list"],
  calls: ["ServerSettings/get", "Server/backups"],
  async run(context) {
    const app = await context.openApp();
    const rows: Awaited<ReturnType<typeof settingJson>>[] = [];
    for (const setting of SETTINGS) rows.push(await settingJson(app, setting));
    return printRows(context, rows, cellsOf);
  },
};

const get: Command = {
  name: "setting get",
  summary: "Prints the value of a setting.",
  args: [NAME],
  flags: JSON_FLAG,
  examples: ["setting get backup-time"],
  calls: ["ServerSettings/get"],
  async run(context) {
    const { name, read } = settingOf(context);
    const value = await read(await context.openApp());
    return printRow(context, { name, value }, (one) => [one.value]);
  },
};

const set: Command = {
  name: "setting set",
  summary: "Sets a setting, at once and for all processes.",
  args: [NAME, { name: "VALUE", says: "The new one; setting list says which are possible." }],
  flags: JSON_FLAG,
  examples: ["setting set backup-time 04:30", "setting set visible-to everybody"],
  calls: ["ServerSettings/set", "Server/setBackups"],
  async run(context) {
    const [, text = ""] = context.positionals;
    const setting = settingOf(context);
    const app = await context.openApp();
    if (!(await setting.write(app, text)))
      throw new CommandProblem(`${printable(text)} is no value of it: ${setting.says}.`);
    return printRow(context, await settingJson(app, setting), cellsOf);
  },
};

export const settingCommands: readonly Command[] = [list, get, set];
