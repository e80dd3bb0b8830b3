import { Tag, X } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { knownFilters } from "../../../grid/finding/known-filters.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { QuietField } from "../../../ui/fields/quiet-field.tsx";
import { LONGEST_CATEGORY, withCategories } from "../draft/draft-categories.ts";
import type { EventDraft } from "../draft/draft.ts";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import styles from "./editor-categories.module.css";

interface EditorCategoriesProps {
  readonly draft: EventDraft;
  readonly onChange: (part: Partial<EventDraft>) => void;
}

/** Shows the categories of an event, and a field for more, which suggests those of other events. */
export function EditorCategories({ draft: { categories = [] }, onChange }: EditorCategoriesProps) {
  const t = useMessages();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const { events } = useCalendarSnapshot();
  const known = knownFilters(events.values(), "").flatMap((it) =>
    it.kind === "category" && !categories.includes(it.name) ? [it.name] : [],
  );
  const add = (text: string): void => {
    setTyped("");
    const next = withCategories(categories, text);
    if (next.length > categories.length) onChange({ categories: next });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isLast = event.key === "Backspace" && typed === "" && categories.length > 0;
    if (isLast) return onChange({ categories: categories.slice(0, -1) });
    if (event.key !== "Enter" || typed.trim() === "") return;
    // The keys that save the event save what is typed too.
    if (event.ctrlKey || event.metaKey) return flushSync(() => add(typed));
    event.preventDefault();
    add(typed);
  };
  return (
    <EditorRow icon={<Tag {...rowIcon} />}>
      {categories.length > 0 ? (
        <ul aria-label={t("event.categories")} className={styles.chosen}>
          {categories.map((name) => (
            <li key={name}>
              <span>{name}</span>
              <IconButton
                label={t("editor.categoryRemove", { name: isolated(name) })}
                size={20}
                onClick={() => onChange({ categories: categories.filter((it) => it !== name) })}
              >
                <X size={12} strokeWidth={1.8} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      <QuietField
        aria-label={t("editor.category")}
        placeholder={t("editor.categoryPlaceholder")}
        list={listId}
        value={typed}
        maxLength={LONGEST_CATEGORY * 4}
        onKeyDown={onKeyDown}
        onBlur={() => add(typed)}
        onChange={({ currentTarget: { value } }) => {
          // A chosen suggestion, or a comma after a name, adds it at once.
          if (known.includes(value) || value.endsWith(",")) add(value);
          else setTyped(value);
        }}
      />
      <datalist id={listId}>
        {known.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </EditorRow>
  );
}
