import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { HowLongAgo } from "../../ui/distance/how-soon.tsx";
import styles from "./bring-in.module.css";
import { chooseSource } from "./flow.ts";
import { isImporting, type BringIn, type Source } from "./model.ts";

const SOURCES: readonly Source[] = ["google", "icloud", "outlook", "server", "file", "address"];

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
      {at.connected ? (
        <div className={styles.connected}>
          <b>{at.connected.host}</b>
          <p>
            {t("bringIn.connectedAs", { name: at.connected.username })}{" "}
            <HowLongAgo at={at.connected.at} warm={false} />
          </p>
          <Button look="inline" onClick={() => chooseSource(at.source)}>
            {t("bringIn.otherAccount")}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
