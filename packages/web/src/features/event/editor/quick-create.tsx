import { useState, type FormEvent } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import type { Span } from "../../../store/items/span.ts";
import { Button } from "../../../ui/button.tsx";
import { Popover } from "../../../ui/overlays/popover.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { newDraft } from "../draft/new-draft.ts";
import type { ItemActions } from "../actions/use-item-actions.ts";
import { takesEvents } from "../../../store/items/calendar-for-new.ts";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import styles from "./quick-create.module.css";

export interface QuickCreateProps {
  readonly span: Span;
  /** the calendar for the event if nothing else is chosen; undefined: the calendar for new events */
  readonly calendarKey?: string | undefined;
  readonly anchor: Element;
  readonly calendars: readonly CalendarEntry[];
  readonly itemActions: ItemActions;
}

/** The drawn selection, looked up when the popover is placed: it is drawn together with it. */
const previewRef = (otherwise: Element): { readonly current: Element } => ({
  get current() {
    return document.querySelector("[data-drag-preview]") ?? otherwise;
  },
});

/** Asks for the title of a new event whose time was just dragged out; the title is enough. */
export function QuickCreate(props: QuickCreateProps) {
  const { span, anchor, calendars, itemActions } = props;
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const [anchorRef] = useState(() => previewRef(anchor));
  const [title, setTitle] = useState("");
  const [calendarKey, setCalendarKey] = useState(props.calendarKey ?? itemActions.calendarForNew?.key ?? "");
  const calendar = calendars.find((it) => it.key === calendarKey);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    itemActions.create(newDraft(span, calendarKey, zone, title));
  };
  const [from, to] = [formats.shortDay(span.start), formats.shortDay(span.end - 1)];
  const days = from === to ? from : `${from}–${to}`;
  return (
    <Popover
      label={t("shell.newEvent")}
      anchor={anchorRef}
      isOpen
      onClose={itemActions.close}
      placement="right top"
      arrow
      className={styles.popover ?? ""}
    >
      <form className={styles.form} onSubmit={submit}>
        {/* The field is the purpose of the popover, which opens because a time was just chosen. */}
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          className={styles.title}
          aria-label={t("editor.title")}
          placeholder={t("editor.titlePlaceholder")}
          value={title}
          maxLength={500}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <p className={styles.when}>
          {span.allDay ? days : `${from} `}
          {span.allDay ? null : <b>{formats.timeRange(span.start, span.end)}</b>}
          <SpanDistance span={span} size={16} className={styles.distance ?? ""} />
        </p>
        <Select
          label={t("editor.calendar")}
          hideLabel
          look="quiet"
          start={
            <span className={styles.swatch}>{calendar ? <Swatch colour={calendar.colour} /> : null}</span>
          }
          value={calendarKey}
          options={calendars.filter(takesEvents).map((it) => ({ value: it.key, label: it.name }))}
          onChange={setCalendarKey}
        />
        <div className={styles.foot}>
          <Button look="quiet" onClick={() => itemActions.editNew(span, title, calendarKey)}>
            {t("editor.details")}
          </Button>
          <Button look="primary" type="submit">
            {t("editor.create")}
          </Button>
        </div>
      </form>
    </Popover>
  );
}
