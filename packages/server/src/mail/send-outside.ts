import { organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { languages, type Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../app/app.ts";
import { mailBody, type MailBlock } from "../app/outbox/mail-body.ts";
import { outgoingInvitation, type OutgoingInvitation } from "../app/mail/outgoing-invitation.ts";
import type { Mail } from "../app/outbox/queue-mail.ts";
import type { OutgoingMessage } from "../app/scheduling/outgoing.ts";
import { isAddressOf } from "../app/principal-address.ts";
import { isFromGuest } from "../app/delivery/answered-object.ts";
import { writeStatus } from "../app/delivery/write-status.ts";
import { invitationWords, personText } from "./invitation-words.ts";
import type { MailOut } from "./open-mail.ts";
import { outwardText } from "./outward-text.ts";
import { sendOrGiveUp } from "./send-mail.ts";
import type { WireMessage } from "./smtp.ts";
import { wireMessage } from "./wire-message.ts";

/** Sends scheduling messages to people without an account (iMIP, RFC 6047). */
export const outsideSender =
  (mail: MailOut) =>
  async (app: App, payload: unknown, attempts: number): Promise<void> => {
    const message = payload as OutgoingMessage;
    const invitation = await outgoingInvitation(app, message);
    if (!invitation) return;
    const isSent = await sendOrGiveUp(app, mail.transport, composeInvitation(mail, invitation, app.now()), {
      id: message.id,
      attempts,
    });
    // RFC 6638 §3.2.9: a failed delivery is recorded in the sender's own object.
    if (!isSent) await writeStatus(app, message, "5.1");
  };

/** The complete mail of a scheduling message. */
function composeInvitation(mail: MailOut, invitation: OutgoingInvitation, now: Instant): WireMessage {
  const { message, object, delivery, owner, sentBy, sentAs, earlier, token } = invitation;
  const isOwn = isAddressOf(owner);
  const name = senderName(invitation);
  const answerUrl = token && mail.publicUrl !== null ? `${mail.publicUrl}/rsvp/${token}` : undefined;
  const first = owner.preferences.language ?? sentBy?.preferences.language ?? "en-GB";
  const isSaid = sentBy === undefined || sentBy.displayName === name;
  const shown = { name, sentBy: isSaid ? undefined : sentBy.displayName, answerUrl };
  // The recipient may read either language: the sender's own comes first.
  const order: readonly Language[] = [first, ...languages.filter((language) => language !== first)];
  const said = order.map((language) => invitationWords(invitation, shown, language));
  const rule: MailBlock = { kind: "rule" };
  const footer: MailBlock = {
    kind: "text",
    text: nodeMessages(first)("mail.footer", { name: hostOf(mail) }),
  };
  const blocks = said.flatMap(({ blocks: own }, index) => (index === 0 ? own : [rule, ...own]));
  // An answer or a proposal is in the guest's own name: other servers check that (as receive-answer.ts does), and people write back
  // to them.
  const replies = isFromGuest(message.method) ? null : mail.replies;
  const replyTo = replies ?? (sentAs ?? sentBy ?? owner).email ?? mail.sender.email;
  const composed: Mail = {
    to: { email: delivery.recipient },
    senderName: name,
    replyTo: { email: replyTo, name },
    language: first,
    subject: said[0]?.subject ?? "",
    ...mailBody([...blocks, rule, footer]),
  };
  const text = outwardText(
    object,
    {
      from: mail.sender.email,
      replies: mail.replies,
      isOwn,
      sentBy: sentBy?.email ?? undefined,
      sentAs: (sentAs ?? owner).email ?? undefined,
      name,
    },
    now,
  );
  const last = earlier.at(-1);
  return wireMessage(mail.sender, delivery, composed, {
    calendar: { method: message.method, text },
    ...(last !== undefined && { thread: { inReplyTo: last, references: earlier } }),
  });
}

/**
 * The sender's name. For a shared or a group's calendar the event's organizer decides: with the calendar's name it is
 * sent as the calendar, with a person's as that person; the author is named besides. Of a member who organizes in a
 * group's calendar both names are given.
 */
function senderName({ object, owner, group, message }: OutgoingInvitation): string {
  if (group) return `${owner.displayName} (${group.displayName})`;
  const organizer = isFromGuest(message.method) ? undefined : organizerOf(object);
  const named = organizer && isAddressOf(owner)(organizer.value) ? personText(organizer) : "";
  return named === "" || /^(?:[^\s@]+@[^\s@]+|urn:.*|\/.*)$/.test(named) ? owner.displayName : named;
}

const hostOf = ({ publicUrl, gateway }: MailOut): string =>
  publicUrl === null ? gateway.domain : new URL(publicUrl).host;
