import { momentWords } from "@snart/calendar/booking/sentence/when-words.ts";
import { distance } from "@snart/calendar/distance/distance.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../app/app.ts";
import { sendOffer, type OfferWords } from "../app/notices/offer-notice.ts";
import { mailBody, type MailBlock } from "../app/outbox/mail-body.ts";
import { briefSpanText, spanText } from "../app/when-text.ts";
import { timesOnClocks } from "./reminder-words.ts";

/** Sends offers of times that somebody has waited for. @param origin the address of the server; null: unknown, and mail has no links */
export const offerSender =
  (origin: string | null) =>
  (app: App, payload: unknown): Promise<void> =>
    sendOffer(app, payload, offerWords(origin));

/** Until when it holds stands as a time and, as it is read soon, as how soon that is. */
const offerWords =
  (origin: string | null): OfferWords =>
  ({ bookable, startsAt: start, endsAt: end, expires, isForAll, now, zone }, language, clock) => {
    const words = nodeMessages(language);
    const times = timesOnClocks({ start, end, isAllDay: false, timeZone: zone.id });
    const when = times ? spanText(...times, language, clock) : "";
    const until = {
      until: momentWords({ language, now, zone, mode: "slots", start, whom: "you" }, expires),
      soon: distance({ kind: "instant", at: expires }, now, zone, language),
    };
    const title = words("mail.offer.title", { name: bookable });
    const terms = words(isForAll ? "mail.offer.forAll" : "mail.offer.until", until);
    const blocks: MailBlock[] = [
      { kind: "heading", text: title },
      { kind: "facts", rows: [[words("mail.when"), when]] },
      { kind: "text", text: terms },
      ...(origin === null
        ? []
        : [
            {
              kind: "links",
              links: [{ label: words("mail.offer.open"), url: `${origin}/bookables` }],
            } as const,
          ]),
      { kind: "rule" },
      { kind: "text", text: words("mail.offer.why") },
    ];
    return {
      title,
      body: [times ? briefSpanText(...times, language, clock) : "", terms].filter(Boolean).join("\n"),
      subject: words("mail.offer.subject", {
        name: bookable,
        when: times ? briefSpanText(...times, language, clock) : "",
      }),
      mail: mailBody(blocks),
    };
  };
