import { equipmentChoices, equipmentKey } from "@snart/calendar/booking/equipment/equipment.ts";
import { ChevronDown } from "lucide-react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Menu, MenuItem, MenuSwitches } from "../../../ui/overlays/menu.tsx";
import styles from "./rooms.module.css";

interface EquipmentMenuProps {
  readonly things: readonly { readonly equipment: readonly string[] }[];
  readonly asked: readonly string[];
  readonly onAsk: (asked: readonly string[]) => void;
}

/** What rooms have, each word with how many of them do, to be asked for; open while several are. Nothing where they have nothing. */
export function EquipmentMenu({ things, asked, onAsk }: EquipmentMenuProps) {
  const t = useMessages();
  const choices = equipmentChoices(things, Infinity, asked);
  if (choices.length === 0) return null;
  const label = t("bookables.rooms.equipment");
  return (
    <MenuTrigger>
      <AriaButton className={styles.toggle ?? ""} data-on={asked.length > 0 || undefined}>
        {t("bookables.rooms.equipmentAsked", { count: asked.length })}
        <ChevronDown size={15} strokeWidth={1.8} aria-hidden />
      </AriaButton>
      <Menu label={label} placement="bottom start">
        <MenuSwitches
          label={label}
          on={asked.map(equipmentKey)}
          onChange={(on) =>
            onAsk(choices.flatMap(({ word }) => (on.includes(equipmentKey(word)) ? [word] : [])))
          }
        >
          {choices.map(({ word, count }) => (
            <MenuItem
              key={equipmentKey(word)}
              id={equipmentKey(word)}
              hint={
                <>
                  <span aria-hidden>{count}</span>
                  <span className="visually-hidden">{t("bookables.rooms.having", { count, words: 1 })}</span>
                </>
              }
            >
              {isolated(word)}
            </MenuItem>
          ))}
        </MenuSwitches>
      </Menu>
    </MenuTrigger>
  );
}
