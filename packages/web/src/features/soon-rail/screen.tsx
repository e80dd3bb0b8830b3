import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { PanelRight } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { eventFacts } from "../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { SoonList } from "./soon-list.tsx";
import { soonRows } from "./model.ts";
import styles from "./soon-rail.module.css";

interface SoonProps {
  readonly occurrences: readonly ShownOccurrence[];
  readonly address: string;
  readonly isLoading: boolean;
  readonly onOpen: (occurrence: ShownOccurrence, element: HTMLElement) => void;
}

interface SoonRailProps extends SoonProps {
  readonly isOpen: boolean;
  readonly onFold: () => void;
  /** what stands above, while it is open */
  readonly tray?: ReactNode;
}

/** How far ahead the rail looks. */
export const RAIL_DAYS = 14;

/** What comes soon, beside the view: how soon, what, when. */
export function SoonRail({ isOpen, onFold, tray, ...soon }: SoonRailProps) {
  const t = useMessages();
  return (
    <aside aria-label={t("rail.label")} className={styles.rail} data-open={isOpen || undefined}>
      <header className={styles.header}>
        {isOpen ? <h2 className={styles.title}>{t("rail.label")}</h2> : null}
        <IconButton
          label={t(isOpen ? "rail.fold" : "rail.unfold")}
          title={`${t(isOpen ? "rail.fold" : "rail.unfold")} ]`}
          onClick={onFold}
        >
          <PanelRight size={16} strokeWidth={1.6} />
        </IconButton>
      </header>
      {isOpen ? tray : null}
      {isOpen ? <SoonRows {...soon} /> : <FoldedRail {...soon} />}
    </aside>
  );
}

function SoonRows({ occurrences, address, isLoading, onOpen }: SoonProps) {
  const rows = useSoonRows(occurrences, address);
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-soon]") : null;
    const row = rows.find((it) => it.kind === "event" && it.key === element?.dataset["soon"]);
    if (element && row?.kind === "event") onOpen(row.occurrence, element);
  };
  return <SoonList rows={rows} address={address} isLoading={isLoading} onClick={onClick} />;
}

function useSoonRows(occurrences: readonly ShownOccurrence[], address: string) {
  const now = useNow();
  const zone = useViewerZone();
  const language = useLanguage();
  return soonRows(occurrences, {
    now,
    zone,
    days: RAIL_DAYS,
    leastGap: HOUR,
    isShown: (it) => {
      const facts = eventFacts(it.event, address);
      return facts.answer !== "declined" && !facts.isCancelled;
    },
    distanceOf: (it) => distanceOfOccurrence(it, now, zone, language).text,
  });
}

/** Folded: the spine with a tick per event, near ones far apart; at its foot its name, and how soon the next one begins. */
function FoldedRail({ occurrences, address }: SoonProps) {
  const t = useMessages();
  const rows = useSoonRows(occurrences, address).filter((row) => row.kind === "event");
  const now = useNow();
  const next = rows.find((row) => row.occurrence.start > now);
  const span = Math.log(1 + (RAIL_DAYS * 24 * 60) / 30);
  return (
    <div className={styles.folded}>
      <span className={styles.foldedSpine} aria-hidden>
        {rows.map((row) => (
          <i
            key={row.key}
            data-colour={row.occurrence.colour}
            style={{
              top: `${(Math.log(1 + Math.max(0, row.occurrence.start - now) / 60_000 / 30) / span) * 100}%`,
            }}
          />
        ))}
      </span>
      <p className={styles.foldedText}>
        {t("rail.label")}
        {next && <em>{t("rail.next", { distance: next.distance })}</em>}
      </p>
    </div>
  );
}

export { SoonSkeleton } from "./soon-skeleton.tsx";
