"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useAccount } from "../../store/session.ts";
import { part } from "../../ui/part.tsx";
import styles from "./account-menu.module.css";
import { initialsOf } from "./initials.ts";

const menu = part(() => import("./account-menu.tsx").then((it) => it.AccountMenu));

/** The round button with the person's initials. */
export function AccountButton({ onKeys }: { readonly onKeys: () => void }) {
  const t = useMessages();
  const account = useAccount();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (!account) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.avatar}
        data-colour="lake"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${initialsOf(account.displayName)}, ${t("shell.account")}, ${account.displayName}`}
        onClick={() => setOpen(true)}
      >
        {initialsOf(account.displayName)}
      </button>
      {isOpen ? <menu.Component onKeys={onKeys} anchor={button} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
