import { commandLineActor } from "../../app/actor.ts";
import { listProviders } from "../../app/identity/administer-providers.ts";
import {
  createProvisioningToken,
  listProvisioningTokens,
  removeProvisioningToken,
} from "../../app/provisioning/tokens.ts";
import { CommandProblem, type Command } from "../command.ts";
import { JSON_FLAG, print, printRows, timeOf } from "../print-rows.ts";
import { printable } from "../printable.ts";
import { unwrap } from "../unwrap.ts";

const LABEL = { name: "LABEL", says: "What you call the token." };

const list: Command = {
  name: "scim list",
  summary:
    "The tokens by which directories keep accounts and groups here (SCIM), with their providers and last use, without their secrets.",
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
      createdAt: timeOf(token.createdAt),
      lastUsedAt: timeOf(token.lastUsedAt),
    }));
    return printRows(context, rows, ({ label, provider, createdAt, lastUsedAt }) => [
      label,
      provider,
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
    ...JSON_FLAG,
  },
  examples: ["scim add entra --provider office"],
  calls: ["ProvisioningToken/create"],
  async run(context) {
    const [label = ""] = context.positionals;
    const { provider: name } = context.values;
    const app = await context.openApp();
    const providers = unwrap(await listProviders(app, commandLineActor()));
    const provider = typeof name === "string" ? providers.find((one) => one.name === name) : null;
    if (provider === undefined)
      throw new CommandProblem(`There is no provider with the name ${printable(String(name))}.`);
    const wish = { label, providerId: provider?.id ?? null };
    const { token, secret } = unwrap(await createProvisioningToken(app, commandLineActor(), wish));
    return print(context, { label: token.label, token: secret }, [secret]);
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
    const [label = ""] = context.positionals;
    const app = await context.openApp();
    const all = unwrap(await listProvisioningTokens(app, commandLineActor()));
    const token = all.find((one) => one.label === label);
    if (!token) throw new CommandProblem(`There is no token with the label ${printable(label)}.`);
    unwrap(await removeProvisioningToken(app, commandLineActor(), token.id));
    return 0;
  },
};

export const scimCommands: readonly Command[] = [list, add, remove];
