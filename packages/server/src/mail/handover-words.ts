import { momentWords } from "@snart/calendar/booking/sentence/when-words.ts";
import { distance } from "@snart/calendar/distance/distance.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../app/app.ts";
import { sendHandover, type HandoverWords, type ToldBooking } from "../app/notices/handover-notice.ts";
import { mailBody, type MailBlock } from "../app/outbox/mail-body.ts";
import { briefSpanText } from "../app/when-text.ts";
import { timesOnClocks } from "./reminder-words.ts";

/** Sends questions about bookings that change hands, and their answers. @param origin the address of the server; null: unknown, and mail has no links */
export const handoverSender =
  (origin: string | null) =>
  (app: App, payload: unknown): Promise<void> =>
    sendHandover(app, payload, handoverWords(origin));

const handoverWords =
  (origin: string | null): HandoverWords =>
  ({ news, other, booking, inReturn, expires, now, zone }, language, clock) => {
    const words = nodeMessages(language);
    const when = ({ start, end }: ToldBooking): string => {
      const times = timesOnClocks({ start, end, isAllDay: false, timeZone: zone.id });
      return times ? briefSpanText(...times, language, clock) : "";
    };
    const kind = inReturn ? "swap" : "handover";
    const facts = { name: other, thing: booking.thing, when: when(booking) };
    const swapped = inReturn
      ? { otherThing: inReturn.thing, otherWhen: when(inReturn) }
      : { otherThing: "", otherWhen: "" };
    const args = { ...facts, ...swapped, kind };
    const title = words(`mail.handover.${news}.title`, args);
    const said = words(`mail.handover.${news}.text`, args);
    const until =
      news === "asked"
        ? words("mail.handover.until", {
            until: momentWords(
              { language, now, zone, mode: "slots", start: booking.start, whom: "you" },
              expires,
            ),
            soon: distance({ kind: "instant", at: expires }, now, zone, language),
          })
        : "";
    const label = words("mail.handover.open", { news });
    const blocks: MailBlock[] = [
      { kind: "heading", text: title },
      { kind: "text", text: said },
      ...(until === "" ? [] : [{ kind: "text", text: until } as const]),
      ...(origin === null
        ? []
        : [{ kind: "links", links: [{ label, url: `${origin}/bookables` }] } as const]),
      { kind: "rule" },
      { kind: "text", text: words("mail.handover.why") },
    ];
    return {
      title,
      body: [said, until].filter(Boolean).join("\n"),
      subject: title,
      mail: mailBody(blocks),
    };
  };
