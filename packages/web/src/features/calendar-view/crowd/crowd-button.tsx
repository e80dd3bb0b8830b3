import type { Local } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import type { DaySegment } from "../../../grid/day-contents.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { MoreItem } from "../../../layout/overlap.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { CrowdList } from "./crowd-list.tsx";
import styles from "./crowd-button.module.css";

interface CrowdButtonProps {
  readonly day: Local;
  readonly more: MoreItem;
  /** the events of the day */
  readonly segments: readonly DaySegment[];
  readonly address: string;
  readonly onOpen: (occurrence: ShownOccurrence, element: HTMLElement) => void;
  readonly onOpenDay: (() => void) | null;
}

/** "+2": takes the place of events that found no room, and opens a list of them. */
export function CrowdButton({ day, more, segments, address, onOpen, onOpenDay }: CrowdButtonProps) {
  const t = useMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { left, top, width, height, keys } = more;
  const open = (occurrence: ShownOccurrence): void => {
    setAnchor(null);
    if (!anchor) return;
    requestAnimationFrame(() => {
      // The closing list may have left the focus on nothing; the event gives it back to where it is now.
      anchor.focus({ preventScroll: true });
      onOpen(occurrence, anchor);
    });
  };
  return (
    <>
      <button
        type="button"
        data-no-drag=""
        data-holds={keys.join("\n")}
        className={styles.more}
        style={{ left, top, width, height }}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={t("week.moreInDay", { count: keys.length })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span>+{keys.length}</span>
      </button>
      {anchor ? (
        <CrowdList
          day={day}
          segments={segments}
          keys={keys}
          anchor={anchor}
          address={address}
          onClose={() => setAnchor(null)}
          onOpen={open}
          onOpenDay={onOpenDay}
        />
      ) : null}
    </>
  );
}
