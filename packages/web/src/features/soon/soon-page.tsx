import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { eventFacts } from "../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { shownFilter } from "../../grid/shown-filter.ts";
import { useMedia } from "../../ui/use-media.ts";
import { useOccurrences } from "../../grid/use-occurrences.ts";
import type { WideViewProps } from "../calendar-view/model.ts";
import { EventPane } from "../event/screen.tsx";
import type { SoonPageState } from "./page-state.ts";
import { soonItems } from "./soon-items.ts";
import { useNamedDays, type NamedDay } from "../../grid/almanac/use-named-days.ts";
import { EmptySoon } from "./empty-soon.tsx";
import { FoldedSteps } from "./first-steps.tsx";
import { SoonHorizon } from "./horizon.tsx";
import { LeadSentence } from "./lead-sentence.tsx";
import { SoonList } from "./soon-list.tsx";
import { NothingShown } from "./nothing-shown.tsx";
import { SoonPageSkeleton } from "./soon-page-skeleton.tsx";
import styles from "./soon-page.module.css";

/** How far ahead events are fetched at first, and how far they are shown (docs/design.md §5.2). */
const [NEAR_DAYS, FAR_DAYS] = [60, 366];

/** Everything ahead, by how soon, with the free time between; on a wide screen with the details of the row in focus. */
export function SoonPage({ page }: WideViewProps) {
  const t = useMessages();
  const occurrences = useAhead(page);
  // Hidden events may well take the time.
  const filter = useSyncExternalStore(shownFilter.subscribe, shownFilter.get);
  const isFiltered = filter !== null;
  const named = useNamedDays(FAR_DAYS);
  const items = useItems(occurrences, isFiltered ? null : named, page.account.email);
  const [wanted, setWanted] = useState<string | null>(null);
  const isRoomy = useMedia("(width >= 80rem)");
  const events = items.filter((it) => it.kind === "event");
  const chosen = events.find(({ key }) => key === wanted) ?? events[0];
  useFocusAfterEditing(page.itemActions.editing !== null, chosen?.key ?? "");
  if (events.length === 0) {
    return (
      <div className={styles.scroll}>
        {!page.soon.isComplete ? (
          <SoonPageSkeleton />
        ) : filter || page.calendars.some(({ isVisible }) => !isVisible) ? (
          <NothingShown filter={filter} />
        ) : (
          <EmptySoon page={page} ahead={FAR_DAYS} onPick={goTo} />
        )}
      </div>
    );
  }
  const { email } = page.account;
  const pick = (key: string): void => {
    // A row far from what is seen is drawn when it is wanted.
    flushSync(() => setWanted(key));
    goTo(key);
  };
  // One panel at a time has room beside the list.
  const hasPane = isRoomy && chosen !== undefined && !page.itemActions.editing && !page.task;
  return (
    <div className={styles.page}>
      <div className={styles.scroll} data-scrolls>
        {isFiltered ? null : <LeadSentence occurrences={occurrences} address={email} named={named[0]} />}
        <SoonHorizon items={items} address={email} onPick={pick} />
        <FoldedSteps account={page.account} />
        <SoonList
          items={items}
          page={page}
          chosen={chosen?.key ?? null}
          wanted={wanted}
          isMarked={hasPane && chosen.key === wanted}
          onChoose={setWanted}
          opens={isRoomy ? "editor" : "popover"}
        />
      </div>
      {hasPane ? (
        <div className={styles.side}>
          <EventPane
            label={t("soon.detail")}
            occurrence={chosen.occurrence}
            address={email}
            itemActions={page.itemActions}
            onLeave={() => rowOf(chosen.key)?.focus()}
            key={chosen.key}
          />
        </div>
      ) : null}
    </div>
  );
}

/** When the editor has gone, the row that it was opened from has the focus again, unless something else has taken it. */
function useFocusAfterEditing(isEditing: boolean, key: string): void {
  const wasEditing = useRef(false);
  const goBack = useEffectEvent(() => {
    if (document.activeElement === document.body) rowOf(key)?.focus();
  });
  useEffect(() => {
    if (wasEditing.current && !isEditing) goBack();
    wasEditing.current = isEditing;
  }, [isEditing]);
}

/** The events ahead that are neither declined nor cancelled. */
function useAhead({ soon, today, account }: SoonPageState): readonly ShownOccurrence[] {
  const first = dayOf(today);
  // The far events are fetched when the near ones are here.
  const far = useOccurrences(first + NEAR_DAYS, first + (soon.isComplete ? FAR_DAYS : NEAR_DAYS));
  return useMemo(() => {
    // What lasts from the near days into the far ones is in both.
    const all = new Map([...soon.occurrences, ...far.occurrences].map((it) => [it.key, it]));
    return [...all.values()].filter(({ event }) => {
      const { answer, isCancelled } = eventFacts(event, account.email);
      return answer !== "declined" && !isCancelled;
    });
  }, [soon.occurrences, far.occurrences, account.email]);
}

const rowOf = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-soon="${CSS.escape(key)}"], [data-row="${CSS.escape(key)}"]`);

/** Shows the row of an event in the middle of the page, with the focus on it. */
function goTo(key: string): void {
  const row = rowOf(key);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "center" });
}

/** @param named null if a filter hides some events: free time and days of the almanac are then left out */
function useItems(
  occurrences: readonly ShownOccurrence[],
  named: readonly NamedDay[] | null,
  address: string,
) {
  const now = useNow();
  const zone = useViewerZone();
  const language = useLanguage();
  return useMemo(
    () =>
      soonItems(occurrences, {
        now,
        zone,
        address,
        withGaps: named !== null,
        named: named ?? [],
        distanceOf: (it) => distanceOfOccurrence(it, now, zone, language).text,
      }),
    [occurrences, now, zone, address, language, named],
  );
}
