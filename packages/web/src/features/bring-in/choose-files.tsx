import { useId, useState, type DragEvent } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./bring-in.module.css";
import { chooseCalendarFiles } from "../import/screen.tsx";
import { addFiles } from "./flow.ts";
import { stepOf, type BringIn } from "./model.ts";

interface ChooseFilesProps {
  readonly accountId: string;
  readonly at: BringIn;
}

/** How to get the file of a source, and the place to choose it or drop it. More can be added until the import begins. */
export function ChooseFiles({ accountId, at }: ChooseFilesProps) {
  const t = useMessages();
  const hint = useId();
  const [isOver, setOver] = useState(false);
  const isFirst = stepOf(at) === 1;
  const how = at.source === "google" || at.source === "outlook" ? at.source : "file";
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    // The page would offer them in its own dialog too.
    event.stopPropagation();
    setOver(false);
    void addFiles(accountId, [...event.dataTransfer.files]);
  };
  const choose = (): void => chooseCalendarFiles((files) => void addFiles(accountId, files));
  return (
    <section
      className={styles.drop}
      data-small={isFirst ? undefined : true}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {isFirst ? <p id={hint}>{t(`bringIn.how.${how}`)}</p> : null}
      <div className={styles.choose}>
        <Button
          size={36}
          look={isFirst ? "primary" : "plain"}
          aria-describedby={isFirst ? hint : undefined}
          onClick={choose}
        >
          {t(isFirst ? "import.choose" : "bringIn.addFiles")}
        </Button>
        <span className={styles.or}>{t("import.orDrop")}</span>
      </div>
      {at.isLooking ? <output>{t("import.reading")}</output> : null}
    </section>
  );
}
