import { Copy, Download, Printer } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { saveFile } from "../../../ui/save-file.ts";
import styles from "./second-step.module.css";

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** New recovery codes, this once: it closes only when the person says that they are kept. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const t = useMessages();
  const [isSafe, setSafe] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const text = codes.join("\n");
  const close = (): void => (isSafe ? onClose() : setAsked(true));
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(() => addToast({ message: t("action.copied") }));
  return (
    <Dialog
      title={t("settings.security.ways.recovery.title")}
      isOpen
      role="alertdialog"
      onClose={close}
      footer={
        <>
          <Checkbox className={styles.safe} checked={isSafe} onChange={setSafe}>
            {t("settings.security.ways.recovery.safe")}
          </Checkbox>
          <Button look="primary" size={36} onClick={close}>
            {t("settings.security.ways.recovery.done")}
          </Button>
        </>
      }
    >
      <p className={styles.said}>{t("settings.security.ways.recovery.body")}</p>
      <ol className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button size={36} onClick={copy}>
          <Copy size={15} strokeWidth={1.7} aria-hidden />
          {t("settings.security.ways.recovery.copy")}
        </Button>
        <Button
          size={36}
          onClick={() =>
            saveFile(
              `snart-${location.hostname}.txt`,
              `${location.host}\n${text}\n`,
              "text/plain;charset=utf-8",
            )
          }
        >
          <Download size={15} strokeWidth={1.7} aria-hidden />
          {t("settings.security.ways.recovery.save")}
        </Button>
        <Button size={36} onClick={() => window.print()}>
          <Printer size={15} strokeWidth={1.7} aria-hidden />
          {t("settings.security.ways.recovery.print")}
        </Button>
      </div>
      {isAsked && !isSafe ? <FieldError>{t("settings.security.ways.recovery.notSafe")}</FieldError> : null}
    </Dialog>
  );
}
