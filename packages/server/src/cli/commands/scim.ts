import { commandLineActor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { listProviders } from "../../app/identity/administer-providers.ts";
import {
  changeProvisioningToken,
  createProvisioningToken,
  listProvisioningTokens,
  removeProvisioningToken,
} from "../../app/provisioning/tokens.ts";
import type { ProvisioningToken } from "../../app/types.ts";
import { CommandProblem, required, UsageProblem, type Command, type CommandContext } from "../command.ts";
import { JSON_FLAG, print, printRows, timeOf } from "../print-rows.ts";
import { printable } from "../printable.ts";
import { unwrap } from "../unwrap.ts";

const LABEL = { name: "LABEL", says: "What you call the token." };
const MAIL = {
  value: "yes|no",
  says: "Whether people hear by mail of the accounts that the directory makes.",
};

function isYes(said: string | boolean): boolean {
  if (said !== "yes" && said !== "no") throw new UsageProblem("--mail is yes or no.");
  return said === "yes";
}

async function labelled(context: CommandContext): Promise<{ app: App; token: ProvisioningToken }> {
  const [label = ""] = context.positionals;
  const app = await context.openApp();
  const all = unwrap(await listProvisioningTokens(app, commandLineActor()));
  const token = all.find((one) => one.label === label);
  if (!token) throw new CommandProblem(`There is no token with the label ${printable(label)}.`);
  return { app, token };
}

const list: Command = {
  name: "scim list",
  summary:
    "The tokens by which directories keep accounts and groups here (SCIM), with their providers, whether new people hear by mail, and last use, without their secrets.",
  args: [],
  flags: JSON_FLAG,
  examples: ["scim list"],
  calls: ["ProvisioningToken/list"],
  async run(context) {
    const app = await context.openApp();
    const providers = unwrap(await listProviders(app, commandLineActor()));
    const rows = unwrap(await listProvisioningTokens(app, commandLineActor())).map((token) => ({
      label: token.label,
      provider: providers.find(({ id }) => id === token.providerId)?.name ?? null,
      mailsPeople: token.mailsPeople,
      createdAt: timeOf(token.createdAt),
      lastUsedAt: timeOf(token.lastUsedAt),
    }));
    return printRows(context, rows, ({ label, provider, mailsPeople, createdAt, lastUsedAt }) => [
      label,
      provider,
      mailsPeople ? "mail" : "",
      createdAt,
      lastUsedAt,
    ]);
  },
};

const add: Command = {
  name: "scim add",
  summary:
    "Makes a token for a directory and prints it, this once. The directory reaches Snart at /scim/v2 below its address.",
  args: [LABEL],
  flags: {
    provider: { value: "NAME", says: "The provider by which the directory's people sign in." },
    mail: MAIL,
    ...JSON_FLAG,
  },
  examples: ["scim add entra --provider office"],
  calls: ["ProvisioningToken/create"],
  async run(context) {
    const [label = ""] = context.positionals;
    const { provider: name } = context.values;
    const { mail = "no" } = context.values;
    const mailsPeople = isYes(mail);
    const app = await context.openApp();
    const providers = unwrap(await listProviders(app, commandLineActor()));
    const provider = typeof name === "string" ? providers.find((one) => one.name === name) : null;
    if (provider === undefined)
      throw new CommandProblem(`There is no provider with the name ${printable(String(name))}.`);
    const wish = { label, providerId: provider?.id ?? null, mailsPeople };
    const { token, secret } = unwrap(await createProvisioningToken(app, commandLineActor(), wish));
    return print(context, { label: token.label, token: secret }, [secret]);
  },
};

const change: Command = {
  name: "scim change",
  summary: "Changes whether people hear by mail of the accounts that a directory makes from now on.",
  args: [LABEL],
  flags: { mail: { ...MAIL, isRequired: true } },
  examples: ["scim change entra --mail yes"],
  calls: ["ProvisioningToken/change"],
  async run(context) {
    const mailsPeople = isYes(required(context, "mail"));
    const { app, token } = await labelled(context);
    unwrap(await changeProvisioningToken(app, commandLineActor(), token.id, { mailsPeople }));
    if (mailsPeople && app.outside === undefined)
      context.stderr("This server sends no mail, so nobody hears of it.\n");
    return 0;
  },
};

const remove: Command = {
  name: "scim remove",
  summary: "Ends a token at once. The accounts and groups that its directory has made stay.",
  args: [LABEL],
  flags: {},
  examples: ["scim remove entra"],
  calls: ["ProvisioningToken/remove"],
  async run(context) {
    const { app, token } = await labelled(context);
    unwrap(await removeProvisioningToken(app, commandLineActor(), token.id));
    return 0;
  },
};

export const scimCommands: readonly Command[] = [list, add, change, remove];
