import type { BoardSlotRecord, BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { useEffect, useState } from "react";
import { fetchBoards } from "../../../api/items/booking-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { LOOK_AHEAD_DAYS, timeOf } from "../model.ts";
import { problemWords } from "../presence/use-saying.ts";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import type { Chosen } from "./chosen.ts";
import sheet from "../booking-sheet.module.css";

interface TimeChoiceProps {
  readonly accountId: string;
  readonly bookables: readonly BookableRecord[];
  /** what is looked at first */
  readonly first: BookableRecord;
  readonly onChoose: (chosen: Chosen | undefined) => void;
}

/** Whose time is wished for in return: by name as far as the rules tell, or by the time alone. */
export function TimeChoice({ accountId, bookables, first, onChoose }: TimeChoiceProps) {
  const t = useMessages();
  const [id, setId] = useState(first.id);
  const bookable = bookables.find((one) => one.id === id) ?? first;
  const things = bookables.filter(({ rules }) => rules !== null);
  return (
    <div className={sheet.who}>
      {things.length > 1 ? (
        <Select
          label={t("bookables.handover.thing")}
          options={things.map((one) => ({ value: one.id, label: isolated(one.name) }))}
          value={id}
          onChange={(chosen) => {
            setId(chosen);
            onChoose(undefined);
          }}
        />
      ) : null}
      <Times key={id} accountId={accountId} bookable={bookable} onChoose={onChoose} />
    </div>
  );
}

interface TimesProps extends Pick<TimeChoiceProps, "accountId" | "onChoose"> {
  readonly bookable: BookableRecord;
}

/** The times of one thing that others have in the next two weeks. */
function Times({ accountId, bookable, onChoose }: TimesProps) {
  const t = useMessages();
  const now = useNow();
  const words = useTimeWords(zoneOf(bookable));
  const [slots, setSlots] = useState<readonly BoardSlotRecord[]>();
  const [problem, setProblem] = useState("");
  const [value, setValue] = useState("");
  useEffect(() => {
    let isHere = true;
    void fetchBoards(accountId, [bookable.id], null, LOOK_AHEAD_DAYS).then((given) => {
      if (!isHere) return;
      if (given.ok) setSlots(given.value.get(bookable.id) ?? []);
      else setProblem(problemWords(given.problem, t));
    });
    return () => void (isHere = false);
  }, [accountId, bookable.id, t]);
  if (problem !== "") return <p className={sheet.line}>{problem}</p>;
  if (!slots) return <p className={sheet.quiet}>{t("bookables.checking")}</p>;
  const taken = slots.filter(({ state, start }) => state === "taken" && Date.parse(start) > now);
  if (taken.length === 0)
    return <p className={sheet.line}>{t("bookables.handover.noTimes", { days: LOOK_AHEAD_DAYS })}</p>;
  const nobody = t("bookables.state", { state: "taken" });
  const options = [
    { value: "", label: t("bookables.handover.choose") },
    ...taken.map((slot) => ({
      value: slot.start,
      label: `${words.begun(timeOf(slot))} · ${slot.who === null ? nobody : isolated(slot.who)}`,
    })),
  ];
  return (
    <Select
      label={t("bookables.handover.time")}
      options={options}
      value={value}
      onChange={(start) => {
        setValue(start);
        const slot = taken.find((one) => one.start === start);
        onChoose(slot && { bookable, start: slot.start, end: slot.end });
      }}
    />
  );
}
