import type { IdentityProviderRecord } from "@snart/calendar/jmap/administration/identity-providers.ts";
import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useId, useRef, useState, type SyntheticEvent } from "react";
import { saveProvider } from "../../../../api/account/provider-admin-api.ts";
import { wordedCode } from "../../../../api/problem.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { Button } from "../../../../ui/button.tsx";
import { CopyRow } from "../../../../ui/copy-row/copy-row.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import { focusFirstError } from "../../../../ui/fields/focus-first-error.ts";
import { PasswordField } from "../../../../ui/fields/password-field.tsx";
import { TextField } from "../../../../ui/fields/text-field.tsx";
import { addToast } from "../../../../ui/overlays/toasts.ts";
import { useProof } from "../../../proof/screen.tsx";
import { SettingPage, SettingSection } from "../../parts/setting-page.tsx";
import { ToggleRow } from "../../parts/toggle-row.tsx";
import {
  changeOf,
  draftOf,
  gapsOf,
  SWITCHES,
  wrongField,
  type ProviderDraft,
  type ProviderField,
} from "./provider-draft.ts";
import { ProviderGroups } from "./provider-groups.tsx";
import styles from "./providers.module.css";

interface ProviderFormProps {
  readonly accountId: string;
  /** undefined: a new one */
  readonly before: IdentityProviderRecord | undefined;
  /** it has just been added: what is to be entered there comes first */
  readonly isJustAdded: boolean;
  /** those of this server that may follow the provider's */
  readonly groups: readonly GroupRecord[];
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** A provider is added or changed: what the server has to know of it, who comes in by it, and what it has to know of the server. */
export function ProviderForm(props: ProviderFormProps) {
  const { accountId, before, isJustAdded, groups, onSaved, onClose } = props;
  const t = useMessages();
  const { proved, dialog } = useProof();
  const [draft, setDraft] = useState(() => draftOf(before));
  const [wrong, setWrong] = useState<ReadonlySet<ProviderField>>(new Set());
  const [trouble, setTrouble] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const top = useRef<HTMLFormElement>(null);
  // What was pressed is gone with the page before.
  useEffect(() => top.current?.querySelector<HTMLElement>("input, button")?.focus(), []);
  const change = (patch: Partial<ProviderDraft>): void => setDraft((was) => ({ ...was, ...patch }));
  const refuse = (form: HTMLFormElement, fields: ReadonlySet<ProviderField>): void => {
    setWrong(fields);
    focusFirstError(form, Object.fromEntries([...fields].map((field) => [field, true])));
  };
  const save = async (form: HTMLFormElement): Promise<void> => {
    setTrouble(undefined);
    const gaps = gapsOf(draft, before);
    refuse(form, gaps);
    if (gaps.size > 0) return;
    setBusy(true);
    const given = await proved(() => saveProvider(accountId, changeOf(draft, before)));
    setBusy(false);
    if (given.ok) {
      addToast({ message: t("admin.providers.saved", { name: draft.name.trim() }) });
      return onSaved(given.value);
    }
    const field = wrongField(given.problem);
    if (field) refuse(form, new Set([field]));
    else setTrouble(wordedCode(given.problem));
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) void save(event.currentTarget);
  };
  const parts = { draft, wrong, onChange: change };
  return (
    <SettingPage title={before?.name ?? t("admin.providers.new")} intro={t("admin.providers.intro")}>
      <form ref={top} noValidate onSubmit={submit}>
        {isJustAdded ? <ToRegister provider={before} /> : null}
        <AboutProvider {...parts} hasSecret={before?.hasSecret === true} />
        <WhoComes {...parts} />
        <SettingSection title={t("admin.providers.groups")}>
          <div className={styles.groups}>
            <ProviderGroups
              groups={draft.groups}
              ours={groups}
              isWrong={wrong.has("groups")}
              onChange={(changed) => change({ groups: changed })}
            />
            <Line {...parts} field="groupsClaim" longest={200} isHidden={draft.groups.length === 0} />
          </div>
        </SettingSection>
        {isJustAdded ? null : <ToRegister provider={before} />}
        {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
        <div className={styles.end}>
          <Button type="submit" look="primary" size={36} aria-disabled={isBusy || undefined}>
            {t("admin.providers.save")}
          </Button>
          <Button size={36} onClick={onClose}>
            {t("action.cancel")}
          </Button>
        </div>
      </form>
      {dialog}
    </SettingPage>
  );
}

interface PartProps {
  readonly draft: ProviderDraft;
  readonly wrong: ReadonlySet<ProviderField>;
  readonly onChange: (patch: Partial<ProviderDraft>) => void;
}

interface LineProps extends PartProps {
  readonly field: "name" | "issuer" | "clientId" | "groupsClaim";
  readonly longest: number;
  readonly hint?: string;
  readonly isHidden?: boolean;
}

/** A field of one line, with what is wrong beneath it. */
function Line({ draft, wrong, onChange, field, longest, hint, isHidden = false }: LineProps) {
  const t = useMessages();
  if (isHidden) return null;
  return (
    <TextField
      label={t(`admin.providers.${field}`)}
      name={field}
      maxLength={longest}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={hint}
      error={wrong.has(field) ? t(`admin.providers.wrong.${field}`) : undefined}
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
}

function AboutProvider({ hasSecret, ...parts }: PartProps & { readonly hasSecret: boolean }) {
  const t = useMessages();
  const { draft, wrong, onChange } = parts;
  return (
    <SettingSection>
      <div className={styles.fields}>
        <Line {...parts} field="name" longest={100} hint={t("admin.providers.nameHint")} />
        <Line {...parts} field="issuer" longest={500} hint={t("admin.providers.issuerHint")} />
        <Line {...parts} field="clientId" longest={500} />
        {draft.asksForNone ? null : (
          <PasswordField
            label={t("admin.providers.secret")}
            name="clientSecret"
            maxLength={2_000}
            autoComplete="off"
            hint={t(hasSecret ? "admin.providers.secretKept" : "admin.providers.secretHint")}
            error={wrong.has("clientSecret") ? t("admin.providers.wrong.clientSecret") : undefined}
            value={draft.secret}
            onChange={(event) => onChange({ secret: event.currentTarget.value })}
          />
        )}
      </div>
      <div className={styles.switches}>
        <ToggleRow
          label={t("admin.providers.secretNone")}
          checked={draft.asksForNone}
          onChange={(asksForNone) => onChange({ asksForNone })}
        />
        <Switches {...parts} of={SWITCHES.slice(0, 2)} />
      </div>
    </SettingSection>
  );
}

interface SwitchesProps extends PartProps {
  readonly of: readonly (typeof SWITCHES)[number][];
}

const Switches = ({ draft, onChange, of }: SwitchesProps) => {
  const t = useMessages();
  return of.map((option) => (
    <ToggleRow
      key={option}
      label={t(`admin.providers.${option}`)}
      help={t(`admin.providers.${option}Help`)}
      checked={draft[option]}
      onChange={(on) => onChange({ [option]: on })}
    />
  ));
};

function WhoComes({ draft, wrong, onChange }: PartProps) {
  const t = useMessages();
  const note = useId();
  const isWrong = wrong.has("allowed");
  return (
    <SettingSection title={t("admin.providers.who")}>
      <div className={styles.switches}>
        <Switches {...{ draft, wrong, onChange }} of={SWITCHES.slice(2)} />
      </div>
      <div className={styles.about}>
        <label className={styles.lines}>
          {t("admin.providers.allowed")}
          <textarea
            name="allowed"
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            aria-invalid={isWrong || undefined}
            aria-describedby={note}
            value={draft.allowed}
            onChange={(event) => onChange({ allowed: event.currentTarget.value })}
          />
        </label>
        {isWrong ? (
          <FieldError id={note}>{t("admin.providers.wrong.allowed")}</FieldError>
        ) : (
          <p id={note} className={styles.said}>
            {t("admin.providers.allowedHint")}
          </p>
        )}
      </div>
    </SettingSection>
  );
}

const URIS = ["redirectUri", "signedOutUri", "backChannelUri"] as const;

function ToRegister({ provider }: { readonly provider: IdentityProviderRecord | undefined }) {
  const t = useMessages();
  return (
    <SettingSection title={t("admin.providers.toRegister")}>
      {provider ? (
        URIS.map((uri) => {
          const label = t(`admin.providers.${uri}`);
          const copyLabel = t("admin.providers.copy", { label });
          return <CopyRow key={uri} label={label} text={provider[uri]} copyLabel={copyLabel} />;
        })
      ) : (
        <p className={styles.quiet}>{t("admin.providers.toRegisterLater")}</p>
      )}
    </SettingSection>
  );
}
