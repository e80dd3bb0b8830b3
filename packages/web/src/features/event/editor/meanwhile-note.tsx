import { GitCompareArrows } from "lucide-react";
import type { MessageKey } from "@snart/locales/keys.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import type { Meanwhile } from "../draft/editing.ts";
import type { DraftTopic } from "../draft/followed-draft.ts";
import styles from "./meanwhile-note.module.css";

const WORDS: Readonly<Record<DraftTopic, MessageKey>> = {
  title: "conflict.topic.title",
  when: "conflict.topic.when",
  repeat: "conflict.topic.repeat",
  calendar: "conflict.topic.calendar",
  place: "conflict.topic.place",
  description: "conflict.topic.description",
  guests: "history.topic.guests",
  reminders: "history.topic.reminders",
  rest: "conflict.topic.rest",
};

/** Says what others changed of the event while it was written, and what they and the writer have both changed. */
export function MeanwhileNote({ changed, overlaps }: Pick<Meanwhile, "changed" | "overlaps">) {
  const t = useMessages();
  const language = useLanguage();
  const named = (topics: readonly DraftTopic[]): string =>
    listOf(
      topics.map((it) => t(WORDS[it])),
      language,
    );
  const taken = changed.filter((topic) => !overlaps.includes(topic));
  return (
    <output className={styles.note}>
      <GitCompareArrows size={16} strokeWidth={1.7} aria-hidden />
      <span>
        {taken.length > 0 ? t("editor.followed", { what: named(taken) }) : null}{" "}
        {overlaps.length > 0 ? t("editor.overlaps", { what: named(overlaps) }) : null}
      </span>
    </output>
  );
}
