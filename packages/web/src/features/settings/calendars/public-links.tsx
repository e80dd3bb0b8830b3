import { problemKey } from "@snart/locales/problem-codes.ts";
import { useCallback, useEffect, useState } from "react";
import { fetchFeeds, removeLink, revokeLink, type PublicLink } from "../../../api/calendars/feeds-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import styles from "./dialog-form.module.css";
import { NewLinkForm, type LinkedCalendar } from "./new-link-form.tsx";

interface PublicLinksProps {
  readonly calendar: LinkedCalendar;
  readonly onChanged?: () => Promise<void>;
  /** whether the form for a new one is opened only when it is asked for */
  readonly isFolded?: boolean;
}

/** The secret links to a calendar: creates and revokes them. */
export function PublicLinks({ calendar, onChanged, isFolded = false }: PublicLinksProps) {
  const t = useMessages();
  const [links, setLinks] = useState<readonly PublicLink[]>([]);
  const [problem, setProblem] = useState<ApiProblem>();
  const [isOpen, setOpen] = useState(!isFolded);
  const { accountId, id } = calendar;
  const load = useCallback(
    () =>
      fetchFeeds([accountId]).then((given) => {
        if (given.ok) setLinks(given.value.links.filter((link) => link.calendarId === id));
        else setProblem(given.problem);
      }),
    [accountId, id],
  );
  useEffect(() => {
    void load();
  }, [load]);
  const changed = async (): Promise<void> => {
    await load();
    await onChanged?.();
  };
  const revoke = async (link: PublicLink, isRevoked: boolean): Promise<void> => {
    const done = await revokeLink(link, isRevoked);
    setProblem(done.ok ? undefined : done.problem);
    if (!done.ok) return;
    if (isRevoked)
      addToast({
        message: t("publish.revoked", { label: link.label }),
        action: { label: t("toast.undo"), takesBack: true, run: () => void revoke(link, false) },
      });
    await changed();
  };
  const remove = async (link: PublicLink): Promise<void> => {
    const done = await removeLink(link);
    setProblem(done.ok ? undefined : done.problem);
    if (done.ok) await changed();
  };
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t("publish.intro")}</p>
      {links.length > 0 ? (
        <ul className={styles.links} aria-label={t("publish.links")}>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} revoke={revoke} remove={remove} />
          ))}
        </ul>
      ) : null}
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {isOpen ? (
        <NewLinkForm calendar={calendar} onMade={changed} isFocused={isFolded} />
      ) : (
        <div className={styles.buttons}>
          <Button size={36} onClick={() => setOpen(true)}>
            {t("publish.new")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface LinkRowProps {
  readonly link: PublicLink;
  readonly revoke: (link: PublicLink, isRevoked: boolean) => Promise<void>;
  readonly remove: (link: PublicLink) => Promise<void>;
}

function LinkRow({ link, revoke, remove }: LinkRowProps) {
  const t = useMessages();
  const { label, detail, mayEmbed, createdAt, expiresAt, isRevoked } = link;
  return (
    <li className={styles.link} data-revoked={isRevoked || undefined}>
      <span>
        <span className={styles.label}>{label}</span>
        <span className={styles.said}>
          {" · "}
          {t(isRevoked ? "publish.isRevoked" : detail === "full" ? "publish.full" : "publish.busy")}
          {mayEmbed && !isRevoked ? ` · ${t("publish.embeds")}` : null}
        </span>
        <br />
        <span className={styles.said}>
          <Sentence of="publish.created" args={{ distance: <HowLongAgo at={Date.parse(createdAt)} /> }} />
          {expiresAt === null ? null : (
            <>
              {" · "}
              <Sentence
                of="publish.expires"
                args={{
                  distance: <HowSoon target={{ kind: "instant", at: Date.parse(expiresAt) }} warm={false} />,
                }}
              />
            </>
          )}
        </span>
      </span>
      <span className={styles.buttons}>
        <Button
          aria-label={t(isRevoked ? "publish.giveBackNamed" : "publish.revokeNamed", { label })}
          onClick={() => void revoke(link, !isRevoked)}
        >
          {t(isRevoked ? "publish.giveBack" : "publish.revoke")}
        </Button>
        {isRevoked ? (
          <Button
            look="danger"
            aria-label={t("publish.removeNamed", { label })}
            onClick={() => void remove(link)}
          >
            {t("publish.remove")}
          </Button>
        ) : null}
      </span>
    </li>
  );
}
