import { listUsers } from "../../app/accounts/add-user.ts";
import type { Command } from "../command.ts";

export const userList: Command = {
  name: "user list",
  usage: "",
  summary: "Lists everybody with an account: login, e-mail, name, state, role; separated by tabs.",
  options: {},
  positionals: 0,
  async run(context) {
    for (const { login, email, displayName, status, isAdmin } of await listUsers(await context.openApp()))
      context.stdout(
        `${[login, email ?? "", displayName, status, isAdmin ? "administrator" : "member"].join("\t")}\n`,
      );
    return 0;
  },
};
