import { MINUTE } from "@snart/calendar/time/instant.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { Span } from "../../../store/items/span.ts";
import { shortAddress } from "../../../ui/links/linked-text.ts";
import links from "../../../ui/links/text-with-links.module.css";
import styles from "./details.module.css";

/** So long before its start a meeting can be waited for in its room. */
const EARLY = 10 * MINUTE;

interface VideoRowProps {
  /** http or https */
  readonly href: string;
  readonly span: Span;
}

/** The address of a video meeting, and the way into it, which is lit while it runs and shortly before. */
export function VideoRow({ href, span: { start, end } }: VideoRowProps) {
  const t = useMessages();
  const isOpen = useAtNow((now) => start - EARLY <= now && now < end);
  const isOver = useAtNow((now) => end <= now);
  return (
    <div className={styles.video}>
      <span>
        {t("event.video")}
        <a className={links.link} href={href} target="_blank" rel="noopener noreferrer">
          {shortAddress(href)}
        </a>
      </span>
      {isOver ? null : (
        <a
          className={styles.join}
          data-lit={isOpen || undefined}
          data-join
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t("event.join")}
        >
          {t("event.joinShort")}
        </a>
      )}
    </div>
  );
}
