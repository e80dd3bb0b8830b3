import type { ChangeWindow } from "@snart/calendar/booking-page/event-type.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Part, SpanField, SpansField } from "./fields.tsx";
import type { TypeForm } from "./type-form.ts";
import styles from "./editor.module.css";

/** Until when guests may move and cancel, and when they are reminded. */
export function ChangesPart({ form }: { readonly form: TypeForm }) {
  const t = useMessages();
  const { record, set, wrong } = form;
  const { change = {}, reminders = [] } = record.type;
  const put = (key: keyof ChangeWindow, span: string | undefined): void => {
    const { [key]: _, ...others } = change;
    const next = span === undefined ? others : { ...others, [key]: span };
    set({ change: Object.keys(next).length === 0 ? undefined : next });
  };
  return (
    <Part title={t("bookingPages.part.changes")} hint={t("bookingPages.changesHint")}>
      <div className={styles.pair}>
        {(["moveUntil", "cancelUntil"] as const).map((key) => (
          <SpanField
            key={key}
            unit="hours"
            label={t(`bookingPages.field.${key}`)}
            value={change[key]}
            error={wrong(`change/${key}`)}
            onChange={(span) => put(key, span)}
          />
        ))}
        <SpansField
          unit="hours"
          label={t("bookingPages.field.reminders")}
          hint={t("bookingPages.remindersHint")}
          value={reminders}
          error={wrong("reminders")}
          onChange={(spans) => set({ reminders: spans.length === 0 ? undefined : spans })}
        />
      </div>
    </Part>
  );
}
