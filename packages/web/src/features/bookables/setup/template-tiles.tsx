import { TEMPLATES, type Template, type TemplateName } from "@snart/calendar/booking/templates.ts";
import {
  BedDouble,
  Bike,
  Car,
  Check,
  Flame,
  Presentation,
  Sailboat,
  Utensils,
  WashingMachine,
  type LucideIcon,
} from "lucide-react";
import { useId } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import styles from "./setup.module.css";

const ICONS: Readonly<Record<TemplateName, LucideIcon>> = {
  laundry: WashingMachine,
  guestFlat: BedDouble,
  sauna: Flame,
  hall: Utensils,
  car: Car,
  boat: Sailboat,
  meetingRoom: Presentation,
  bicycle: Bike,
};

interface TemplateTilesProps {
  readonly chosen: Template;
  readonly onChoose: (template: Template) => void;
}

/** What kind of thing it is: one of the templates. */
export function TemplateTiles({ chosen, onChoose }: TemplateTilesProps) {
  const t = useMessages();
  const group = useId();
  return (
    <div role="radiogroup" aria-label={t("bookables.setup.templates")} className={styles.tiles}>
      {TEMPLATES.map((template) => {
        const { name, mode } = template;
        const Icon = ICONS[name];
        return (
          <label key={name} className={styles.tile}>
            <input
              type="radio"
              name={group}
              checked={template === chosen}
              onChange={() => onChoose(template)}
            />
            <Icon size={20} strokeWidth={1.6} aria-hidden />
            <b>{t("bookables.setup.template", { name })}</b>{" "}
            <span>{t("bookables.setup.mode", { mode })}</span>
            {template === chosen ? (
              <i className={styles.tick}>
                <Check size={13} strokeWidth={2.6} aria-hidden />
              </i>
            ) : null}
          </label>
        );
      })}
    </div>
  );
}
