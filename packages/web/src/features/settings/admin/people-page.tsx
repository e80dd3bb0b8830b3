import { problemKey } from "@snart/locales/problem-codes.ts";
import type { AccountLinkRecord, AccountRecord } from "@snart/calendar/jmap/account.ts";
import { Ellipsis } from "lucide-react";
import { useCallback, useState } from "react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import {
  changePerson,
  deleteAccount,
  fetchAccounts,
  renewLink,
  type PersonChange,
} from "../../../api/account/admin-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { Menu, MenuItem, MenuLine } from "../../../ui/overlays/menu.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import { Faces } from "../../../ui/faces/faces.tsx";
import styles from "../parts/people.module.css";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { PersonAddressDialog } from "./person-address-dialog.tsx";
import { PersonLoginDialog } from "./person-login-dialog.tsx";
import { useProof } from "../../proof/screen.tsx";
import { SecondStepOfDialog } from "./second-step-of-dialog.tsx";
import { InviteSection, LinkNote } from "./invite-section.tsx";
import { VisibilitySection } from "./visibility-section.tsx";
import { useAdminData, type AdminData } from "../parts/use-list.ts";

/** Everybody with an account: invited, made an administrator, suspended, deleted and brought back here. */
export function PeoplePage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { data, problem, run } = useAdminData(useCallback(() => fetchAccounts(account.id), [account.id]));
  const [link, setLink] = useState<AccountLinkRecord>();
  const [isAsked, setAsked] = useState(false);
  // Where nobody else is, the page is for inviting.
  const isAlone = data?.length === 1;
  return (
    <SettingPage
      title={t("admin.people.title")}
      intro={t("admin.people.intro")}
      action={
        isAsked || isAlone ? null : (
          <Button look="primary" size={36} onClick={() => setAsked(true)}>
            {t("admin.invite.title")}
          </Button>
        )
      }
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {isAsked || isAlone ? (
        <InviteSection
          accountId={account.id}
          run={run}
          isFocused={isAsked}
          onSend={() => setAsked(true)}
          onClose={isAlone ? undefined : () => setAsked(false)}
        />
      ) : null}
      {link ? <LinkNote link={link} /> : null}
      <PeopleSection account={account} people={data ?? []} run={run} onLink={setLink} />
      <VisibilitySection accountId={account.id} />
    </SettingPage>
  );
}

interface PeopleSectionProps {
  readonly account: Account;
  readonly people: readonly AccountRecord[];
  readonly run: AdminData<readonly AccountRecord[]>["run"];
  readonly onLink: (link: AccountLinkRecord | undefined) => void;
}

/** The list, which can be searched, and what is asked before something is done to somebody in it. */
function PeopleSection({ account, people, run, onLink }: PeopleSectionProps) {
  const t = useMessages();
  const accountId = account.id;
  const { proved, dialog } = useProof();
  const [words, setWords] = useState("");
  const [leaving, setLeaving] = useState<AccountRecord>();
  const [moving, setMoving] = useState<AccountRecord>();
  const [renamed, setRenamed] = useState<AccountRecord>();
  const [locked, setLocked] = useState<AccountRecord>();
  const wanted = words.trim().toLocaleLowerCase();
  const shown = people.filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(wanted));
  const change = async (person: AccountRecord, to: PersonChange, back: PersonChange): Promise<void> => {
    const done = await run(() => proved(() => changePerson(accountId, person.id, to)));
    if (!done) return;
    addToast({
      message: t("admin.changed", { name: person.name }),
      action: {
        label: t("action.undo"),
        takesBack: true,
        run: () => void run(() => changePerson(accountId, person.id, back)),
      },
    });
  };
  return (
    <SettingSection>
      <TextField
        label={t("admin.search")}
        hideLabel
        placeholder={t("admin.search")}
        type="search"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <ul className={styles.list}>
        {shown.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            onChange={(to, back) => void change(person, to, back)}
            onLink={() => void run(() => renewLink(accountId, person.id)).then(onLink)}
            onAddress={() => setMoving(person)}
            onLogin={() => setRenamed(person)}
            onSecondStep={() => setLocked(person)}
            onDelete={() => setLeaving(person)}
          />
        ))}
      </ul>
      {moving ? (
        <PersonAddressDialog
          accountId={accountId}
          person={people.find(({ id }) => id === moving.id) ?? moving}
          run={run}
          onLink={onLink}
          onClose={() => setMoving(undefined)}
        />
      ) : null}
      {renamed ? (
        <PersonLoginDialog
          accountId={accountId}
          person={renamed}
          run={run}
          onClose={() => setRenamed(undefined)}
        />
      ) : null}
      {dialog}
      {locked ? (
        <SecondStepOfDialog account={account} person={locked} onClose={() => setLocked(undefined)} />
      ) : null}
      {leaving ? (
        <LeavingDialog
          accountId={accountId}
          person={leaving}
          run={run}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </SettingSection>
  );
}

interface LeavingDialogProps {
  readonly accountId: string;
  readonly person: AccountRecord;
  readonly run: AdminData<readonly AccountRecord[]>["run"];
  readonly onClose: () => void;
}

/** Asks what becomes of the calendars of somebody whose account is deleted. */
function LeavingDialog({ accountId, person, run, onClose }: LeavingDialogProps) {
  const t = useMessages();
  return (
    <DeleteAccountDialog
      accountId={accountId}
      type="Account"
      of={person}
      onClose={onClose}
      onDelete={async (to) => {
        const done = await run(() => deleteAccount(accountId, "Account", person.id, to));
        if (!done) return undefined;
        onClose();
        addToast({
          message: t("admin.deleted", { name: person.name }),
          action: {
            label: t("action.undo"),
            takesBack: true,
            run: () => void run(() => changePerson(accountId, person.id, { status: "active" })),
          },
        });
        return undefined;
      }}
    />
  );
}

interface PersonRowProps {
  readonly person: AccountRecord;
  readonly onChange: (to: PersonChange, back: PersonChange) => void;
  readonly onLink: () => void;
  readonly onAddress: () => void;
  readonly onLogin: () => void;
  readonly onSecondStep: () => void;
  readonly onDelete: () => void;
}

function PersonRow({ person, onChange, onLink, onAddress, onLogin, onSecondStep, onDelete }: PersonRowProps) {
  const t = useMessages();
  const { name, email, status, isAdmin, statusSince } = person;
  return (
    <li className={styles.row}>
      <Faces of={[{ id: person.id, name }]} size={32} />
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
            <MenuItem onAction={onAddress}>{t("admin.address.open")}</MenuItem>
            <MenuItem onAction={onLogin}>{t("admin.login.open")}</MenuItem>
            {status === "active" ? (
              <MenuItem onAction={onSecondStep}>{t("admin.secondStep.remove")}</MenuItem>
            ) : null}
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
