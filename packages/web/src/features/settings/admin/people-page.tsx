import { problemKey } from "@snart/locales/problem-codes.ts";
import type { AccountLinkRecord, AccountRecord } from "@snart/calendar/jmap/account.ts";
import { Ellipsis } from "lucide-react";
import { useCallback, useState, type FormEvent } from "react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import {
  changePerson,
  deleteAccount,
  fetchAccounts,
  invite,
  renewLink,
  type PersonChange,
} from "../../../api/account/admin-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { Menu, MenuItem, MenuLine } from "../../../ui/overlays/menu.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { CopyRow } from "../../../ui/copy-row/copy-row.tsx";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import { Face } from "../parts/face.tsx";
import styles from "../parts/people.module.css";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { VisibilitySection } from "./visibility-section.tsx";
import { useAdminData, type AdminData } from "../parts/use-list.ts";

type People = AdminData<readonly AccountRecord[]>;

/** Everybody with an account: invited, made an administrator, suspended, deleted and brought back here. */
export function PeoplePage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { data, problem, run } = useAdminData(useCallback(() => fetchAccounts(account.id), [account.id]));
  const [words, setWords] = useState("");
  const [link, setLink] = useState<AccountLinkRecord>();
  const [leaving, setLeaving] = useState<AccountRecord>();
  const wanted = words.trim().toLocaleLowerCase();
  const shown =
    data?.filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(wanted)) ?? [];
  const change = async (person: AccountRecord, to: PersonChange, back: PersonChange): Promise<void> => {
    const done = await run(() => changePerson(account.id, person.id, to));
    if (!done) return;
    addToast({
      message: t("admin.changed", { name: person.name }),
      action: {
        label: t("action.undo"),
        takesBack: true,
        run: () => void run(() => changePerson(account.id, person.id, back)),
      },
    });
  };
  return (
    <SettingPage title={t("admin.people.title")} intro={t("admin.people.intro")}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      <SettingSection title={t("admin.invite.title")}>
        <InviteForm accountId={account.id} run={run} onLink={setLink} />
        {link ? <LinkNote link={link} /> : null}
      </SettingSection>
      <VisibilitySection accountId={account.id} />
      <SettingSection>
        <TextField
          label={t("admin.search")}
          hideLabel
          placeholder={t("admin.search")}
          type="search"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <ul>
          {shown.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              onChange={(to, back) => void change(person, to, back)}
              onLink={() => void run(() => renewLink(account.id, person.id)).then(setLink)}
              onDelete={() => setLeaving(person)}
            />
          ))}
        </ul>
      </SettingSection>
      {leaving ? (
        <DeleteAccountDialog
          accountId={account.id}
          type="Account"
          of={leaving}
          onClose={() => setLeaving(undefined)}
          onDelete={async (to) => {
            const done = await run(() => deleteAccount(account.id, "Account", leaving.id, to));
            if (!done) return undefined;
            setLeaving(undefined);
            addToast({
              message: t("admin.deleted", { name: leaving.name }),
              action: {
                label: t("action.undo"),
                takesBack: true,
                run: () => void run(() => changePerson(account.id, leaving.id, { status: "active" })),
              },
            });
            return undefined;
          }}
        />
      ) : null}
    </SettingPage>
  );
}

interface InviteFormProps {
  readonly accountId: string;
  readonly run: People["run"];
  readonly onLink: (link: AccountLinkRecord) => void;
}

function InviteForm({ accountId, run, onLink }: InviteFormProps) {
  const t = useMessages();
  const { language } = useSpeech();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [isAdmin, setAdmin] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const link = await run(() => invite(accountId, { name, email, isAdmin, language }));
    if (!link) return;
    setName("");
    setEmail("");
    setAdmin(false);
    onLink(link);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <TextField
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
      <Checkbox checked={isAdmin} onChange={setAdmin}>
        {t("admin.invite.isAdmin")}
      </Checkbox>
      <div>
        <Button type="submit" look="primary" size={36}>
          {t("admin.invite.send")}
        </Button>
      </div>
    </form>
  );
}

/** A link that was just made: it is shown this once. */
function LinkNote({ link: { url, isMailed } }: { readonly link: AccountLinkRecord }) {
  const t = useMessages();
  return (
    <section className={styles.made} aria-label={t("admin.link.title")}>
      <output className={styles.quiet}>{t(isMailed ? "admin.link.mailed" : "admin.link.once")}</output>
      <CopyRow label={t("admin.link.title")} text={url} copyLabel={t("admin.link.copy")} />
    </section>
  );
}

interface PersonRowProps {
  readonly person: AccountRecord;
  readonly onChange: (to: PersonChange, back: PersonChange) => void;
  readonly onLink: () => void;
  readonly onDelete: () => void;
}

function PersonRow({ person, onChange, onLink, onDelete }: PersonRowProps) {
  const t = useMessages();
  const { name, email, status, isAdmin, statusSince } = person;
  return (
    <li className={styles.row}>
      <Face name={name} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.said}>
          <span className={styles.mail}>{email}</span>
          <span className={styles.dot}> · </span>
          {isAdmin ? t("admin.administrator") : t("admin.member")}
          {status === "active" ? null : (
            <>
              {" · "}
              <Sentence
                of={`admin.status.${status}`}
                args={{ distance: <HowLongAgo at={Date.parse(statusSince)} /> }}
              />
            </>
          )}
        </span>
      </span>
      {status === "deleted" ? (
        <Button
          aria-label={t("admin.actionFor", { action: t("admin.restore"), name })}
          onClick={() => onChange({ status: "active" }, { status: "suspended" })}
        >
          {t("admin.restore")}
        </Button>
      ) : (
        <MenuTrigger>
          <AriaButton className={styles.more ?? ""} aria-label={t("calendars.more", { name })}>
            <Ellipsis size={16} strokeWidth={1.8} aria-hidden />
          </AriaButton>
          <Menu label={t("calendars.more", { name })}>
            {status === "active" ? (
              <MenuItem onAction={() => onChange({ isAdmin: !isAdmin }, { isAdmin })}>
                {t(isAdmin ? "admin.makeMember" : "admin.makeAdmin")}
              </MenuItem>
            ) : null}
            {status === "suspended" ? (
              <MenuItem onAction={() => onChange({ status: "active" }, { status: "suspended" })}>
                {t("admin.activate")}
              </MenuItem>
            ) : (
              <MenuItem onAction={onLink}>
                {t(status === "active" ? "admin.resetLink" : "admin.inviteAgain")}
              </MenuItem>
            )}
            {status === "active" ? (
              <MenuItem onAction={() => onChange({ status: "suspended" }, { status: "active" })}>
                {t("admin.suspend")}
              </MenuItem>
            ) : null}
            <MenuLine />
            <MenuItem danger onAction={onDelete}>
              {t("admin.delete")}
            </MenuItem>
          </Menu>
        </MenuTrigger>
      )}
    </li>
  );
}
