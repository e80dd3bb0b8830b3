import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { SpanTip } from "../../../grid/span-tip.tsx";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useHowSoon } from "../../../i18n/use-how-soon.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { atQuarter } from "../availability/free-rows.ts";
import { instantAt, piecesOf, type Timeline } from "./timeline.ts";
import type { Proposal } from "./use-proposal.ts";
import styles from "./proposal-band.module.css";

interface ProposalBandProps {
  readonly timeline: Timeline;
  readonly proposal: Proposal;
  /** what the time asks of people, in words */
  readonly said: string;
}

type Grip = "whole" | "start" | "end";

const STEP = 15 * MINUTE;
const FINE_STEP = 5 * MINUTE;

/** Shows the proposed time across all rows. It is dragged as a whole or by its edges, and moved by keys. */
export function ProposalBand({ timeline, proposal, said }: ProposalBandProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const { start, end } = proposal.proposal;
  const soon = useHowSoon({ kind: "instant", at: start });
  const over = useRef<HTMLDivElement>(null);
  const dragging = useDragging({ timeline, proposal, over });
  const [piece] = piecesOf(timeline, { from: start, to: end });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { PageDown: -1, PageUp: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    proposal.moveDays(step);
  };
  const when = `${formats.day(start)}, ${formats.timeRange(start, end)}`;
  const local = zone.toLocal(start);
  if (!piece) return <div ref={over} className={styles.over} />;
  return (
    <div ref={over} className={styles.over}>
      <div
        className={styles.band}
        style={{ left: `${piece.left * 100}%`, width: `${piece.width * 100}%` }}
        onPointerMove={dragging.onPointerMove}
        onPointerUp={dragging.stop}
        onPointerCancel={dragging.stop}
      >
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no input has a length of its own on its scale
          role="slider"
          tabIndex={0}
          className={styles.whole}
          aria-label={t("freeBusy.band")}
          aria-valuemin={timeline.from / MINUTE}
          aria-valuemax={timeline.to / MINUTE}
          aria-valuenow={(local - startOfDay(local)) / MINUTE}
          aria-valuetext={t("freeBusy.bandValue", { when: `${when}, ${soon}`, state: said })}
          onPointerDown={dragging.grab("whole")}
          onKeyDown={onKeyDown}
        />
        <span aria-hidden className={styles.edge} data-edge="start" onPointerDown={dragging.grab("start")} />
        <span aria-hidden className={styles.edge} data-edge="end" onPointerDown={dragging.grab("end")} />
        <span aria-hidden className={styles.tip} data-flips={piece.left > 0.6 || undefined}>
          <SpanTip span={proposal.proposal} says="time" flips={piece.left > 0.6} />
        </span>
      </div>
    </div>
  );
}

interface DraggingOf extends Pick<ProposalBandProps, "timeline" | "proposal"> {
  readonly over: RefObject<HTMLDivElement | null>;
}

function useDragging({ timeline, proposal, over }: DraggingOf) {
  const zone = useViewerZone();
  const grabbed = useRef<{ readonly grip: Grip; readonly into: number } | null>(null);
  const { start, end } = proposal.proposal;
  const under = ({ clientX }: PointerEvent): number => {
    const box = over.current?.getBoundingClientRect();
    return box && box.width > 0 ? instantAt(timeline, (clientX - box.left) / box.width) : start;
  };
  return {
    grab: (grip: Grip) => (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.parentElement?.setPointerCapture(event.pointerId);
      grabbed.current = { grip, into: under(event) - start };
    },
    stop: () => void (grabbed.current = null),
    onPointerMove: (event: PointerEvent): void => {
      if (!grabbed.current) return;
      const step = event.shiftKey ? FINE_STEP : STEP;
      const { grip, into } = grabbed.current;
      const at = under(event);
      if (grip === "start") return proposal.set(Math.min(atQuarter(at, zone, step), end - step), end);
      if (grip === "end") return proposal.set(start, Math.max(atQuarter(at, zone, step), start + step));
      // The whole stays within the hours of the day beneath the pointer.
      const day = startOfDay(zone.toLocal(at));
      const [first, last] = [timeline.from, timeline.to].map((hour) => zone.toInstant(asLocal(day + hour)));
      const length = Math.min(end - start, 24 * HOUR);
      const wanted = atQuarter(at - into, zone, step);
      const next = Math.min(Math.max(wanted, first ?? wanted), (last ?? wanted) - length);
      if (next !== start) proposal.set(next, next + end - start);
    },
  };
}
