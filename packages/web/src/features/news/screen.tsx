import { Bell } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useAccount } from "../../store/session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useNews } from "./use-news.ts";
import styles from "./screen.module.css";
import { NewsDialog } from "./news-dialog.tsx";

export interface NewsBellProps {
  readonly size?: 44;
}

/** A bell that says how much others have done that one has not seen, and opens the list of it. */
export function NewsBell({ size }: NewsBellProps) {
  const account = useAccount();
  return account ? <BellOf key={account.id} accountId={account.id} {...(size && { size })} /> : null;
}

function BellOf({ accountId, size }: NewsBellProps & { readonly accountId: string }) {
  const t = useMessages();
  const news = useNews(accountId);
  const [isOpen, setOpen] = useState(false);
  const count = news.list.length;
  return (
    <>
      <IconButton
        label={count === 0 ? t("news.open") : t("news.openCount", { count })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...(size && { size })}
      >
        <span className={styles.bell}>
          <Bell size={size ? 20 : 17} strokeWidth={1.7} />
          {count === 0 ? null : (
            <span className={styles.count} aria-hidden>
              {count > 99 ? "99" : count}
            </span>
          )}
        </span>
      </IconButton>
      {isOpen ? <NewsDialog {...news} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
