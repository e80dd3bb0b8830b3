import type { AccountLinkRecord, AccountRecord } from "@snart/calendar/jmap/account.ts";
import { useState, type FormEvent } from "react";
import { invite } from "../../../api/account/admin-api.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { CopyRow } from "../../../ui/copy-row/copy-row.tsx";
import { useProof } from "../../proof/screen.tsx";
import { SettingSection } from "../parts/setting-page.tsx";
import styles from "../parts/people.module.css";
import type { AdminData } from "../parts/use-list.ts";

interface InviteSectionProps {
  readonly accountId: string;
  readonly run: AdminData<readonly AccountRecord[]>["run"];
  /** closes it; absent where nobody else is here yet, and it stands open */
  readonly onClose?: (() => void) | undefined;
  /** from then on it stays, as its link must not be lost */
  readonly onSend: () => void;
  /** whether somebody has asked for it, and goes on typing there */
  readonly isFocused: boolean;
}

/** Invites somebody, by a link that is shown once. */
export function InviteSection({ accountId, run, onSend, onClose, isFocused }: InviteSectionProps) {
  const t = useMessages();
  const { language: own } = useSpeech();
  const [language, setLanguage] = useState(own);
  const [link, setLink] = useState<AccountLinkRecord>();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [isAdmin, setAdmin] = useState(false);
  const { proved, dialog } = useProof();
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    onSend();
    const made = await run(() => proved(() => invite(accountId, { name, email, isAdmin, language })));
    if (!made) return;
    setName("");
    setEmail("");
    setAdmin(false);
    setLink(made);
  };
  return (
    <SettingSection title={t("admin.invite.title")}>
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens the form goes on in it
          autoFocus={isFocused}
          label={t("setup.name")}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label={t("setup.email")}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          label={t("admin.invite.language")}
          options={[
            { value: "en-GB", label: "English" },
            { value: "sv", label: "Svenska" },
          ]}
          value={language}
          onChange={(value) => setLanguage(value === "sv" ? "sv" : "en-GB")}
        />
        <Checkbox checked={isAdmin} onChange={setAdmin}>
          {t("admin.invite.isAdmin")}
        </Checkbox>
        <div className={styles.send}>
          <Button type="submit" look="primary" size={36}>
            {t("admin.invite.send")}
          </Button>
          {onClose ? (
            <Button size={36} onClick={onClose}>
              {t(link ? "action.done" : "action.cancel")}
            </Button>
          ) : null}
        </div>
      </form>
      {dialog}
      {link ? <LinkNote link={link} /> : null}
    </SettingSection>
  );
}

/** A link that was just made: it is shown this once. */
export function LinkNote({ link: { url, isMailed } }: { readonly link: AccountLinkRecord }) {
  const t = useMessages();
  return (
    <section className={styles.made} aria-label={t("admin.link.title")}>
      <output className={styles.quiet}>{t(isMailed ? "admin.link.mailed" : "admin.link.once")}</output>
      <CopyRow label={t("admin.link.title")} text={url} copyLabel={t("admin.link.copy")} />
    </section>
  );
}
