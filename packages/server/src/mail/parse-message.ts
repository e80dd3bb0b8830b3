import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Address, Attachment, Email } from "postal-mime";
import type { Limits } from "../app/limits.ts";
import type { CalendarText, ReceivedMessage } from "../app/mail/received-message.ts";
import { isProved } from "./authentication-results.ts";
import { readDeliveryStatus } from "./delivery-report.ts";
import { senderOf } from "./sender-of.ts";

interface ParseOptions {
  readonly limits: Pick<Limits, "mailSize" | "mailParts" | "objectSize">;
  /** the server whose Authentication-Results are trusted; null: no sender is proved */
  readonly authServer: string | null;
}

/** Calendars never send more deeply nested messages. */
const DEPTH = 20;
const HEADER_BYTES = 256 * 1024;
/** Calendar texts of one message: an invitation comes twice, as a part and as a file. */
const MOST_CALENDARS = 5;
const MOST_REFERENCES = 50;
const MOST_RECIPIENTS = 200;

/**
 * Reads the parts of a message (RFC 5322, MIME) that matter to calendars: sender, recipients, threading, and its
 * scheduling messages, wherever they are: in a part of their own, in an alternative, or in a file of any type.
 */
export async function parseMessage(
  bytes: Uint8Array,
  { limits, authServer }: ParseOptions,
): Promise<Result<ReceivedMessage, "too-large" | "unreadable">> {
  if (bytes.byteLength > limits.mailSize || hasTooManyLines(bytes)) return failed("too-large");
  const options = {
    maxNestingDepth: DEPTH,
    maxHeadersSize: HEADER_BYTES,
    rfc822Attachments: true,
    forceRfc822Attachments: true,
  };
  const { default: PostalMime, addressParser } = await import("postal-mime");
  const email = await PostalMime.parse(bytes, options).catch(() => undefined);
  if (!email) return failed("unreadable");
  if (email.attachments.length > limits.mailParts) return failed("too-large");
  const header = headersOf(email);
  const { address: sender, isPlain } = senderOf(header("from"), addressParser);
  const calendars = calendarsOf(email.attachments, limits.objectSize);
  const status = email.attachments.filter(({ mimeType }) => mimeType === "message/delivery-status");
  const reports = status.slice(0, 1).flatMap(({ content }) => readDeliveryStatus(asText(content)));
  const isProven =
    isPlain && authServer !== null && isProved(header("authentication-results"), authServer, sender);
  return ok({
    id: identityOf(email, sender, calendars),
    messageId: /<[^<>\s]{1,250}>/.exec(email.messageId ?? "")?.[0] ?? null,
    sender,
    recipients: recipientsOf(email, header),
    subject: (email.subject ?? "").slice(0, 500),
    answersTo: answersOf(email, reports.length > 0),
    isProved: isProven,
    calendars,
    reports,
    hasTnef: email.attachments.some(({ mimeType }) => /\/(?:vnd\.)?ms-tnef$/.test(mimeType)),
  });
}

/** Each line costs the parser some 40 µs, whatever its length. 10 MiB of base64 have fewer. */
const MOST_LINES = 150_000;

function hasTooManyLines(bytes: Uint8Array): boolean {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1))
    if (++lines > MOST_LINES) return true;
  return false;
}

type HeaderValues = (name: string) => readonly string[];

const headersOf =
  ({ headers }: Email): HeaderValues =>
  (name) =>
    headers.filter(({ key }) => key === name).map(({ value }) => value);

/** Addresses without names, in lower case; invalid ones are left out. */
function addresses(from: readonly (Address | undefined)[]): readonly string[] {
  return from
    .flatMap((one) => (one ? (one.group ?? [one]) : []))
    .map(({ address }) => (address ?? "").trim().toLowerCase())
    .filter((address) => /^[^\s@]+@[^\s@]+$/.test(address));
}

const BROUGHT_TO = ["delivered-to", "x-original-to", "x-envelope-to"];

function recipientsOf(email: Email, header: HeaderValues): readonly string[] {
  const brought = BROUGHT_TO.flatMap(header).map((address) => ({ name: "", address }));
  const named = [...(email.to ?? []), ...(email.cc ?? [])];
  return [...new Set(addresses([...brought, ...named]))].slice(0, MOST_RECIPIENTS);
}

/** The messages that it answers; a report contains the message that it is about, or that one's header. */
function answersOf(
  { inReplyTo = "", references = "", attachments }: Email,
  isReport: boolean,
): readonly string[] {
  const returned = attachments
    .filter(({ mimeType }) => isReport && /^(?:message\/rfc822|text\/rfc822-headers)$/.test(mimeType))
    .map(({ content }) => /^message-id:\s*(<[^<>\s]+>)/im.exec(asText(content).slice(0, HEADER_BYTES))?.[1]);
  const text = [inReplyTo, references, ...returned.filter((one) => one !== undefined)].join(" ");
  return [...new Set(text.match(/<[^<>\s]{1,250}>/g) ?? [])].slice(-MOST_REFERENCES);
}

/** Each text once. Exchange and Google send the same as a part and as a file, with different line ends. */
function calendarsOf(attachments: readonly Attachment[], largest: number): readonly CalendarText[] {
  const found = new Map<string, CalendarText>();
  for (const attachment of attachments) {
    if (!isCalendar(attachment) || found.size >= MOST_CALENDARS) continue;
    const text = asText(attachment.content);
    if (text.length > largest || !/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) continue;
    const key = text.replace(/\s+/g, "");
    const known = found.get(key);
    found.set(key, { text: text.replace(/^\uFEFF?\s*/, ""), method: known?.method ?? methodOf(attachment) });
  }
  return [...found.values()];
}

const isCalendar = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === "text/calendar" ||
  mimeType === "application/ics" ||
  (/^(?:application\/octet-stream|text\/plain|text\/x-vcalendar)$/.test(mimeType) &&
    /\.(?:ics|vcs)$/i.test(filename ?? ""));

const methodOf = ({ method }: Attachment): string | undefined => method?.trim().toUpperCase() || undefined;

/** Text without a charset is UTF-8, or else the Latin-1 of old programs. */
function asText(content: Attachment["content"]): string {
  if (typeof content === "string") return content;
  const bytes = new Uint8Array(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder("windows-1252").decode(bytes);
    throw error;
  }
}

/** A Message-ID alone can be forged: two different messages are not the same one. */
function identityOf(email: Email, sender: string, calendars: readonly CalendarText[]): string {
  const hash = createHash("sha256");
  const { messageId = "", date = "", subject = "" } = email;
  const parts = [messageId, sender, date, subject, ...calendars.map(({ text }) => text)];
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest("base64url");
}
