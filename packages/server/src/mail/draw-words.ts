import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../app/app.ts";
import { sendDrawn, type DrawnWords } from "../app/notices/draw-notice.ts";
import { mailBody, type MailBlock } from "../app/outbox/mail-body.ts";
import { briefSpanText, spanText } from "../app/when-text.ts";
import { timesOnClocks } from "./reminder-words.ts";

/** Tells what became of wishes in a draw. @param origin the address of the server; null: unknown, and mail has no links */
export const drawnSender =
  (origin: string | null) =>
  (app: App, payload: unknown): Promise<void> =>
    sendDrawn(app, payload, drawnWords(origin));

const drawnWords =
  (origin: string | null): DrawnWords =>
  ({ bookable: name, bookableId, got, wish, left, zone }, language, clock) => {
    const words = nodeMessages(language);
    const timesOf = ({ start, end }: { readonly start: number; readonly end: number }) =>
      timesOnClocks({ start, end, isAllDay: false, timeZone: zone.id });
    const times = got && timesOf(got);
    const [long, brief] = times
      ? [spanText(...times, language, clock), briefSpanText(...times, language, clock)]
      : ["", ""];
    const free = left.flatMap((span) => {
      const on = timesOf(span);
      return on ? [briefSpanText(...on, language, clock)] : [];
    });
    const terms = got
      ? words("mail.drawn.wish", { wish: wish ?? 1 })
      : words("mail.drawn.left", { left: free.length > 0 ? "some" : "none", times: free.join(", ") });
    const title = words("mail.drawn.title", { got: got ? "yes" : "no", name });
    const blocks: MailBlock[] = [
      { kind: "heading", text: title },
      ...(got ? [{ kind: "facts", rows: [[words("mail.when"), long]] } as const] : []),
      { kind: "text", text: terms },
      ...(origin === null
        ? []
        : [
            {
              kind: "links",
              links: [{ label: words("mail.drawn.open"), url: `${origin}/bookables/${bookableId}` }],
            } as const,
          ]),
      { kind: "rule" },
      { kind: "text", text: words("mail.drawn.why") },
    ];
    return {
      title,
      body: [brief, terms].filter(Boolean).join("\n"),
      subject: words("mail.drawn.subject", { got: got ? "yes" : "no", name, when: brief }),
      mail: mailBody(blocks),
    };
  };
