import { Check } from "lucide-react";
import { Link } from "wouter";
import { readReleaseNotes } from "../../api/account/admin-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { loadSession, useSessionState } from "../../store/session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./notifications-dialog.module.css";

/** A version of the server that an administrator has not read of. */
export interface Upgrade {
  readonly version: string;
  /** Tells the server that they have. */
  readonly dismiss: () => void;
}

/** The version that is news to this administrator; undefined: none is. */
export function useUpgrade(accountId: string): Upgrade | undefined {
  const state = useSessionState();
  const version = state.status === "ready" ? state.session.upgradedTo : undefined;
  if (version === undefined) return undefined;
  return { version, dismiss: () => void readReleaseNotes(accountId).then(loadSession) };
}

/** Leads to what the version brought, which is read by opening it. */
export function UpgradeRow({ version, dismiss, onOpen }: Upgrade & { readonly onOpen: () => void }) {
  const t = useMessages();
  const words = t("notifications.upgraded", { version });
  return (
    <li className={styles.row} data-leads>
      <span className={styles.words}>
        <Link href="/admin/whats-new" className={styles.link} onClick={onOpen}>
          {words}
        </Link>
      </span>
      <IconButton className={styles.read} label={t("notifications.read", { what: words })} onClick={dismiss}>
        <Check size={16} strokeWidth={1.7} />
      </IconButton>
    </li>
  );
}
