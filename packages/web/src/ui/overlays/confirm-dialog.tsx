import { useId, useState, type SyntheticEvent } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Button, type ButtonProps } from "../button.tsx";
import { FieldError } from "../fields/field-error.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

interface ConfirmDialogProps extends Omit<DialogProps, "isOpen" | "footer"> {
  /** what the button says that does it, and while it is being done if that is something else */
  readonly confirm: string;
  readonly meanwhile?: string | undefined;
  readonly look?: NonNullable<ButtonProps["look"]>;
  /** of the form that holds `children` */
  readonly className?: string | undefined;
  /** Does it; gives the words of what was in the way, which then stand below the rest. Closing is up to it. */
  readonly onConfirm: () => Promise<string | undefined>;
}

/** Asks before something is done, once at a time: a form with a way out and the one button that does it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirm, meanwhile, look = "primary", className, onConfirm, children, onClose, ...rest } = props;
  const t = useMessages();
  const form = useId();
  const [trouble, setTrouble] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setTrouble(await onConfirm());
    setBusy(false);
  };
  const footer = (
    <>
      <Button size={36} onClick={onClose}>
        {t("action.cancel")}
      </Button>
      <Button type="submit" form={form} size={36} look={look} aria-disabled={isBusy || undefined}>
        {(isBusy && meanwhile) || confirm}
      </Button>
    </>
  );
  return (
    <Dialog {...rest} isOpen onClose={onClose} footer={footer}>
      <form id={form} noValidate className={className} onSubmit={(event) => void send(event)}>
        {children}
        {trouble === undefined ? null : <FieldError>{trouble}</FieldError>}
      </form>
    </Dialog>
  );
}
