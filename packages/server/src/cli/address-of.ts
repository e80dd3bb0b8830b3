import { CommandProblem, type CommandContext } from "./command.ts";

/** The address that people use, for links. @throws CommandProblem if none is set */
export function addressOf({ config }: CommandContext): string {
  if (config.publicUrl !== null) return config.publicUrl;
  throw new CommandProblem("A link needs SNART_PUBLIC_URL, the address that people reach the server by.");
}
