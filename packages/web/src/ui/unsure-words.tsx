import { CircleHelp } from "lucide-react";
import type { RecognisedWord } from "../grammar/phrase.ts";
import { isolated } from "../i18n/isolated.ts";
import { useMessages } from "../i18n/messages.ts";
import styles from "./unsure-words.module.css";

interface UnsureWordsProps {
  readonly line: string;
  readonly words: readonly RecognisedWord[];
}

/** Says which words of a line look like time and were not understood; nothing if there are none. */
export function UnsureWords({ line, words }: UnsureWordsProps) {
  const t = useMessages();
  if (words.length === 0) return null;
  const said = words.map(({ from, to }) => line.slice(from, to)).join(" … ");
  return (
    <span className={styles.unsure}>
      <CircleHelp size={16} strokeWidth={1.8} aria-hidden />
      {t("quickAdd.unsure", { words: isolated(said) })}
    </span>
  );
}
