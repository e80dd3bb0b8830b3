import { DAY_NAMES } from "@snart/calendar/booking/day-kinds.ts";
import type { DayKind, Pass } from "@snart/calendar/booking/rules.ts";
import { useMemo, type ReactNode } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { zoneOptions } from "../../../i18n/time-zones.ts";
import type { BlankProps } from "./blank-props.ts";
import type { Blank } from "./lines/line.ts";
import { DateBlank, MomentBlank, NumberBlank, SpanBlank, TextBlank, TimeBlank } from "./plain-blanks.tsx";
import { PassesBlank } from "./passes-blank.tsx";
import { SeveralBlank } from "./several-blank.tsx";
import type { RuleWords } from "./use-rule-words.ts";
import styles from "./rules.module.css";

/** What can be chosen in a blank comes from around the rules. */
export interface BlankAround {
  readonly words: RuleWords;
  readonly labels: readonly string[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

interface BlankFieldProps extends BlankProps, BlankAround {
  readonly blank: Blank;
  readonly count: number;
}

const KINDS: readonly DayKind[] = [...DAY_NAMES, "redDay", "eve", "squeezeDay"];
const WAYS = ["door", "display", "phoneAtDoor", "app"] as const;

/** The control of a blank; its accessible name is the whole sentence. */
export function BlankField({ blank, count, words, labels, groups, ...rest }: BlankFieldProps): ReactNode {
  const { value } = rest;
  const text = typeof value === "string" ? value : "";
  switch (blank.kind) {
    case "number":
      return <NumberBlank {...rest} value={Number(value)} least={blank.least ?? 1} most={blank.most} />;
    case "span":
      return <SpanBlank {...rest} value={text} />;
    case "time":
    case "endTime":
      return <TimeBlank {...rest} value={text} isEnd={blank.kind === "endTime"} />;
    case "date":
      return <DateBlank {...rest} value={text} />;
    case "moment":
      return <MomentBlank {...rest} value={text} />;
    case "text":
    case "longText":
      return <TextBlank {...rest} value={text} most={blank.most} isLong={blank.kind === "longText"} />;
    case "zone":
      return <ZoneBlank {...rest} value={text} />;
    case "choice":
      return (
        <ChoiceBlank
          {...rest}
          value={text}
          options={blank.options}
          say={(it) => words.choice(blank.words, it, count)}
        />
      );
    case "flag": {
      const { onChange } = rest;
      return (
        <ChoiceBlank
          {...rest}
          value={String(value)}
          options={["true", "false"]}
          say={(it) => words.choice(blank.words, it, count)}
          onChange={(it) => onChange(it === "true")}
        />
      );
    }
    case "label":
      return <ChoiceBlank {...rest} value={text} options={["this", ...labels]} say={words.over} />;
    case "passes":
      return <PassesBlank {...rest} value={listed<Pass>(value)} />;
    case "days":
      return (
        <SeveralBlank
          {...rest}
          value={listed<DayKind>(value)}
          options={blank.isNamed ? KINDS : DAY_NAMES}
          shown={words.kinds(listed<DayKind>(value))}
          say={words.kind}
        />
      );
    case "ways":
      return (
        <SeveralBlank
          {...rest}
          value={listed<string>(value)}
          options={WAYS}
          shown={words.value(blank, value, count)}
          say={words.way}
        />
      );
    case "groups":
      return (
        <SeveralBlank
          {...rest}
          value={listed<string>(value)}
          options={[...new Set([...groups.map(({ id }) => id), ...listed<string>(value)])]}
          shown={words.value(blank, value, count)}
          say={(id) => words.value(blank, [id], count)}
        />
      );
  }
}

const listed = <T,>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : []);

interface ChoiceBlankProps extends BlankProps<string> {
  readonly options: readonly string[];
  readonly say: (value: string) => string;
}

function ChoiceBlank({ name, value, options, say, isWrong, noteId, onChange }: ChoiceBlankProps) {
  // What another program has chosen can be chosen too.
  const all = options.includes(value) ? options : [...options, value];
  return (
    <select
      className={styles.blank}
      aria-label={name}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? noteId : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {all.map((option) => (
        <option key={option} value={option}>
          {isolated(say(option))}
        </option>
      ))}
    </select>
  );
}

function ZoneBlank(props: BlankProps<string>) {
  const t = useMessages();
  const { value } = props;
  const options = useMemo(() => zoneOptions(Intl.supportedValuesOf("timeZone"), value, t), [value, t]);
  const names = new Map(options.map((option) => [option.value, option.label]));
  return <ChoiceBlank {...props} options={[...names.keys()]} say={(id) => names.get(id) ?? id} />;
}
