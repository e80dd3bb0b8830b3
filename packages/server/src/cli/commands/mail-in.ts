import { receiveMessage } from "../../app/mail/receive-message.ts";
import { parseMessage } from "../../mail/parse-message.ts";
import type { Command, CommandContext } from "../command.ts";

/** Mail servers take this as "keep it and try again" (sysexits.h). */
const TRY_AGAIN = 75;

export const mailIn: Command = {
  name: "mail-in",
  summary:
    "Takes one mail from the standard input, as a mail server pipes it: answers, invitations and delivery reports. Prints what became of it.",
  args: [],
  flags: {},
  examples: ["mail-in < message.eml"],
  input: "MESSAGE",
  async run(context) {
    const { mailAuthServer: authServer, limits } = context.config;
    try {
      const bytes = await readAtMost(context.stdin, limits.mailSize);
      const parsed = await parseMessage(bytes, { limits, authServer });
      const outcome = parsed.ok
        ? await receiveMessage(await context.openApp(), parsed.value)
        : parsed.problem;
      context.stdout(`${outcome}\n`);
      return 0;
    } catch (error) {
      context.stderr(`${error instanceof Error ? error.message : String(error)}\n`);
      return TRY_AGAIN;
    }
  },
};

/**
 * One byte more than the limit is enough to know; the rest is read and dropped, so that the sender's pipe does not
 * break.
 */
async function readAtMost(stdin: CommandContext["stdin"], limit: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stdin) {
    if (size > limit) continue;
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    size += bytes.length;
  }
  return Buffer.concat(pieces).subarray(0, limit + 1);
}
