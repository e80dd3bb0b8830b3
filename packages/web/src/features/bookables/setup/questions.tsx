import { after, readSpan } from "@snart/calendar/booking/span.ts";
import { rulesOfTemplate, type Answers, type Template } from "@snart/calendar/booking/templates.ts";
import type { ReactNode } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { Select, type SelectOption } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { spanParts } from "../rules/spans.ts";
import type { Draft } from "./use-new-bookable.ts";
import styles from "./setup.module.css";

interface QuestionsProps {
  readonly draft: Draft;
  readonly name: string;
  readonly isNameless: boolean;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Six questions, each with its usual answer. */
export function Questions({ draft, name, isNameless, groups, onChange }: QuestionsProps) {
  const t = useMessages();
  const { template, answers } = draft;
  const answer = (change: Partial<Answers>): void => onChange({ answers: { ...answers, ...change } });
  const managers: readonly SelectOption[] = [
    { value: "", label: t("bookables.setup.myself") },
    ...groups.map((group) => ({ value: group.id, label: group.name })),
  ];
  return (
    <ol className={styles.questions}>
      <Question ask={t("bookables.setup.name")}>
        <TextField
          label={t("bookables.setup.name")}
          hideLabel
          fieldSize={40}
          maxLength={100}
          autoComplete="off"
          value={name}
          error={isNameless ? t("bookables.setup.nameEmpty") : undefined}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </Question>
      <Question ask={t("bookables.setup.units")} help={t("bookables.setup.unitsHelp")}>
        <Units units={answers.units} onChange={(units) => answer({ units })} />
      </Question>
      <Question
        ask={t("bookables.setup.length", { mode: template.mode })}
        help={<LengthHelp template={template} answers={answers} />}
      >
        <SegmentedControl
          label={t("bookables.setup.length", { mode: template.mode })}
          size={34}
          value={String(answers.length)}
          onChange={(length) => answer({ length: Number(length) })}
          segments={template.lengths.map((count) => ({
            value: String(count),
            label: t(template.mode === "nights" ? "bookables.setup.nights" : "bookables.setup.hours", {
              count,
            }),
          }))}
        />
      </Question>
      <Question ask={t("bookables.setup.upcoming")}>
        <SegmentedControl
          label={t("bookables.setup.upcoming")}
          size={34}
          value={String(answers.upcoming ?? NONE)}
          onChange={(upcoming) => answer({ upcoming: upcoming === NONE ? null : Number(upcoming) })}
          segments={["1", "2", "3", NONE].map((value) => ({
            value,
            label: value === NONE ? t("bookables.setup.noLimit") : value,
          }))}
        />
      </Question>
      <Question ask={t("bookables.setup.ahead")} help={<AheadHelp ahead={answers.ahead} />}>
        <Ahead ahead={answers.ahead} onChange={(ahead) => answer({ ahead })} />
      </Question>
      <Question ask={t("bookables.setup.managers")} help={t("bookables.setup.managersHelp")}>
        <Select
          label={t("bookables.setup.managers")}
          hideLabel
          options={managers}
          value={draft.managersId}
          onChange={(managersId) => onChange({ managersId })}
        />
      </Question>
    </ol>
  );
}

const NONE = "none";

interface QuestionProps {
  readonly ask: string;
  readonly help?: ReactNode;
  readonly children: ReactNode;
}

const Question = ({ ask, help, children }: QuestionProps) => (
  <li className={styles.question}>
    <div>
      <span className={styles.ask}>{ask}</span>
      {help ? <span className={styles.help}>{help}</span> : null}
    </div>
    <div className={styles.answer}>{children}</div>
  </li>
);

const FEW = ["1", "2", "3", "4"];

function Units({ units, onChange }: { readonly units: number; readonly onChange: (units: number) => void }) {
  const t = useMessages();
  const isMany = units > FEW.length;
  return (
    <span className={styles.units}>
      <SegmentedControl
        label={t("bookables.setup.units")}
        size={34}
        value={isMany ? "more" : String(units)}
        onChange={(value) => onChange(value === "more" ? FEW.length + 1 : Number(value))}
        segments={[
          ...FEW.map((value) => ({ value, label: value })),
          { value: "more", label: t("bookables.setup.more") },
        ]}
      />
      {isMany ? (
        <TextField
          label={t("bookables.setup.units")}
          hideLabel
          type="number"
          min={FEW.length + 1}
          max={100}
          value={units}
          onChange={({ currentTarget: { valueAsNumber } }) => {
            if (valueAsNumber > FEW.length && valueAsNumber <= 100) onChange(Math.round(valueAsNumber));
          }}
        />
      ) : null}
    </span>
  );
}

function LengthHelp({ template, answers }: { readonly template: Template; readonly answers: Answers }) {
  const t = useMessages();
  const { slotPlans } = rulesOfTemplate(template, answers, { timeZone: "UTC" });
  const passes = slotPlans?.[0]?.passes;
  const [first, last] = [passes?.[0], passes?.at(-1)];
  if (!passes || !first || !last) return null;
  return t("bookables.setup.lengthHelp", { from: first.from, to: last.to, count: passes.length });
}

const AHEAD = ["P7D", "P14D", "P1M", "P3M", "P12M"];

interface AheadProps {
  readonly ahead: string | null;
  readonly onChange: (ahead: string | null) => void;
}

function Ahead({ ahead, onChange }: AheadProps) {
  const t = useMessages();
  const options = AHEAD.map((value) => ({
    value,
    label: t("bookables.setup.aheadBefore", { ...(spanParts(value) ?? { count: 0, unit: "days" }) }),
  }));
  return (
    <Select
      label={t("bookables.setup.ahead")}
      hideLabel
      options={[...options, { value: NONE, label: t("bookables.setup.aheadNone") }]}
      value={ahead ?? NONE}
      onChange={(value) => onChange(value === NONE ? null : value)}
    />
  );
}

/** Up to which day that is, today. */
function AheadHelp({ ahead }: { readonly ahead: string | null }) {
  const zone = useViewerZone();
  const now = useNow();
  const { date } = useFormats(zone.id);
  const span = ahead === null ? undefined : readSpan(ahead);
  if (!span) return null;
  const at = after(now, span, zone);
  return (
    <Sentence
      of="bookables.setup.aheadHelp"
      args={{ date: date(at), distance: <HowSoon target={{ kind: "instant", at }} size={13} /> }}
    />
  );
}
