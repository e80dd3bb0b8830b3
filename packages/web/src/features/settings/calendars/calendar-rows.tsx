import { useRef, useState, type PointerEvent } from "react";
import type { ManagedCalendar } from "../../../api/calendars/calendars-api.ts";
import type { PublicLink, Subscription } from "../../../api/calendars/feeds-api.ts";
import type { CalendarAction } from "./open-dialog.ts";
import { CalendarRow } from "./calendar-row.tsx";

interface CalendarRowsProps {
  readonly label: string;
  readonly calendars: readonly ManagedCalendar[];
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  readonly links: readonly PublicLink[];
  /** the id of the calendar that new events go to */
  readonly defaultId: string | undefined;
  readonly onShow: (calendar: ManagedCalendar, isVisible: boolean) => void;
  readonly onMove: (from: number, to: number) => void;
  readonly onAction: (calendar: ManagedCalendar, action: CalendarAction) => void;
}

/** The calendars of one owner, in an order that can be dragged, moved with the arrow keys, or by the menu. */
export function CalendarRows(props: CalendarRowsProps) {
  const { label, calendars, subscriptions, links, defaultId, onShow, onMove, onAction } = props;
  const list = useRef<HTMLUListElement>(null);
  const [carried, setCarried] = useState<string>();
  const carry = (id: string, from: number, event: PointerEvent<HTMLElement>): void => {
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    setCarried(id);
    let at = from;
    const follow = (moved: globalThis.PointerEvent): void => {
      const to = rowAt(list.current, moved.clientY);
      if (to === undefined || to === at) return;
      onMove(at, to);
      at = to;
    };
    const end = (): void => {
      handle.removeEventListener("pointermove", follow);
      setCarried(undefined);
    };
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("lostpointercapture", end, { once: true });
  };
  return (
    <ul ref={list} aria-label={label}>
      {calendars.map((calendar, index) => (
        <CalendarRow
          key={calendar.id}
          calendar={calendar}
          subscription={subscriptions.get(calendar.id)}
          links={links.filter(({ calendarId, isRevoked }) => calendarId === calendar.id && !isRevoked).length}
          isDefault={calendar.id === defaultId}
          isCarried={carried === calendar.id}
          onShow={(isVisible) => onShow(calendar, isVisible)}
          onMove={(by) => onMove(index, index + by)}
          onCarry={(event) => carry(calendar.id, index, event)}
          onAction={(action) => onAction(calendar, action)}
        />
      ))}
    </ul>
  );
}

/** The index of the row at a height of the window. */
function rowAt(list: HTMLElement | null, y: number): number | undefined {
  const rows = list ? [...list.children] : [];
  const found = rows.findIndex((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return y >= top && y < bottom;
  });
  return found === -1 ? undefined : found;
}
