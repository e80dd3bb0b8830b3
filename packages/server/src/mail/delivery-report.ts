import type { DeliveryReport } from "../app/mail/received-message.ts";

const ACTIONS = ["failed", "delayed", "delivered", "relayed", "expanded"] as const;
/** Each message of ours goes to one person; a report about more is about something else. */
const MOST = 10;

/** Reads a message/delivery-status part (RFC 3464 §2): one group of fields for each recipient after the first group. */
export function readDeliveryStatus(text: string): readonly DeliveryReport[] {
  const groups = text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]+/g, " ")
    .split(/\n\n+/)
    .slice(0, MOST + 1);
  return groups.flatMap((group) => {
    const field = (name: string): string | undefined =>
      new RegExp(`^${name}:\\s*(?:[\\w-]+\\s*;)?\\s*(.*)$`, "im").exec(group)?.[1]?.trim();
    const recipient = (field("Final-Recipient") ?? field("Original-Recipient"))?.toLowerCase();
    const action = ACTIONS.find((one) => one === field("Action")?.toLowerCase());
    if (!recipient || !action) return [];
    const detail = [field("Status"), field("Diagnostic-Code")].filter(Boolean).join(" ");
    return [{ recipient: recipient.replace(/^<|>$/g, ""), action, detail }];
  });
}
