import { Fragment } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./keys-dialog.module.css";

const undoKey = (): string => (/Mac/.test(navigator.platform) ? "⌘ Z" : "Ctrl Z");

/** All keys at a glance. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages();
  const keys = [
    ["keys.today", "T"],
    ["keys.dayView", "D"],
    ["keys.weekView", "W"],
    ["view.workWeek", "B"],
    ["view.someDays", "2 3 4 5 6 7"],
    ["keys.monthView", "M"],
    ["view.someWeeks", "V"],
    ["keys.yearView", "Y"],
    ["keys.soonView", "S"],
    ["keys.step", "K J ← →"],
    ["keys.goTo", "G /"],
    ["keys.new", "N"],
    ["keys.walk", "← ↑ → ↓"],
    ["keys.open", "Enter"],
    ["keys.edit", "E"],
    ["keys.delete", "Del"],
    ["keys.carry", "Space"],
    ["keys.intoDay", "Space"],
    ["keys.cursor", "C"],
    ["keys.undo", `Z ${undoKey()}`],
    ["keys.fold", "[ ]"],
    ["keys.landmark", "F6"],
  ] as const;
  return (
    <Dialog
      title={t("keys.title")}
      isOpen
      onClose={onClose}
      width={560}
      footer={
        <Button look="primary" size={36} onClick={onClose}>
          {t("keys.close")}
        </Button>
      }
    >
      <dl className={styles.keys}>
        {keys.map(([name, key]) => (
          <Fragment key={name}>
            <dt>{t(name)}</dt>
            <dd>
              {key.split(" ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
