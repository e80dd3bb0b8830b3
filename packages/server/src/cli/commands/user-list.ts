import { listUsers } from "../../app/accounts/add-user.ts";
import type { Command } from "../command.ts";
import { JSON_FLAG, print } from "../print-rows.ts";
import { accountJson, accountLine } from "./accounts.ts";

export const userList: Command = {
  name: "user list",
  summary: "Lists everybody with an account: login, e-mail, name, state, role; separated by tabs.",
  args: [],
  flags: JSON_FLAG,
  examples: ["user list --json"],
  calls: ["Account/get", "Principal/get"],
  async run(context) {
    const people = await listUsers(await context.openApp());
    return print(context, people.map(accountJson), people.map(accountLine));
  },
};
