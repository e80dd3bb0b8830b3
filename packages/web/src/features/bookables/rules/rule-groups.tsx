import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { RuleProblem } from "@snart/calendar/booking/read/json-reader.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { linesOf } from "./lines/lines.ts";
import { GROUPS } from "./lines/line.ts";
import { RuleLine } from "./rule-line.tsx";
import { useRuleWords } from "./use-rule-words.ts";
import styles from "./rules.module.css";

interface RuleGroupsProps {
  readonly bookable: BookableRecord;
  readonly rules: BookingRules;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly problems?: readonly RuleProblem[];
  /** absent: they are only read */
  readonly onChange?: (rules: BookingRules) => void;
}

/** Every rule as a sentence, under what it is about. */
export function RuleGroups({ bookable, rules, groups, problems = [], onChange }: RuleGroupsProps) {
  const t = useMessages();
  const { labels } = bookable;
  const words = useRuleWords(new Map(groups.map(({ id, name }) => [id, name])));
  const lines = linesOf(rules, labels);
  return (
    <>
      {GROUPS.map((group) => {
        const own = lines.filter((line) => line.group === group);
        const isOpen = group === "who" && !rules.mayBook;
        if (own.length === 0 && !isOpen) return null;
        return (
          <section key={group} aria-labelledby={`rules-${group}`} className={styles.group}>
            <h2 id={`rules-${group}`}>{t("rules.group", { group })}</h2>
            <ul>
              {isOpen ? <li className={styles.line}>{t("rules.everybody")}</li> : null}
              {own.map((line) =>
                onChange ? (
                  <RuleLine
                    key={`${line.path} ${line.of}`}
                    line={line}
                    rules={rules}
                    problems={problems}
                    words={words}
                    labels={labels}
                    groups={groups}
                    onChange={onChange}
                  />
                ) : (
                  <li key={`${line.path} ${line.of}`} className={styles.line}>
                    {words.sentence(line, rules)}
                  </li>
                ),
              )}
            </ul>
          </section>
        );
      })}
    </>
  );
}
