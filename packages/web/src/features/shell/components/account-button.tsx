import { lazy, Suspense, useEffect, useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useAccount } from "../../../store/session.ts";
import styles from "./account-menu.module.css";
import { initialsOf } from "./initials.ts";

const load = () => import("./account-menu.tsx");
const AccountMenu = lazy(() => load().then((module) => ({ default: module.AccountMenu })));

/** After the calendar has been drawn; a press does not wait for it. */
const PRELOAD_AFTER = 1500;

/** The round button with one's initials. Its menu is fetched when the calendar stands, or when it is pressed. */
export function AccountButton({ onKeys }: { readonly onKeys: () => void }) {
  const t = useMessages();
  const account = useAccount();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void load(), PRELOAD_AFTER);
    return () => clearTimeout(timer);
  }, []);
  if (!account) return null;
  const button = (
    <button
      type="button"
      className={styles.avatar}
      data-colour="lake"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={`${initialsOf(account.displayName)}, ${t("shell.account")}, ${account.displayName}`}
      onPointerEnter={() => void load()}
      onClick={() => setWanted(true)}
    >
      {initialsOf(account.displayName)}
    </button>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <AccountMenu onKeys={onKeys} />
    </Suspense>
  ) : (
    button
  );
}
