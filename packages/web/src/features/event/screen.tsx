import { Suspense, useCallback, useEffect, useRef } from "react";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { TitleMeanwhile, type TitleSelection } from "./editor/title-meanwhile.tsx";
import { afterFirstPage } from "../../ui/after-first-page.ts";
import { laterPart } from "../../ui/later-part.tsx";
import { part } from "../../ui/part.tsx";
import { useFocusBack } from "../../ui/overlays/use-focus-back.ts";
import type { Editing } from "./actions/desk-state.ts";
import type { EventDesk } from "./actions/use-event-desk.ts";

const popover = part(() => import("./reading/event-popover.tsx").then((it) => it.EventPopover));
const naming = part(() => import("./editor/quick-create.tsx").then((it) => it.QuickCreate));
const question = part(() => import("./questions/change-question.tsx").then((it) => it.ChangeQuestion));
const editor = part(() => import("./editor/event-editor.tsx").then((it) => it.EventEditor));
const parts = [popover, naming, editor, question] as const;

const FailureToasts = laterPart(() =>
  import("./actions/failure-toasts.tsx").then((module) => module.FailureToasts),
);

/** Code of the desk itself that waits until the calendar is drawn. */
const actions = () =>
  Promise.all([
    import("./actions/changing-actions.ts"),
    import("./actions/bring-to-calendar.ts"),
    import("./actions/event-toasts.tsx"),
    import("./draft/draft.ts"),
  ]);

export interface EventOverlaysProps {
  readonly desk: EventDesk;
  readonly calendars: readonly CalendarEntry[];
  readonly address: string;
}

/** What floats above the calendar because of an event. Loaded when the calendar has been drawn, not before. */
export function EventOverlays({ desk, calendars, address }: EventOverlaysProps) {
  useEffect(
    () => void afterFirstPage(() => Promise.all([actions(), ...parts.map(({ fetch }) => fetch())])),
    [],
  );
  const { floating, asking } = desk;
  return (
    <Suspense>
      <FailureToasts />
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
    </Suspense>
  );
}

export interface EventEditorProps {
  readonly desk: EventDesk;
  readonly calendars: readonly CalendarEntry[];
}

/** The side panel, while something is edited. */
export function EventEditor({ desk, calendars }: EventEditorProps) {
  const { editing } = desk;
  return editing ? <Panel desk={desk} calendars={calendars} editing={editing} /> : null;
}

function Panel({ desk, calendars, editing }: EventEditorProps & { readonly editing: Editing }) {
  useFocusBack();
  const selection = useRef<TitleSelection | null>(null);
  const handOver = useCallback((taken: TitleSelection) => {
    selection.current = taken;
  }, []);
  const takeSelection = useCallback(() => {
    const taken = selection.current;
    selection.current = null;
    return taken;
  }, []);
  return (
    <Suspense fallback={<TitleMeanwhile editing={editing} desk={desk} onHandOver={handOver} />}>
      <editor.Component
        // One new event after another is another panel.
        key={editing.occurrence?.key ?? `new ${editing.before.calendarKey} ${editing.before.start}`}
        editing={editing}
        desk={desk}
        calendars={calendars}
        takeSelection={takeSelection}
      />
    </Suspense>
  );
}

/** An event that is read beside a list; fetched with the list. */
export const eventPane = part(() => import("./reading/event-pane.tsx").then((it) => it.EventPane));

export { nextHour, useEventDesk } from "./actions/use-event-desk.ts";
export type { EventDesk } from "./actions/use-event-desk.ts";
