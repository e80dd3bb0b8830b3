import { listUsers } from "../../app/accounts/add-user.ts";
import type { Command } from "../command.ts";
import { accountJson } from "./accounts.ts";

export const userList: Command = {
  name: "user list",
  usage: "[--json]",
  summary: "Lists everybody with an account: login, e-mail, name, state, role; separated by tabs.",
  options: { json: { type: "boolean" } },
  positionals: 0,
  async run(context) {
    if (context.values["json"] === true) {
      const people = (await listUsers(await context.openApp())).map(accountJson);
      context.stdout(`${JSON.stringify(people)}\n`);
      return 0;
    }
    for (const { login, email, displayName, status, isAdmin } of await listUsers(await context.openApp()))
      context.stdout(
        `${[login, email ?? "", displayName, status, isAdmin ? "administrator" : "member"].join("\t")}\n`,
      );
    return 0;
  },
};
