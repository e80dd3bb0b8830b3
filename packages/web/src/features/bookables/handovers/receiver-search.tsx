import type { HandoverReceiver } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { foldedText } from "../../../store/items/found-events.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import sheet from "../booking-sheet.module.css";
import styles from "./handovers.module.css";

/** More than these are searched, and so many are shown at once. */
export const FEW = 7;

interface ReceiverSearchProps {
  readonly receivers: readonly HandoverReceiver[];
  /** id; empty: nobody is chosen */
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

/** One of many households and people, by a part of the number or name. Who is chosen stays on top. */
export function ReceiverSearch({ receivers, value, onChoose }: ReceiverSearchProps) {
  const t = useMessages();
  const [words, setWords] = useState("");
  const sought = foldedText(words).split(/\s+/).filter(Boolean);
  const chosen = receivers.filter(({ id }) => id === value);
  const found = receivers.filter(
    ({ id, name }) => id !== value && sought.every((word) => foldedText(name).includes(word)),
  );
  const shown = [...chosen, ...found.slice(0, FEW - chosen.length)];
  const left = chosen.length + found.length - shown.length;
  return (
    <fieldset className={styles.receivers}>
      <legend>{t("bookables.handover.to")}</legend>
      <TextField
        label={t("bookables.handover.search")}
        hideLabel
        type="search"
        placeholder={t("bookables.handover.search")}
        maxLength={100}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {shown.map(({ id, name }) => (
        <label key={id}>
          <input type="radio" name="receiver" checked={id === value} onChange={() => onChoose(id)} />
          {isolated(name)}
        </label>
      ))}
      <p className={sheet.quiet} aria-live="polite">
        {found.length === 0 && sought.length > 0 ? t("bookables.handover.noneFound") : null}
        {left > 0 ? t("bookables.handover.moreFound", { count: left }) : null}
      </p>
    </fieldset>
  );
}
