import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { shownFilter } from "../../../store/shown-filter.ts";
import type { ShownFilter } from "../../../store/shown-filter.ts";
import { Button } from "../../../ui/button.tsx";
import { Horizon } from "./horizon.tsx";
import styles from "./empty-soon.module.css";

/** Only some is shown, and nothing of it is ahead: the day may well be full, so it is not called empty. */
export function NothingShown({ filter }: { readonly filter: ShownFilter }) {
  const t = useMessages();
  return (
    <>
      <h2 className={styles.lead}>{t("soon.noneShown")}</h2>
      <Horizon items={[]} address="" onPick={nothing} />
      <div className={styles.begin}>
        <p className={styles.hint}>{t("soon.noneShownHint", { name: isolated(filter.name) })}</p>
        <Button size={36} onClick={() => shownFilter.set(null)}>
          {t("tools.showAll")}
        </Button>
      </div>
    </>
  );
}

const nothing = () => {};
