import { addUser } from "../../app/accounts/add-user.ts";
import { FIRST_STEPS } from "../../app/accounts/first-steps.ts";
import { UsageProblem, required, type Command, type CommandContext } from "../command.ts";
import { unwrap } from "../unwrap.ts";

const LONGEST_INPUT = 65_536;

export const userAdd: Command = {
  name: "user add",
  summary: "Adds a person. The password is read from the standard input, so that no history keeps it.",
  args: [{ name: "EMAIL", says: "Their address." }],
  flags: {
    name: { value: "NAME", says: "What they are called.", isRequired: true },
    admin: { says: "As an administrator." },
    "password-stdin": { says: "The password is the first line of the standard input.", isRequired: true },
  },
  examples: ["user add elin@example.com --name Elin --password-stdin < password"],
  async run(context) {
    const [email = ""] = context.positionals;
    const displayName = required(context, "name");
    if (context.values["password-stdin"] !== true) throw new UsageProblem("--password-stdin is missing.");
    const password = await firstLine(context);
    const app = await context.openApp();
    const isAdmin = context.values["admin"] === true;
    const preferences = { firstSteps: FIRST_STEPS };
    const added = unwrap(await addUser(app, { email, displayName, password, isAdmin, preferences }));
    context.stdout(
      `Added ${added.displayName} <${added.email}>, login ${added.login}${isAdmin ? ", administrator" : ""}.\n`,
    );
    return 0;
  },
};

/** The first line of the standard input without its end. */
async function firstLine(context: CommandContext): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of context.stdin) {
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    if (text.includes("\n") || text.length > LONGEST_INPUT) break;
  }
  return /^[^\r\n]*/.exec(text)?.[0] ?? "";
}
