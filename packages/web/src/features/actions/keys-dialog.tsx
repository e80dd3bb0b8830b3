import { Fragment } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { keyedActions, keysOf } from "./model.ts";
import styles from "./keys-dialog.module.css";

const isMac = (): boolean => /Mac/.test(navigator.platform);

/** Keys of the focused element, or of the whole page; they work whether or not single keys are switched off. */
const OTHERS = [
  ["keys.palette", "Ctrl K"],
  ["keys.undo", "Ctrl Z"],
  ["keys.print", "Ctrl P"],
  ["keys.step", "← →"],
  ["keys.walk", "← ↑ → ↓"],
  ["keys.open", "Enter"],
  ["keys.edit", "E"],
  ["keys.delete", "Del"],
  ["keys.menu", "Shift+F10"],
  ["keys.copyPaste", "Ctrl+C Ctrl+V"],
  ["keys.choose", "Shift+← Shift+→"],
  ["keys.answer", "A Y/M/N"],
  ["keys.carry", "Space"],
  ["keys.intoDay", "Space"],
  ["keys.fold", "[ ]"],
  ["keys.landmark", "F6"],
] as const;

interface KeysDialogProps {
  /** single keys are switched off in the settings */
  readonly isOff: boolean;
  readonly onClose: () => void;
}

/** All keys at a glance. */
export function KeysDialog({ isOff, onClose }: KeysDialogProps) {
  const t = useMessages();
  const control = isMac() ? "⌘" : "Ctrl";
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ...(isOff ? [] : keyedActions.map((action) => [t(`action.${action}`), keysOf(action)] as const)),
    ...OTHERS.map(([name, keys]) => [t(name), keys.replaceAll("Ctrl", control).split(" ")] as const),
  ];
  return (
    <Dialog
      title={t("keys.title")}
      isOpen
      onClose={onClose}
      width={880}
      footer={
        <Button look="primary" size={36} onClick={onClose}>
          {t("keys.close")}
        </Button>
      }
    >
      {isOff ? <p>{t("keys.off")}</p> : null}
      <dl className={styles.keys}>
        {rows.map(([name, keys]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
