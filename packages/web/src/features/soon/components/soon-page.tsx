import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { useMemo, useSyncExternalStore } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { useLanguage } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { eventFacts } from "../../../store/event-facts.ts";
import type { ShownOccurrence } from "../../../store/occurrences.ts";
import { shownFilter } from "../../../store/shown-filter.ts";
import { useOccurrences } from "../../calendar-view/screen.tsx";
import type { WideViewProps } from "../../calendar-view/screen.tsx";
import { SoonSkeleton } from "../../soon-rail/screen.tsx";
import type { SoonPageState } from "../page-state.ts";
import { farAhead, soonItems } from "../soon-items.ts";
import { EmptySoon } from "./empty-soon.tsx";
import { SoonList } from "./soon-list.tsx";
import styles from "./soon-page.module.css";

/** How far ahead everything is told, and how far what comes once is (design.md section 5.2). */
const [NEAR_DAYS, FAR_DAYS] = [60, 366];

/** Everything ahead, by how soon, with the free time between. */
export function SoonPage({ page }: WideViewProps) {
  const occurrences = useAhead(page);
  const items = useItems(occurrences);
  if (items.length === 0) return page.soon.isComplete ? <EmptySoon days={NEAR_DAYS} /> : <SoonSkeleton />;
  return (
    <div className={styles.page}>
      <div className={styles.scroll}>
        <SoonList items={items} page={page} />
      </div>
    </div>
  );
}

/** What is ahead and neither declined nor cancelled. */
function useAhead({ soon, today, account }: SoonPageState): readonly ShownOccurrence[] {
  const first = dayOf(today);
  // The far ones are asked for when the near ones are here.
  const far = useOccurrences(first + NEAR_DAYS, first + (soon.isComplete ? FAR_DAYS : NEAR_DAYS));
  return useMemo(
    () =>
      [...soon.occurrences, ...farAhead(soon.occurrences, far.occurrences)].filter(({ event }) => {
        const { answer, isCancelled } = eventFacts(event, account.email);
        return answer !== "declined" && !isCancelled;
      }),
    [soon.occurrences, far.occurrences, account.email],
  );
}

function useItems(occurrences: readonly ShownOccurrence[]) {
  const now = useNow();
  const zone = useViewerZone();
  const language = useLanguage();
  // What is not shown may well take the time.
  const withGaps = useSyncExternalStore(shownFilter.subscribe, shownFilter.get) === null;
  return useMemo(
    () =>
      soonItems(occurrences, {
        now,
        zone,
        withGaps,
        distanceOf: (it) => distanceOfOccurrence(it, now, zone, language).text,
      }),
    [occurrences, now, zone, language, withGaps],
  );
}
