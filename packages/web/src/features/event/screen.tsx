import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import type { CalendarEntry } from "../../store/entries.ts";
import { TitleMeanwhile } from "./components/title-meanwhile.tsx";
import type { TitleSelection } from "./components/title-meanwhile.tsx";
import { afterFirstPage } from "../../ui/after-first-page.ts";
import type { EventDesk } from "./use-event-desk.ts";
import { useFailureToasts } from "./use-failure-toasts.ts";

const popover = () => import("./components/event-popover.tsx");
const naming = () => import("./components/quick-create.tsx");
const question = () => import("./components/change-question.tsx");
const editor = () => import("./components/event-editor.tsx");

/** Code of the desk itself that waits until the calendar is drawn. */
const actions = () => Promise.all([import("./changing-actions.ts"), import("./draft.ts")]);

const EventPopover = lazy(() => popover().then((module) => ({ default: module.EventPopover })));
const QuickCreate = lazy(() => naming().then((module) => ({ default: module.QuickCreate })));
const Question = lazy(() => question().then((module) => ({ default: module.ChangeQuestion })));
const Editor = lazy(() => editor().then((module) => ({ default: module.EventEditor })));

export interface EventOverlaysProps {
  readonly desk: EventDesk;
  readonly calendars: readonly CalendarEntry[];
  readonly address: string;
}

/** What floats above the calendar because of an event. Loaded when the calendar has been drawn, not before. */
export function EventOverlays({ desk, calendars, address }: EventOverlaysProps) {
  useFailureToasts();
  useEffect(
    () => void afterFirstPage(() => Promise.all([actions(), popover(), naming(), editor(), question()])),
    [],
  );
  const { floating, asking } = desk;
  return (
    <Suspense>
      {floating?.kind === "reading" ? (
        <EventPopover
          occurrence={floating.occurrence}
          anchor={floating.anchor}
          address={address}
          desk={desk}
          key={floating.occurrence.key}
        />
      ) : null}
      {floating?.kind === "naming" ? (
        <QuickCreate
          span={floating.span}
          anchor={floating.anchor}
          calendars={calendars}
          desk={desk}
          key={floating.span.start}
        />
      ) : null}
      {asking ? <Question asking={asking} onAnswer={desk.answerQuestion} /> : null}
    </Suspense>
  );
}

/** The side panel, while something is edited. */
export function EventEditor({
  desk,
  calendars,
}: {
  readonly desk: EventDesk;
  readonly calendars: readonly CalendarEntry[];
}) {
  const { editing } = desk;
  const selection = useRef<TitleSelection | null>(null);
  const handOver = useCallback((taken: TitleSelection) => {
    selection.current = taken;
  }, []);
  const takeSelection = useCallback(() => {
    const taken = selection.current;
    selection.current = null;
    return taken;
  }, []);
  if (!editing) return null;
  return (
    <Suspense fallback={<TitleMeanwhile editing={editing} desk={desk} onHandOver={handOver} />}>
      <Editor
        key={editing.occurrence?.key ?? "new"}
        editing={editing}
        desk={desk}
        calendars={calendars}
        takeSelection={takeSelection}
      />
    </Suspense>
  );
}

export { nextHour, useEventDesk } from "./use-event-desk.ts";
export type { EventDesk } from "./use-event-desk.ts";
