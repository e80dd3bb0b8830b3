import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { useEffect } from "react";
import { useAtNow } from "../../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { eventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { takesTime } from "../../../store/items/takes-time.ts";
import { titleOf } from "../../../grid/event-words.ts";

interface SoonTitleProps {
  readonly occurrences: readonly ShownOccurrence[];
  readonly address: string;
}

/** Who looks at another tab is told of what begins within so long. */
const NEAR = 30 * MINUTE;

/** Says in the browser's tab, before what is on screen, what begins soon: "in 10 minutes · Lunch with Jonas". */
export function SoonTitle({ occurrences, address }: SoonTitleProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const language = useLanguage();
  const said = useAtNow((now) => {
    const next = occurrences
      .filter((it) => it.start > now && it.start <= now + NEAR && takesTime(it, address))
      .toSorted((a, b) => a.start - b.start)[0];
    if (!next) return "";
    const title = titleOf(eventFacts(next.event, address), t);
    return `${distanceOfOccurrence(next, now, zone, language).text} · ${title}`;
  });
  useEffect(() => (said === "" ? undefined : keepBeforeTitle(`${said} · `)), [said]);
  return null;
}

/** Puts words before the page's title, and before every one that follows. Returns what takes them away. */
function keepBeforeTitle(words: string): () => void {
  const put = (): void => {
    if (!document.title.startsWith(words)) document.title = words + document.title;
  };
  const element = document.querySelector("title");
  const observer = new MutationObserver(put);
  if (element) observer.observe(element, { childList: true });
  put();
  return () => {
    observer.disconnect();
    if (document.title.startsWith(words)) document.title = document.title.slice(words.length);
  };
}
