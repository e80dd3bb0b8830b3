import type { CalendarEntry } from "../../store/items/entries.ts";
import { part } from "../../ui/part.tsx";
import type { EventDesk } from "./actions/use-event-desk.ts";

const popover = part(() => import("./reading/event-popover.tsx").then((it) => it.EventPopover));
const naming = part(() => import("./editor/quick-create.tsx").then((it) => it.QuickCreate));
const question = part(() => import("./questions/change-question.tsx").then((it) => it.ChangeQuestion));
const editor = part(() => import("./editor/event-editor.tsx").then((it) => it.EventEditor));
const failureToasts = part(() => import("./actions/failure-toasts.tsx").then((it) => it.FailureToasts));

interface EventOverlaysProps {
  readonly desk: EventDesk;
  readonly calendars: readonly CalendarEntry[];
  readonly address: string;
}

/** The layers above the calendar that belong to an event. */
export function EventOverlays({ desk, calendars, address }: EventOverlaysProps) {
  const { floating, asking } = desk;
  return (
    <>
      <failureToasts.Soon />
      {floating?.kind === "reading" ? (
        <popover.Component
          occurrence={floating.occurrence}
          anchor={floating.anchor}
          address={address}
          desk={desk}
          key={floating.occurrence.key}
        />
      ) : null}
      {floating?.kind === "naming" ? (
        <naming.Component
          span={floating.span}
          calendarKey={floating.calendarKey}
          anchor={floating.anchor}
          calendars={calendars}
          desk={desk}
          key={floating.span.start}
        />
      ) : null}
      {asking ? <question.Component asking={asking} onAnswer={desk.answerQuestion} /> : null}
    </>
  );
}

interface EventEditorProps {
  readonly desk: EventDesk;
  readonly calendars: readonly CalendarEntry[];
}

/** The side panel, while something is edited. */
export function EventEditor({ desk, calendars }: EventEditorProps) {
  const { editing } = desk;
  return editing ? (
    <editor.Component
      // One new event after another is another panel.
      key={editing.occurrence?.key ?? `new ${editing.before.calendarKey} ${editing.before.start}`}
      editing={editing}
      desk={desk}
      calendars={calendars}
    />
  ) : null;
}

/** An event that is read beside a list. */
export const { Soon: EventPane } = part(() => import("./reading/event-pane.tsx").then((it) => it.EventPane));

export { nextHour, useEventDesk } from "./actions/use-event-desk.ts";
export type { EventDesk } from "./actions/use-event-desk.ts";
