import { useMessages } from "../../i18n/messages.ts";
import styles from "./bring-in.module.css";
import { chooseSource } from "./flow.ts";
import { isImporting, type BringIn, type Source } from "./model.ts";

const SOURCES: readonly Source[] = ["google", "outlook", "file", "address"];

/** Where the calendars come from. While something is imported it stays as it is. */
export function SourceList({ at }: { readonly at: BringIn }) {
  const t = useMessages();
  return (
    <fieldset className={styles.sources} disabled={isImporting(at)}>
      <legend>{t("bringIn.from")}</legend>
      {SOURCES.map((source) => (
        <label key={source} className={styles.source} data-chosen={source === at.source || undefined}>
          <input
            type="radio"
            name="source"
            checked={source === at.source}
            onChange={() => chooseSource(source)}
          />
          <b>{t(`bringIn.source.${source}`)}</b>
          <small>{t(`bringIn.sourceHelp.${source}`)}</small>
        </label>
      ))}
    </fieldset>
  );
}
