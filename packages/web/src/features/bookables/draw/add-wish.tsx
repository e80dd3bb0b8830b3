import { dateText } from "@snart/calendar/booking/clock.ts";
import type { PreparedRules } from "@snart/calendar/booking/prepare.ts";
import type { DrawRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
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
  const [arrive, setArrive] = useState(draw.from);
  const [leave, setLeave] = useState(draw.to);
  const { from, to } = daysOf(draw);
  return (
    <div className={styles.add}>
      <TextField
        label={t("bookables.draw.arrive")}
        type="date"
        fieldSize={40}
        min={draw.from}
        max={dateText(to - 1)}
        value={arrive}
        onChange={(event) => setArrive(event.currentTarget.value)}
      />
      <TextField
        label={t("bookables.draw.leave")}
        type="date"
        fieldSize={40}
        min={dateText(from + 1)}
        max={draw.to}
        value={leave}
        onChange={(event) => setLeave(event.currentTarget.value)}
      />
      <AddButton time={stayBetween(prepared, arrive, leave)} onAdd={onAdd} />
    </div>
  );
}

function AddHours({ prepared, draw, onAdd }: AddWishProps) {
  const t = useMessages();
  const [date, setDate] = useState(draw.from);
  const [from, setFrom] = useState("18:00");
  const [to, setTo] = useState("22:00");
  return (
    <div className={styles.add}>
      <TextField
        label={t("bookables.draw.date")}
        type="date"
        fieldSize={40}
        min={draw.from}
        max={dateText(daysOf(draw).to - 1)}
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <TextField
        label={t("bookables.draw.from")}
        type="time"
        fieldSize={40}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextField
        label={t("bookables.draw.to")}
        type="time"
        fieldSize={40}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <AddButton time={hoursOn(prepared, date, from, to)} onAdd={onAdd} />
    </div>
  );
}

function AddButton({ time, onAdd }: { readonly time: Time | undefined } & Pick<AddWishProps, "onAdd">) {
  const t = useMessages();
  return (
    <Button size={40} disabled={!time} onClick={() => time && onAdd(time)}>
      {t("bookables.draw.add")}
    </Button>
  );
}
