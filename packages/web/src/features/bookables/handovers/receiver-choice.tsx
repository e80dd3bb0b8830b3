import type { HandoverReceiver } from "@snart/calendar/jmap/booking.ts";
import { useEffect, useState } from "react";
import { fetchReceivers } from "../../../api/items/handover-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { FEW, ReceiverSearch } from "./receiver-search.tsx";
import { problemWords } from "../presence/use-saying.ts";
import sheet from "../booking-sheet.module.css";

interface ReceiverChoiceProps {
  readonly accountId: string;
  readonly bookingId: string;
  readonly onChoose: (chosen: { readonly toId: string } | undefined) => void;
}

/** Which household or person is to have it. */
export function ReceiverChoice({ accountId, bookingId, onChoose }: ReceiverChoiceProps) {
  const t = useMessages();
  const [receivers, setReceivers] = useState<readonly HandoverReceiver[]>();
  const [problem, setProblem] = useState("");
  const [value, setValue] = useState("");
  useEffect(() => {
    let isHere = true;
    void fetchReceivers(accountId, bookingId).then((given) => {
      if (!isHere) return;
      if (given.ok) setReceivers(given.value);
      else setProblem(problemWords(given.problem, t));
    });
    return () => void (isHere = false);
  }, [accountId, bookingId, t]);
  if (problem !== "") return <p className={sheet.line}>{problem}</p>;
  if (!receivers) return <p className={sheet.quiet}>{t("bookables.checking")}</p>;
  if (receivers.length === 0) return <p className={sheet.line}>{t("bookables.handover.toNobody")}</p>;
  const choose = (toId: string): void => {
    setValue(toId);
    onChoose(toId === "" ? undefined : { toId });
  };
  if (receivers.length > FEW) return <ReceiverSearch receivers={receivers} value={value} onChoose={choose} />;
  const options = [
    { value: "", label: t("bookables.handover.choose") },
    ...receivers.map(({ id, name }) => ({ value: id, label: isolated(name) })),
  ];
  return (
    <div className={sheet.who}>
      <Select label={t("bookables.handover.to")} options={options} value={value} onChange={choose} />
    </div>
  );
}
