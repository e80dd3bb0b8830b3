import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useHowSoon } from "../../../i18n/use-how-soon.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { atQuarter } from "../availability/free-rows.ts";
import type { Plan } from "../availability/use-plan.ts";
import styles from "./strip.module.css";

interface TimeBandProps {
  readonly plan: Plan;
  /** the time's description, in words */
  readonly said: string;
  readonly onMove: (start: number) => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -15 * MINUTE,
  ArrowDown: -15 * MINUTE,
  ArrowRight: 15 * MINUTE,
  ArrowUp: 15 * MINUTE,
  PageDown: -DAY,
  PageUp: DAY,
};

/** Shows the chosen time across all rows: a drag moves it along the scale, keys by a quarter or a day. */
export function TimeBand({ plan: { span, window }, said, onMove }: TimeBandProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const soon = useHowSoon({ kind: "instant", at: span.start });
  const scale = useRef<HTMLDivElement>(null);
  const grabbed = useRef<number | null>(null);
  const length = window.to - window.from;
  const share = (from: number, to: number): string => `${((to - from) / length) * 100}%`;
  const onPointerDown = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = instantUnder(event) - span.start;
  };
  const instantUnder = ({ clientX }: PointerEvent): number => {
    const box = scale.current?.getBoundingClientRect();
    return box && box.width > 0 ? window.from + ((clientX - box.left) / box.width) * length : span.start;
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (grabbed.current === null) return;
    const at = atQuarter(instantUnder(event) - grabbed.current, zone);
    const start = Math.min(Math.max(at, window.from), window.to - (span.end - span.start));
    if (start !== span.start) onMove(start);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const local = zone.toLocal(span.start);
    // A day later the local time is the same, even if the clocks change meanwhile.
    onMove(Math.abs(step) === DAY ? zone.toInstant((local + step) as typeof local) : span.start + step);
  };
  const when = `${formats.shortDay(span.start)} ${formats.timeRange(span.start, span.end)}`;
  return (
    <div className={styles.over} ref={scale}>
      <div
        className={styles.band}
        style={{ left: share(window.from, span.start), width: share(span.start, span.end) }}
      >
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no input has a length of its own on its scale
          role="slider"
          tabIndex={0}
          className={styles.handle}
          aria-label={t("freeBusy.band")}
          aria-valuemin={0}
          aria-valuemax={length / MINUTE}
          aria-valuenow={(span.start - window.from) / MINUTE}
          aria-valuetext={t("freeBusy.bandValue", { when: `${when}, ${soon}`, state: said })}
          title={when}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => void (grabbed.current = null)}
          onPointerCancel={() => void (grabbed.current = null)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}
