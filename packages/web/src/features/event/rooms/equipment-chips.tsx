import {
  equipmentChoices,
  equipmentKey,
  hasEquipment,
  toggledEquipment,
} from "@snart/calendar/booking/equipment/equipment.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import styles from "./equipment-chips.module.css";

interface EquipmentChipsProps {
  readonly things: readonly { readonly equipment: readonly string[] }[];
  readonly asked: readonly string[];
  readonly onAsk: (asked: readonly string[]) => void;
}

/** As many chips as are looked through at a glance; what is asked for comes besides. */
const MOST = 8;

/** What things have, each a chip with how many of them do; then how many have all that is asked for. Nothing where they have nothing. */
export function EquipmentChips({ things, asked, onAsk }: EquipmentChipsProps) {
  const t = useMessages();
  const choices = equipmentChoices(things, MOST, asked);
  if (choices.length === 0) return null;
  const pressed = new Set(asked.map(equipmentKey));
  const having = things.filter((thing) => hasEquipment(thing, asked)).length;
  return (
    <>
      <fieldset aria-label={t("bookables.rooms.equipment")} className={styles.chips}>
        {choices.map(({ word, count }) => (
          <button
            key={equipmentKey(word)}
            type="button"
            aria-pressed={pressed.has(equipmentKey(word))}
            onClick={() => onAsk(toggledEquipment(asked, word))}
          >
            {isolated(word)} <span aria-hidden>{count}</span>
            <span className="visually-hidden">{t("bookables.rooms.having", { count, words: 1 })}</span>
          </button>
        ))}
      </fieldset>
      <output className={styles.having}>
        {asked.length > 0 ? t("bookables.rooms.having", { count: having, words: asked.length }) : null}
      </output>
    </>
  );
}
