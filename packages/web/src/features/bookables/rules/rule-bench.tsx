import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { dayOf, startOfDay, startOfWeek } from "@snart/calendar/time/local.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { useState } from "react";
import { clockNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { dateText, type Time } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import { AddRule } from "./add-rule.tsx";
import { linesOf } from "./lines/lines.ts";
import { MisfitDialog } from "./misfit-dialog.tsx";
import { RuleGroups } from "./rule-groups.tsx";
import { SaveBar } from "./save-bar.tsx";
import { TrialSide } from "./trial-side.tsx";
import { problemsBeside, useProblemWords } from "./use-problem-words.ts";
import type { RuleEditor } from "./use-rule-editor.ts";
import { useRuleTrial } from "./use-rule-trial.ts";
import { useSaveRules } from "./use-save-rules.ts";
import styles from "./rules.module.css";

interface RuleBenchProps {
  readonly accountId: string;
  readonly editor: RuleEditor;
  readonly bookable: BookableRecord;
  readonly draft: BookingRules;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

/** The sentences, what they would mean beside them, and saving them. */
export function RuleBench({ accountId, editor, bookable, draft, groups }: RuleBenchProps) {
  const t = useMessages();
  const { change, problems, isChanged, discard } = editor;
  const [partyId, setPartyId] = useState<string | null>(null);
  const [wish, setWish] = useState<Time>();
  const [isAsking, setAsking] = useState(false);
  const sayProblem = useProblemWords();
  const isValid = problems.length === 0;
  const zone = zoneOf({ rules: isValid ? draft : bookable.rules });
  const today = startOfDay(zone.toLocal(clockNow()));
  const monday = startOfWeek(today);
  const trial = useRuleTrial(accountId, bookable.id, isValid ? draft : null, {
    first: dateText(dayOf(monday)),
    days: 14,
    partyId,
    wish: wish ? { start: formatUtcDateTime(wish.start), end: formatUtcDateTime(wish.end) } : null,
  });
  const misfits = trial.trial?.misfits ?? [];
  const saving = useSaveRules(accountId, bookable, editor);
  const beside = problemsBeside(linesOf(draft, bookable.labels), problems);
  const save = async (): Promise<void> => {
    if (misfits.length > 0) setAsking(true);
    else await saving.save([]);
  };
  return (
    <>
      <div className={styles.bench}>
        <div>
          <RuleGroups
            bookable={bookable}
            rules={draft}
            groups={groups}
            problems={problems}
            onChange={change}
          />
          {beside.map((problem) => (
            <FieldError key={problem.path}>{sayProblem(problem)}</FieldError>
          ))}
          <AddRule bookable={bookable} rules={draft} groups={groups} today={today} onAdd={change} />
        </div>
        <TrialSide
          bookable={bookable}
          rules={draft}
          trial={trial}
          isValid={isValid}
          groups={groups}
          monday={monday}
          partyId={partyId}
          onParty={setPartyId}
          wish={wish}
          onWish={setWish}
        />
      </div>
      <SaveBar
        version={bookable.rulesVersion + 1}
        misfits={misfits.length}
        problems={problems.length}
        isChanged={isChanged}
        isBusy={saving.isBusy}
        onLook={() => setAsking(true)}
        onDiscard={discard}
        onSave={() => void save()}
      />
      {isAsking ? (
        <MisfitDialog
          title={t("rules.misfits", { count: misfits.length, version: bookable.rulesVersion + 1 })}
          bookable={bookable}
          misfits={misfits}
          onSave={saving.save}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
