import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { startOfDay } from "@snart/calendar/time/local.ts";
import { useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import { isRedDay } from "../../grid/almanac/red-days.ts";
import { useAlmanac } from "../../grid/almanac/use-almanac.ts";
import { useNamedDays } from "../../grid/almanac/use-named-days.ts";
import { Horizon, wholeDay, type HorizonBar } from "../../grid/horizon/horizon.tsx";
import { DayHead, GroupHead } from "../../grid/spine/heads.tsx";
import { NamedRow } from "../../grid/spine/named-row.tsx";
import spine from "../../grid/spine/spine.module.css";
import { useNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { listItems } from "./list-items.ts";
import { LIST_DAYS } from "./period.ts";
import { PublicNote } from "./public-note.tsx";
import { PublicRow } from "./public-row.tsx";
import { publicTitle } from "./public-words.ts";
import type { PublicOccurrence } from "./read-feed.ts";
import styles from "./public-list.module.css";

/** Rows that are drawn at first, and with each press of the button beneath. */
const ROWS = 200;

interface PublicListProps {
  /** of today and the days ahead */
  readonly occurrences: readonly PublicOccurrence[];
  readonly colour: string;
  readonly onOpen: (occurrence: PublicOccurrence, from: Element) => void;
}

/** A year ahead: as bars, and day by day. One tab stop for the rows; arrows walk. */
export function PublicList({ occurrences, colour, onOpen }: PublicListProps) {
  const t = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const { items, bars } = useList(occurrences, colour);
  const [drawn, setDrawn] = useState(ROWS);
  const [chosen, setChosen] = useState<string | null>(null);
  const almanac = useAlmanac();
  const events = items.filter((it) => it.kind === "event");
  if (events.length === 0) return <PublicNote title={t("public.empty")} body={t("public.emptyHint")} lit />;
  const focused =
    events.find(({ key }) => key === chosen) ?? events.find(({ isPast }) => !isPast) ?? events[0];
  const goTo = (key: string): void => {
    // A row far down is drawn when it is wanted.
    flushSync(() => {
      setDrawn((now) => Math.max(now, items.findIndex((it) => it.key === key) + 1));
      setChosen(key);
    });
    const name = CSS.escape(key);
    const row = list.current?.querySelector<HTMLElement>(`[data-public="${name}"], [data-row="${name}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "center" });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const keys = events.map(({ key }) => key);
    const to = keyAfter(event.key, keys, keyOf(event.target));
    if (to === undefined) return;
    event.preventDefault();
    goTo(to);
  };
  const onClick = ({ target }: MouseEvent): void => {
    const row = target instanceof Element ? target.closest("[data-public]") : null;
    const item = row && events.find(({ key }) => key === keyOf(row));
    // A row is as wide as the page: the card stands beside its title.
    if (item) onOpen(item.occurrence, row.querySelector("[data-title]") ?? row);
  };
  return (
    <div className={styles.page}>
      <div className={styles.horizon}>
        <Horizon bars={bars} onPick={goTo} />
      </div>
      {/* The list hears what its buttons are pressed on. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <ol
        ref={list}
        className={`${spine.list} ${styles.list}`}
        aria-label={t("rail.label")}
        onClick={onClick}
        onFocus={({ target }: FocusEvent) => setChosen(keyOf(target) ?? chosen)}
        onKeyDown={onKeyDown}
      >
        {items.slice(0, drawn).map((item) => {
          if (item.kind === "group")
            return <GroupHead key={item.key} item={item} isRed={isRedDay(item.day, almanac)} />;
          if (item.kind === "day")
            return <DayHead key={item.key} item={item} isRed={isRedDay(item.day, almanac)} />;
          if (item.kind === "named") return <NamedRow key={item.key} item={item} />;
          return (
            <PublicRow key={item.key} item={item} colour={colour} tabIndex={item === focused ? 0 : -1} />
          );
        })}
      </ol>
      {drawn < items.length ? (
        <p className={styles.more}>
          <Button size={36} onClick={() => setDrawn(drawn + ROWS)}>
            {t("public.more")}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

const keyOf = (target: EventTarget | null): string | undefined =>
  target instanceof HTMLElement ? target.dataset["public"] : undefined;

/** The row that an arrow, Home or End goes to; undefined for other keys, at the ends and outside of the rows. */
function keyAfter(pressed: string, keys: readonly string[], from: string | undefined): string | undefined {
  if (from === undefined) return undefined;
  const at = keys.indexOf(from);
  if (pressed === "ArrowDown") return keys[at + 1];
  if (pressed === "ArrowUp") return keys[at - 1];
  if (pressed === "Home") return keys[0];
  return pressed === "End" ? keys.at(-1) : undefined;
}

/** The lines of the list, and the bars that stand for them. */
function useList(occurrences: readonly PublicOccurrence[], colour: string) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const now = useNow();
  const named = useNamedDays(LIST_DAYS);
  return useMemo(() => {
    const distanceOf = (it: PublicOccurrence): string => distanceOfOccurrence(it, now, zone, language).text;
    const items = listItems(occurrences, { now, zone, named, distanceOf });
    const bars = items.flatMap((it): readonly HorizonBar[] => {
      if (it.kind === "named") {
        return [{ key: it.key, at: wholeDay(it.day, now, zone), distance: it.distance, name: () => it.name }];
      }
      if (it.kind !== "event" || it.occurrence.isCancelled) return [];
      const { key, distance, occurrence } = it;
      const { allDay, start } = occurrence;
      const at = allDay ? wholeDay(startOfDay(zone.toLocal(start)), now, zone) : start;
      return [{ key, at, colour, distance, name: () => publicTitle(occurrence, t) }];
    });
    return { items, bars };
  }, [occurrences, now, zone, language, named, colour, t]);
}
