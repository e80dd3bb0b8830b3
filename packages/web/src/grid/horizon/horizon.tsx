import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import { dayOf, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { barAfterKey, HORIZON_MARKS, nearestPlace, placeOnHorizon } from "./horizon-marks.ts";
import styles from "./horizon.module.css";

/** The subject of one bar, and its start. */
export interface HorizonBar {
  readonly key: string;
  readonly at: Instant;
  readonly distance: string;
  /** absent: a day of the almanac, in red */
  readonly colour?: string;
  readonly name: () => string;
}

interface HorizonProps {
  readonly bars: readonly HorizonBar[];
  /** goes to the row of an event */
  readonly onPick: (key: string) => void;
}

/** Where a whole day stands: as many days from now as its distance says, and not at the midnight that is nearer. */
export const wholeDay = (day: Local, now: Instant, zone: Zone): Instant =>
  now + (dayOf(day) - dayOf(startOfDay(zone.toLocal(now)))) * DAY;

/** More bars than these lie upon each other on every screen. */
const PLACES = 500;

/** Of bars at one place the first, and the one that is pointed at: by their numbers. */
function drawnBars(places: readonly number[], pointed: number): readonly number[] {
  const taken = new Set<number>();
  return places.flatMap((place, bar) => {
    const at = Math.round(place * PLACES);
    if (taken.has(at) && bar !== pointed) return [];
    taken.add(at);
    return [bar];
  });
}

/** A year ahead as bars that close in on a vanishing point. It shows the same as the list, and leads into it. */
export function Horizon({ bars: all, onPick }: HorizonProps) {
  const t = useMessages();
  const now = useNow();
  // The bar is stored by key, because bars may come and go while one is pointed at.
  const [pointed, setPointed] = useState<string | null>(null);
  const { bars, places } = useMemo(() => {
    const ahead = all.filter(({ at }) => at > now).toSorted((a, b) => a.at - b.at);
    return { bars: ahead, places: ahead.map(({ at }) => placeOnHorizon(at - now)) };
  }, [all, now]);
  const index = bars.findIndex(({ key }) => key === pointed);
  const point = (at: number): void => setPointed(bars[at]?.key ?? null);
  const at = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return nearestPlace(places, (clientX - left) / width);
  };
  const pick = (bar: number): void => {
    const key = bars[bar]?.key;
    if (key !== undefined) onPick(key);
  };
  const { isScrubbing, hears } = useScrubbing(at, point, pick);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = barAfterKey(event.key, index, bars.length);
    const picks = event.key === "Enter" || event.key === " ";
    if (next === null && !picks) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null) pick(index);
    else point(next);
  };
  const tip = bars[index];
  return (
    <div className={styles.frame} data-scrubbing={isScrubbing || undefined}>
      {/* Enter does the same as a click, and the list is the readable version of it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- bars and words, and no picture file
        role="img"
        data-horizon=""
        aria-label={t("soon.horizon", { count: bars.length })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys walk along its bars
        tabIndex={0}
        className={styles.horizon}
        {...hears}
        onPointerLeave={() => setPointed(null)}
        onBlur={() => setPointed(null)}
        onKeyDown={onKeyDown}
      >
        <i className={styles.now} />
        {drawnBars(places, index).map((bar) => {
          const place = places[bar] ?? 0;
          const key = bars[bar]?.key;
          return (
            <i
              key={key}
              data-colour={bars[bar]?.colour}
              data-pointed={key === pointed || undefined}
              className={styles.bar}
              style={{
                left: `${place * 100}%`,
                height: `calc(var(--bar) * ${(1 - 0.68 * place).toFixed(3)})`,
                width: 3.4 - 1.8 * place,
              }}
            />
          );
        })}
        <Marks />
      </div>
      <output className={styles.tip} style={{ left: `${(places[index] ?? 0) * 100}%` }}>
        {tip ? (
          <span data-side={(places[index] ?? 0) > 0.5 || undefined}>
            <DistanceText text={tip.distance} dateTime={new Date(tip.at).toISOString()} /> · {tip.name()}
          </span>
        ) : null}
      </output>
    </div>
  );
}

/**
 * Returns what hears the pointer: a press goes to the nearest bar, and while it is drawn along the year the list follows
 * it. A mouse that only passes points.
 */
function useScrubbing(
  at: (event: PointerEvent) => number,
  point: (bar: number) => void,
  pick: (bar: number) => void,
) {
  const last = useRef<number | null>(null);
  const [isScrubbing, setScrubbing] = useState(false);
  const goTo = (event: PointerEvent): void => {
    const bar = at(event);
    point(bar);
    if (bar === last.current) return;
    last.current = bar;
    pick(bar);
  };
  const stop = (): void => {
    last.current = null;
    setScrubbing(false);
  };
  const hears = {
    onPointerDown: (event: PointerEvent): void => {
      if (event.button !== 0) return;
      // The row takes the focus, and the pointer stays with the horizon.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setScrubbing(true);
      goTo(event);
    },
    onPointerMove: (event: PointerEvent): void => {
      if (last.current === null) point(at(event));
      else goTo(event);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
  return { isScrubbing, hears };
}

function Marks() {
  const t = useMessages();
  return HORIZON_MARKS.map(({ name, at: ms, isMain }) => (
    <span
      key={name}
      className={styles.mark}
      data-name={name}
      data-main={isMain || undefined}
      style={{ left: `${placeOnHorizon(ms) * 100}%` }}
    >
      {t(`soon.horizon.${name}`)}
    </span>
  ));
}
