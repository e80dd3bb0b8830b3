import { fieldsFor, repeatProblems, type Repeat } from "@snart/calendar/recurrence/editor/rule-editor.ts";
import {
  presetOf,
  presetsFor,
  repeatOfPreset,
  type RepeatPreset,
} from "@snart/calendar/recurrence/editor/rule-presets.ts";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { endProblem, repeatOfDraft, ruleStart, type EventDraft } from "../draft/draft.ts";
import { usePresetText, useRepeatSentence } from "../draft/use-repeat-wordings.ts";
import { RepeatCustom } from "./repeat-custom.tsx";
import { RepeatEndFields } from "./repeat-end.tsx";
import { RepeatPreview } from "./repeat-preview.tsx";
import styles from "./repeat-fields.module.css";

interface RepeatFieldsProps {
  readonly occurrence: ShownOccurrence | null;
  readonly draft: EventDraft;
  readonly before: EventDraft;
  readonly onChange: (part: Partial<EventDraft>) => void;
}

/** Shows how an event repeats: a preset or its own fields, the rule as a sentence, and the next times. */
export function RepeatControl({ occurrence, draft, before, onChange }: RepeatFieldsProps) {
  const t = useMessages();
  const presetText = usePresetText();
  const { start } = draft;
  const repeat = repeatOfDraft(draft);
  const preset = presetOf(repeat, start);
  const [isCustom, setCustom] = useState(preset === undefined);
  const set = (next: Repeat): void => onChange({ repeat: { repeat: next, at: start, isChosen: true } });
  const problems = repeatProblems(repeat, start);
  const hasFields = repeat.kind === "fields" && (isCustom || preset === undefined);
  const choose = (value: string): void => {
    setCustom(value === "custom");
    if (value === "kept") onChange({ repeat: before.repeat });
    else if (value === "custom") set(customOf(repeat, draft));
    else set(repeatOfPreset(value as RepeatPreset, start, endOf(repeat)));
  };
  const options: { readonly value: string; readonly label: string }[] = presetsFor(start).map((value) => ({
    value,
    label: presetText(value, start),
  }));
  options.push({ value: "custom", label: t("repeat.custom") });
  // The series' own rule, which the fields can't show, stays among the choices, so that the person can return to it.
  if (before.repeat.repeat.kind === "kept") options.push({ value: "kept", label: t("repeat.kept") });
  const value = repeat.kind === "kept" ? "kept" : hasFields ? "custom" : (preset ?? "none");
  return (
    <>
      <Select
        label={t("editor.repeat")}
        hideLabel
        look="quiet"
        value={value}
        options={options}
        onChange={choose}
      />
      {hasFields ? (
        <RepeatCustom
          fields={repeat.fields}
          start={start}
          problems={problems}
          onChange={(fields) => set({ ...repeat, fields })}
        />
      ) : null}
      {repeat.kind === "none" ? null : (
        <>
          <RepeatEndFields
            repeat={repeat}
            start={start}
            problems={problems}
            onChange={(end) => set({ ...repeat, end })}
          />
          {problems.length === 0 ? (
            <RepeatSays repeat={repeat} draft={draft} isSaid={preset === value} />
          ) : null}
          {problems.length === 0 && endProblem(draft) === null ? (
            <RepeatPreview occurrence={occurrence} draft={draft} before={before} />
          ) : null}
        </>
      )}
    </>
  );
}

const endOf = (repeat: Repeat) => (repeat.kind === "none" ? ({ kind: "never" } as const) : repeat.end);

/** Returns the first contents of the fields: the earlier choice, else every week. */
const customOf = (repeat: Repeat, { start }: EventDraft): Repeat =>
  repeat.kind === "fields" ? repeat : { kind: "fields", fields: fieldsFor(start), end: endOf(repeat) };

interface RepeatSaysProps {
  readonly repeat: Repeat;
  readonly draft: EventDraft;
  /** the choice above says the rule, and the field beside it where that ends */
  readonly isSaid: boolean;
}

/** Says the rule in words, where the choice does not: one's own, and one of another app. */
function RepeatSays({ repeat, draft, isSaid }: RepeatSaysProps) {
  const t = useMessages();
  const words = useRepeatSentence()(repeat, ruleStart(draft));
  return (
    <>
      <p className={styles.sentence} aria-live="polite">
        {isSaid ? null : words}
      </p>
      {repeat.kind === "kept" ? <p className={styles.hint}>{t("repeat.keptHint")}</p> : null}
    </>
  );
}
