import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { Plus } from "lucide-react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import { useMessages } from "../../../i18n/messages.ts";
import { Menu, MenuItem } from "../../../ui/overlays/menu.tsx";
import { additionsTo } from "./additions.ts";
import { useRuleWords } from "./use-rule-words.ts";
import styles from "./rules.module.css";

interface AddRuleProps {
  readonly bookable: BookableRecord;
  readonly rules: BookingRules;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly today: Local;
  readonly onAdd: (rules: BookingRules) => void;
}

/** Adds a rule that is missing; each stands in the list as the sentence that it becomes. */
export function AddRule({ bookable, rules, groups, today, onAdd }: AddRuleProps) {
  const t = useMessages();
  const words = useRuleWords(new Map(groups.map(({ id, name }) => [id, name])));
  const around = { labels: bookable.labels, groups: groups.map(({ id }) => id), today };
  const additions = additionsTo(rules, around);
  return (
    <MenuTrigger>
      <AriaButton className={styles.add ?? ""}>
        <Plus size={16} strokeWidth={2} aria-hidden />
        {t("rules.add")}
      </AriaButton>
      <Menu label={t("rules.add")} placement="top start">
        {additions.map(({ line, rules: changed }) => (
          <MenuItem key={`${line.path} ${line.of}`} onAction={() => onAdd(changed)}>
            {words.sentence(line, changed).replace(/…\.$/, "…")}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
