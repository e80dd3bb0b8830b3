import type { ProviderChange } from "@snart/calendar/jmap/administration/identity-providers.ts";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  checkProvider,
  listProviders,
  removeProvider,
  saveProvider,
} from "../../app/identity/administer-providers.ts";
import type { StoredProvider } from "../../app/sign-in/stored-providers.ts";
import { commandLineActor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { CommandProblem, UsageProblem, type Command, type CommandContext } from "../command.ts";
import { JSON_FLAG, print } from "../print-rows.ts";
import { printable } from "../printable.ts";
import { unwrap } from "../unwrap.ts";

const NAME = { name: "NAME", says: "As people see it on the page where they sign in." };
const YES_NO = "yes|no";

const list: Command = {
  name: "provider list",
  summary: "The OpenID providers by which people sign in, without their secrets.",
  args: [],
  flags: JSON_FLAG,
  examples: ["provider list"],
  calls: ["IdentityProvider/list"],
  async run(context) {
    const app = await context.openApp();
    const all = unwrap(await listProviders(app, commandLineActor()));
    return print(context, all.map(withoutSecret), all.map(lineOf));
  },
};

const TEXTS = {
  name: "name",
  issuer: "issuer",
  "client-id": "clientId",
  "groups-claim": "groupsClaim",
} as const;
const SWITCHES = {
  on: "isOn",
  "makes-accounts": "makesAccounts",
  "links-by-email": "linksByEmail",
  "trusts-email": "isEmailTrusted",
  "signs-out": "endsItsSession",
} as const;

const save: Command = {
  name: "provider save",
  summary:
    "Adds the provider with this name, or changes it: what is not said stays. The secret comes from a file, so that no list of processes shows it.",
  args: [NAME],
  flags: {
    issuer: { value: "URL", says: "Where the provider is found; its discovery document stands below it." },
    "client-id": { value: "ID", says: "As the provider knows this Snart." },
    "secret-file": { value: "FILE", says: "The file with the client's secret; empty: it has none." },
    on: { value: YES_NO, says: "Whether people sign in by it." },
    "makes-accounts": { value: YES_NO, says: "Whether an account is made at the first sign-in." },
    "links-by-email": { value: YES_NO, says: "Whether who has an account with the same address gets that." },
    "trusts-email": { value: YES_NO, says: "Whether its addresses count as verified without its saying so." },
    "signs-out": { value: YES_NO, says: "Whether signing out here does so there." },
    allowed: { value: "LIST", says: "Addresses and domains of whom it lets in, separated by commas." },
    "groups-claim": { value: "CLAIM", says: "The claim that names groups." },
    groups: { value: "CLAIM=GROUP,…", says: "Which groups are followed, by the login of each group here." },
    ...JSON_FLAG,
  },
  examples: [
    "provider save office --issuer https://id.example.org --client-id snart --secret-file secret --on yes",
  ],
  calls: ["IdentityProvider/save"],
  async run(context) {
    const [name = ""] = context.positionals;
    const app = await context.openApp();
    const before = unwrap(await listProviders(app, commandLineActor())).find((one) => one.name === name);
    const change = { name, ...(await changeIn(context, app)), ...(before && { id: before.id }) };
    const id = unwrap(await saveProvider(app, commandLineActor(), change));
    const saved = unwrap(await listProviders(app, commandLineActor())).find((one) => one.id === id);
    return saved ? print(context, withoutSecret(saved), [lineOf(saved)]) : 0;
  },
};

async function changeIn({ values, folder }: CommandContext, app: App): Promise<ProviderChange> {
  const change: Record<string, unknown> = {};
  for (const [option, field] of Object.entries(TEXTS))
    if (typeof values[option] === "string") change[field] = values[option];
  for (const [option, field] of Object.entries(SWITCHES)) {
    const said = values[option];
    if (said === undefined) continue;
    if (said !== "yes" && said !== "no") throw new UsageProblem(`--${option} is yes or no.`);
    change[field] = said === "yes";
  }
  const { allowed, groups, "secret-file": file } = values;
  if (typeof allowed === "string") change["allowed"] = allowed.split(",");
  if (typeof groups === "string") change["groups"] = await groupsIn(app, groups);
  if (typeof file === "string") change["clientSecret"] = (await secretIn(resolve(folder, file))) || null;
  return change;
}

const secretIn = async (path: string): Promise<string> =>
  (
    await readFile(path, "utf8").catch(() => {
      throw new CommandProblem(`The file ${printable(path)} cannot be read.`);
    })
  ).trim();

/** `staff=tenants`: who has `staff` there belongs to the group whose login is `tenants`. */
async function groupsIn(app: App, text: string): Promise<StoredProvider["groups"]> {
  const pairs = text.split(",").filter((part) => part.trim() !== "");
  const groups: StoredProvider["groups"][number][] = [];
  for (const pair of pairs) {
    const at = pair.lastIndexOf("=");
    const [claim, login] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    const group = await app.storage.read((tx) => tx.principals.byLogin(login));
    if (claim === "" || group?.kind !== "group")
      throw new CommandProblem(`There is no group ${printable(login)}; write CLAIM=GROUP.`);
    groups.push({ claim, groupId: group.id });
  }
  return groups;
}

const remove: Command = {
  name: "provider remove",
  summary: "Nobody signs in by this provider any more. Accounts stay, and so do sessions that have begun.",
  args: [NAME],
  flags: {},
  examples: ["provider remove office"],
  calls: ["IdentityProvider/remove"],
  async run(context) {
    const { app, provider } = await named(context);
    unwrap(await removeProvider(app, commandLineActor(), provider.id));
    return 0;
  },
};

const check: Command = {
  name: "provider check",
  summary: "Asks the provider whether it answers as one.",
  args: [NAME],
  flags: {},
  examples: ["provider check office"],
  calls: ["IdentityProvider/check"],
  async run(context) {
    const { app, provider } = await named(context);
    const answers = unwrap(await checkProvider(app, commandLineActor(), provider.id));
    if (answers === "ok") return 0;
    throw new CommandProblem(
      answers === "unavailable"
        ? `${printable(provider.issuer)} does not answer.`
        : `${printable(provider.issuer)} does not answer as an OpenID provider with that issuer does.`,
    );
  },
};

export const providerCommands: readonly Command[] = [list, save, remove, check];

async function named(context: CommandContext): Promise<{ app: App; provider: StoredProvider }> {
  const [name = ""] = context.positionals;
  const app = await context.openApp();
  const provider = unwrap(await listProviders(app, commandLineActor())).find((one) => one.name === name);
  if (!provider) throw new CommandProblem(`There is no provider with the name ${printable(name)}.`);
  return { app, provider };
}

const withoutSecret = ({ clientSecret, ...provider }: StoredProvider) => ({
  ...provider,
  hasSecret: clientSecret !== null,
});

const lineOf = ({ name, issuer, clientId, isOn }: StoredProvider): string =>
  [name, issuer, clientId, isOn ? "on" : "off"].map(printable).join("\t");
