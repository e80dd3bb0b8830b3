import { X } from "lucide-react";
import type { SignUpEntryRecord } from "@snart/calendar/jmap/sign-up.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./sign-up-list.module.css";

interface EntryRowProps {
  readonly entry: SignUpEntryRecord;
  readonly onTick?: (hasAttended: boolean) => void;
  readonly onRemove?: () => void;
}

/** One answer: a box to tick off who was there, who it is, and a way off the list. */
export function EntryRow({ entry, onTick, onRemove }: EntryRowProps) {
  const t = useMessages();
  const { name, email, people, note, position, answeredAt, hasAttended } = entry;
  const shown = isolated(name);
  const facts = [
    position === null ? "" : t("signUp.list.position", { position }),
    people > 1 ? t("signUp.list.party", { people }) : "",
    email !== null && email !== name ? email : "",
  ].filter((fact) => fact !== "");
  return (
    <li className={styles.row}>
      {onTick ? (
        <Checkbox
          className={styles.tick ?? ""}
          aria-label={t("signUp.list.attended", { name: shown })}
          checked={hasAttended}
          onChange={onTick}
        >
          {null}
        </Checkbox>
      ) : (
        <span />
      )}
      <span className={styles.words}>
        <span className={styles.name}>{shown}</span>
        <span className={styles.facts}>
          {facts.join(" · ")}
          {answeredAt === null ? null : (
            <>
              {facts.length > 0 ? " · " : null}
              <HowLongAgo at={Date.parse(answeredAt)} size={13} />
            </>
          )}
        </span>
        {note === "" ? null : <span className={styles.note}>{note}</span>}
      </span>
      {onRemove ? (
        <IconButton label={t("signUp.list.removeNamed", { name: shown })} onClick={onRemove}>
          <X size={16} strokeWidth={1.6} />
        </IconButton>
      ) : null}
    </li>
  );
}
