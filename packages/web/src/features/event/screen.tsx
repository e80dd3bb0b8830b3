import type { CalendarEntry } from "../../store/items/entries.ts";
import { part } from "../../ui/part.tsx";
import type { ItemActions } from "./actions/use-item-actions.ts";

const popover = part(() => import("./reading/event-popover.tsx").then((it) => it.EventPopover));
const naming = part(() => import("./editor/quick-create.tsx").then((it) => it.QuickCreate));
const question = part(() => import("./questions/change-question.tsx").then((it) => it.ChangeQuestion));
const proposing = part(() => import("./responding/propose-time.tsx").then((it) => it.ProposeTime));
const delegating = part(() => import("./responding/delegate.tsx").then((it) => it.Delegate));
const editor = part(() => import("./editor/event-editor.tsx").then((it) => it.EventEditor));
const failureToasts = part(() => import("./actions/failure-toasts.tsx").then((it) => it.FailureToasts));

interface EventOverlaysProps {
  readonly itemActions: ItemActions;
  readonly calendars: readonly CalendarEntry[];
  readonly address: string;
}

/** Shows the layers above the calendar that belong to an event. */
export function EventOverlays({ itemActions, calendars, address }: EventOverlaysProps) {
  const { floating, asking, responding } = itemActions;
  return (
    <>
      <failureToasts.Soon />
      {floating?.kind === "reading" ? (
        <popover.Component
          occurrence={floating.occurrence}
          anchor={floating.anchor}
          address={address}
          itemActions={itemActions}
          key={floating.occurrence.key}
        />
      ) : null}
      {floating?.kind === "naming" ? (
        <naming.Component
          span={floating.span}
          calendarKey={floating.calendarKey}
          anchor={floating.anchor}
          calendars={calendars}
          itemActions={itemActions}
          key={floating.span.start}
        />
      ) : null}
      {asking ? <question.Component asking={asking} onAnswer={itemActions.answerQuestion} /> : null}
      {responding?.kind === "propose" ? (
        <proposing.Component responding={responding} onClose={() => itemActions.respond(null)} />
      ) : null}
      {responding?.kind === "delegate" ? (
        <delegating.Component responding={responding} itemActions={itemActions} />
      ) : null}
    </>
  );
}

interface EventEditorProps {
  readonly itemActions: ItemActions;
  readonly calendars: readonly CalendarEntry[];
}

/** Shows the side panel while something is edited. */
export function EventEditor({ itemActions, calendars }: EventEditorProps) {
  const { editing } = itemActions;
  return editing ? (
    <editor.Component
      // The next new event gets a new panel.
      key={editing.occurrence?.key ?? `new ${editing.before.calendarKey} ${editing.before.start}`}
      editing={editing}
      itemActions={itemActions}
      calendars={calendars}
    />
  ) : null;
}

/** Shows an event that is read beside a list. */
export const { Soon: EventPane } = part(() => import("./reading/event-pane.tsx").then((it) => it.EventPane));

export { nextHour, useItemActions } from "./actions/use-item-actions.ts";
export type { ItemActions } from "./actions/use-item-actions.ts";
