"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useAccount } from "../../store/session.ts";
import { below } from "../../api/place.ts";
import { initialsOf } from "@snart/locales/initials.ts";
import { part } from "../../ui/part.tsx";
import styles from "./account-menu.module.css";

const menu = part(() => import("./account-menu.tsx").then((it) => it.AccountMenu));

/** The round button with the person's photo, or initials. */
export function AccountButton({ onKeys }: { readonly onKeys: () => void }) {
  const t = useMessages();
  const account = useAccount();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (!account) return null;
  const { id, displayName, photoId, preferences } = account;
  const initials = preferences.initials ?? initialsOf(displayName);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.avatar}
        data-colour={preferences.faceColour ?? "lake"}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${initials}, ${t("shell.account")}, ${displayName}`}
        onClick={() => setOpen(true)}
      >
        {initials}
        {photoId ? <img src={below(`/photo/${id}/${photoId}`)} alt="" /> : null}
      </button>
      {isOpen ? <menu.Component onKeys={onKeys} anchor={button} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
