import type { RemoteCalendar } from "../../../api/items/calendar-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { ColourChoice } from "../../colour-choice/screen.tsx";
import { receivesItself, standInFor } from "../owner/use-own-calendars.ts";
import type { PageOwner } from "../owner/use-page-owners.ts";
import { Part } from "./fields.tsx";
import type { TypeForm } from "./type-form.ts";
import styles from "./editor.module.css";

interface CalendarPartProps {
  readonly form: TypeForm;
  /** whose page it is */
  readonly owner: PageOwner;
  /** theirs; undefined: not known yet */
  readonly calendars: readonly RemoteCalendar[] | undefined;
}

/** Into which calendar bookings go, where there is a choice, and which colour they have there. */
export function CalendarPart({ form, owner, calendars }: CalendarPartProps) {
  const t = useMessages();
  const { record, set, wrong } = form;
  const { color } = record.type;
  return (
    <Part title={t("bookingPages.part.calendar")} error={wrong("calendarId") ?? wrong("color")}>
      <CalendarField form={form} owner={owner} calendars={calendars} />
      <Checkbox checked={color !== undefined} onChange={(isOn) => set({ color: isOn ? FIRST : undefined })}>
        {t("bookingPages.field.ownColour")}
      </Checkbox>
      {color === undefined ? null : <ColourChoice value={color} onChange={(next) => set({ color: next })} />}
    </Part>
  );
}

const FIRST = "lake";

function CalendarField({ form, owner, calendars }: CalendarPartProps) {
  const t = useMessages();
  const { record, set } = form;
  const { calendarId } = record.type;
  if (!calendars || !receivesItself(owner, record.type)) return null;
  if (calendars.length < 2 && calendarId === undefined) return null;
  const usual = calendars.find(({ isDefault }) => isDefault)?.name ?? "";
  const standIn = standInFor(calendars, record.type);
  const isGone = calendarId !== undefined && calendars.every(({ id }) => id !== calendarId);
  return (
    <>
      <Select
        label={t("bookingPages.field.calendar")}
        options={[
          { value: "", label: t("bookingPages.calendarUsual", { calendar: isolated(usual) }) },
          ...calendars.map(({ id, name }) => ({ value: id, label: isolated(name) })),
          ...(isGone ? [{ value: calendarId, label: t("bookingPages.calendarGone") }] : []),
        ]}
        value={calendarId ?? ""}
        onChange={(id) => set({ calendarId: id === "" ? undefined : id })}
      />
      {standIn === undefined ? null : (
        <p className={styles.note}>{t("bookingPages.calendarMissed", { calendar: isolated(standIn) })}</p>
      )}
    </>
  );
}
