import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { linesOf } from "./lines/lines.ts";
import type { Line } from "./lines/line.ts";
import { useRuleWords, type GroupNames } from "./use-rule-words.ts";

interface RuleListProps {
  readonly rules: BookingRules;
  readonly labels?: readonly string[];
  readonly groups?: GroupNames;
  /** which rules are told */
  readonly isTold?: (line: Line) => boolean;
  /** the first so many of them; absent: all, with who may book */
  readonly most?: number;
  readonly className?: string | undefined;
}

const NOBODY: GroupNames = new Map();

/** Rules as plain sentences, for who only reads them. */
export function RuleList({
  rules,
  labels = [],
  groups = NOBODY,
  isTold = () => true,
  most,
  className,
}: RuleListProps) {
  const t = useMessages();
  const words = useRuleWords(groups);
  const lines = linesOf(rules, labels).filter(isTold).slice(0, most);
  return (
    <ul className={className}>
      {lines.map((line) => (
        <li key={`${line.path} ${line.of}`}>{words.sentence(line, rules)}</li>
      ))}
      {rules.mayBook || most !== undefined ? null : <li>{t("rules.everybody")}</li>}
    </ul>
  );
}
