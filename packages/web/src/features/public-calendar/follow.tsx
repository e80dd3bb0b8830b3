import { below, wholeAddress } from "../../api/place.ts";
import { CalendarPlus, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { publicFeedPath } from "../../api/calendars/public-feed.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row/copy-row.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import styles from "./follow.module.css";

/** What one can do with the whole calendar: have it on paper, or in one's own calendar program. */
export function FollowActions({ token }: { readonly token: string }) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.actions}>
      <Button size={36} onClick={() => print()} className={styles.print}>
        <Printer size={16} strokeWidth={1.6} aria-hidden />
        {t("print.print")}
      </Button>
      <Button
        ref={button}
        look="primary"
        size={36}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <CalendarPlus size={16} strokeWidth={1.6} aria-hidden />
        {t("public.follow")}
      </Button>
      <Popover
        label={t("public.follow")}
        anchor={button}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        placement="bottom end"
        arrow
        width={360}
      >
        <Follow token={token} />
      </Popover>
    </div>
  );
}

function Follow({ token }: { readonly token: string }) {
  const t = useMessages();
  return (
    <div className={styles.follow}>
      <h2 className={styles.title}>{t("public.follow")}</h2>
      <p className={styles.text}>{t("public.followIntro")}</p>
      <a href={`webcal://${location.host}${below(publicFeedPath(token))}`} className={styles.open}>
        {t("public.followOpen")}
      </a>
      <p className={styles.text}>{t("public.followByHand")}</p>
      <FeedAddress token={token} />
    </div>
  );
}

/** The address that calendar programs ask for. */
export function FeedAddress({ token }: { readonly token: string }) {
  const t = useMessages();
  return (
    <CopyRow
      label={t("publish.feed")}
      text={wholeAddress(publicFeedPath(token))}
      copyLabel={t("publish.copyFeed")}
    />
  );
}
