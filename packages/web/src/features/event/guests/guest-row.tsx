import { ArrowRight, Check, CircleHelp, DoorOpen, UserMinus, UserPlus, X } from "lucide-react";
import type { ReactNode } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useAccount } from "../../../store/session.ts";
import { Faces } from "../../../ui/faces/faces.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { DraftGuest } from "../draft/draft-guests.ts";
import styles from "./guests.module.css";

const answers = {
  accepted: <Check size={11} strokeWidth={2.2} />,
  tentative: "~",
  declined: <X size={11} strokeWidth={2.2} />,
  delegated: <ArrowRight size={11} strokeWidth={1.8} />,
  "needs-action": <CircleHelp size={11} strokeWidth={1.8} />,
} as const;

/** The viewer, who comes too. */
export function OwnRow({ children }: { readonly children: ReactNode }) {
  const t = useMessages();
  const account = useAccount();
  return (
    <li className={styles.guest}>
      <span className={styles.name}>
        {account ? <Faces of={[{ id: account.id, name: account.displayName }]} size={22} /> : null}
        <span>{t("freeBusy.you")}</span>
      </span>
      <span />
      <span className={styles.bars}>{children}</span>
    </li>
  );
}

interface GuestRowProps {
  readonly guest: DraftGuest;
  /** how many people stand before them */
  readonly after: number;
  readonly onOptional: (isOptional: boolean) => void;
  readonly onRemove: () => void;
  /** the bars of their busy times */
  readonly children?: ReactNode;
}

/** Shows an invited person or room: the answer as a mark, and the actions. */
export function GuestRow({ guest, after, onOptional, onRemove, children }: GuestRowProps) {
  const t = useMessages();
  const { name, address, isOptional, isRoom, answer } = guest;
  const shown = isolated(name);
  return (
    <li className={styles.guest}>
      <span className={styles.name} title={address === name ? name : `${name}, ${address}`}>
        {isRoom ? (
          <DoorOpen size={13} strokeWidth={1.6} aria-hidden />
        ) : (
          <Faces of={[{ id: address, name }]} size={22} after={after} />
        )}
        <span>{shown}</span>
        {isOptional ? <small>{t("editor.guestMayMiss")}</small> : null}
      </span>
      <span className={styles.answer} data-answer={answer} title={t("editor.guestState", { state: answer })}>
        <span aria-hidden>{answers[answer]}</span>
        <span className="visually-hidden">{t("editor.guestState", { state: answer })}</span>
      </span>
      <span className={styles.bars}>{children}</span>
      <span className={styles.tools}>
        <IconButton
          label={t("editor.guestOptional", { name: shown })}
          size={24}
          aria-pressed={isOptional}
          onClick={() => onOptional(!isOptional)}
        >
          {isOptional ? <UserPlus size={13} strokeWidth={1.7} /> : <UserMinus size={13} strokeWidth={1.7} />}
        </IconButton>
        <IconButton label={t("editor.guestRemove", { name: shown })} size={24} onClick={onRemove}>
          <X size={14} strokeWidth={1.7} />
        </IconButton>
      </span>
    </li>
  );
}
