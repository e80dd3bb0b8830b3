import type { PreparedRules } from "@snart/calendar/booking/prepare.ts";
import type { DrawRecord } from "@snart/calendar/jmap/booking.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { asLocal, dayOf } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import { DateField } from "../../../grid/day-field/date-field.tsx";
import { Labelled } from "../../../grid/day-field/labelled.tsx";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import type { Time } from "../model.ts";
import { useTimeWords } from "../use-time-words.ts";
import { daysOf, hoursOn, passesIn, stayBetween } from "./model.ts";
import styles from "./draw.module.css";

interface AddWishProps {
  readonly prepared: PreparedRules;
  readonly draw: DrawRecord;
  readonly onAdd: (time: Time) => void;
}

/** Chooses one more time of the period, as the thing is booked: a pass, nights, or hours. */
export function AddWish(props: AddWishProps) {
  switch (props.prepared.rules.mode) {
    case "slots":
      return <AddPass {...props} />;
    case "nights":
      return <AddStay {...props} />;
    case "free":
      return <AddHours {...props} />;
  }
}

function AddPass({ prepared, draw, onAdd }: AddWishProps) {
  const t = useMessages();
  const words = useTimeWords(prepared.zone);
  const passes = passesIn(prepared, draw);
  const [chosen, setChosen] = useState("0");
  const time = passes[Number(chosen)];
  return (
    <div className={styles.add}>
      <Select
        label={t("bookables.draw.time")}
        options={passes.map((pass, at) => ({ value: String(at), label: words.begun(pass) }))}
        value={chosen}
        onChange={setChosen}
      />
      <AddButton time={time} onAdd={onAdd} />
    </div>
  );
}

function AddStay({ prepared, draw, onAdd }: AddWishProps) {
  const t = useMessages();
  const { from, to } = daysOf(draw);
  const [arrive, setArrive] = useState(from);
  const [leave, setLeave] = useState(to);
  const time = stayBetween(prepared, draw, arrive, leave);
  return (
    <>
      <div className={styles.add}>
        <DayIn draw={draw} label={t("bookables.draw.arrive")} day={arrive} onChange={setArrive} />
        <DayIn draw={draw} label={t("bookables.draw.leave")} day={leave} onChange={setLeave} />
        <AddButton time={time} onAdd={onAdd} />
      </div>
      {time ? null : <Outside draw={draw} />}
    </>
  );
}

function AddHours({ prepared, draw, onAdd }: AddWishProps) {
  const t = useMessages();
  const [day, setDay] = useState(daysOf(draw).from);
  const [from, setFrom] = useState(18 * 60);
  const [to, setTo] = useState(22 * 60);
  const time = hoursOn(prepared, draw, day, [from, to]);
  return (
    <>
      <div className={styles.add}>
        <DayIn draw={draw} label={t("bookables.draw.date")} day={day} onChange={setDay} />
        <Labelled label={t("bookables.draw.from")}>
          <TimeField label={t("bookables.draw.from")} value={from} onChange={setFrom} />
        </Labelled>
        <Labelled label={t("bookables.draw.to")}>
          <TimeField label={t("bookables.draw.to")} value={to} onChange={setTo} />
        </Labelled>
        <AddButton time={time} onAdd={onAdd} />
      </div>
      {time ? null : <Outside draw={draw} />}
    </>
  );
}

interface DayInProps extends Pick<AddWishProps, "draw"> {
  readonly label: string;
  readonly day: number;
  readonly onChange: (day: number) => void;
}

/** A day of the period, or the last one's morning. */
function DayIn({ draw, label, day, onChange }: DayInProps) {
  const { from, to } = daysOf(draw);
  return (
    <Labelled label={label}>
      <DateField
        label={label}
        value={asLocal(day * DAY)}
        since={asLocal(from * DAY)}
        isInvalid={day < from || to < day}
        onChange={(next) => onChange(dayOf(next))}
      />
    </Labelled>
  );
}

/** What can be wished for, where what stands in the fields cannot. */
function Outside({ draw }: Pick<AddWishProps, "draw">) {
  const t = useMessages();
  const { shortDayAndYear } = useFormats("UTC");
  const { from, to } = daysOf(draw);
  const [first, last] = [from, to].map((day) => shortDayAndYear(asLocal(day * DAY)));
  return <FieldError>{t("bookables.draw.outside", { from: first ?? "", to: last ?? "" })}</FieldError>;
}

function AddButton({ time, onAdd }: { readonly time: Time | undefined } & Pick<AddWishProps, "onAdd">) {
  const t = useMessages();
  return (
    <Button size={40} disabled={!time} onClick={() => time && onAdd(time)}>
      {t("bookables.draw.add")}
    </Button>
  );
}
