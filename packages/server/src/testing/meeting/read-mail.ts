import type { CaughtMail } from "../smtp-sink.ts";
import { readFile, type EventLines } from "./calendar-file.ts";

/** The scheduling message of a mail. */
export function messageIn({ read }: CaughtMail): {
  readonly method: string;
  readonly events: readonly EventLines[];
} {
  const [part] = read.attachments;
  const text = typeof part?.content === "string" ? part.content : new TextDecoder().decode(part?.content);
  const { head, events } = readFile(text);
  return { method: head.find((line) => line.startsWith("METHOD:"))?.slice(7) ?? "", events };
}

/** The secret part of the link in a mail by which its reader answers. */
export const linkIn = ({ read }: CaughtMail): string =>
  /\/rsvp\/([\w.-]+)\?/.exec(read.text ?? "")?.[1] ?? "";
