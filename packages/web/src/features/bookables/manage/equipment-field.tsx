import {
  equipmentChoices,
  equipmentKey,
  tidyEquipment,
} from "@snart/calendar/booking/equipment/equipment.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { fetchBookables } from "../../../api/items/booking-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import styles from "./manage.module.css";

/** The words in a line, parted by commas. */
export const wordsIn = (line: string): readonly string[] => tidyEquipment(line.split(","));

/** As many words as are read at a glance. */
const MOST_OFFERED = 8;

interface EquipmentFieldProps {
  readonly accountId: string;
  readonly bookableId: string;
  /** words with commas between them */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What a thing has, in words of its house; those that other things have are offered, so that one word is written in one way. */
export function EquipmentField({ accountId, bookableId, value, onChange }: EquipmentFieldProps) {
  const t = useMessages();
  const used = useUsedWords(accountId, bookableId);
  const field = useRef<HTMLInputElement>(null);
  const words = wordsIn(value);
  const known = new Set(words.map(equipmentKey));
  const offered = used.filter((word) => !known.has(equipmentKey(word))).slice(0, MOST_OFFERED);
  const add = (word: string): void => {
    onChange([...words, word].join(", "));
    // The button goes away under the finger or the focus.
    field.current?.focus();
  };
  return (
    <div>
      <TextField
        ref={field}
        label={t("manage.equipment")}
        hint={t("manage.equipmentHelp")}
        maxLength={1000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {offered.length > 0 && words.length < BOOKING_LIMITS.equipment ? (
        <fieldset aria-label={t("manage.equipmentUsed")} className={styles.words}>
          {offered.map((word) => (
            <button
              key={equipmentKey(word)}
              type="button"
              aria-label={t("manage.equipmentAdd", { word: isolated(word) })}
              onClick={() => add(word)}
            >
              <Plus size={14} strokeWidth={1.8} aria-hidden />
              {isolated(word)}
            </button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

/** The words that other things have, by how many have them. */
function useUsedWords(accountId: string, bookableId: string): readonly string[] {
  const [used, setUsed] = useState<readonly string[]>([]);
  useEffect(() => {
    let isHere = true;
    void fetchBookables(accountId).then((given) => {
      // Without them nothing is offered.
      if (!isHere || !given.ok) return;
      const others = given.value.filter(({ id }) => id !== bookableId);
      setUsed(equipmentChoices(others, BOOKING_LIMITS.equipment + MOST_OFFERED).map(({ word }) => word));
    });
    return () => void (isHere = false);
  }, [accountId, bookableId]);
  return used;
}
