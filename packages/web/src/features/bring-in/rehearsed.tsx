import { useState } from "react";
import { Info } from "lucide-react";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/select.tsx";
import styles from "./bring-in.module.css";
import { begin, chooseSource } from "./flow.ts";
import { isReading, ready, type BringIn } from "./model.ts";
import { SaveReport } from "./save-report.tsx";

interface RehearsedProps {
  readonly accountId: string;
  readonly at: BringIn;
}

/** The end of a rehearsal: what becomes of what is here already, and the button that imports. */
export function Rehearsed({ accountId, at }: RehearsedProps) {
  const t = useMessages();
  const [known, setKnown] = useState<"leave" | "replace">("leave");
  const coming = ready(at.calendars);
  const here = coming.reduce((sum, { rehearsal }) => sum + (rehearsal?.here ?? 0), 0);
  const isBusy = isReading(at);
  return (
    <>
      {here > 0 ? (
        <div className={styles.known}>
          <Select
            label={t("bringIn.known", { count: here })}
            options={[
              { value: "leave", label: t("bringIn.knownLeave") },
              { value: "replace", label: t("bringIn.knownReplace") },
            ]}
            value={known}
            onChange={setKnown}
          />
        </div>
      ) : null}
      <footer className={styles.foot}>
        <p>
          <Info size={16} strokeWidth={1.7} aria-hidden />
          <span>
            {t("bringIn.nobody")} {t("bringIn.kept")}
          </span>
        </p>
        <SaveReport at={at} />
        <Button size={36} onClick={() => chooseSource(at.source)}>
          {t("action.cancel")}
        </Button>
        <Button
          size={36}
          look="primary"
          disabled={isBusy || coming.length === 0}
          onClick={() => void begin(accountId, known === "leave")}
        >
          {t("bringIn.begin", { count: coming.length })}
        </Button>
      </footer>
      {isBusy ? <output className="visually-hidden">{t("bringIn.reading")}</output> : null}
    </>
  );
}
