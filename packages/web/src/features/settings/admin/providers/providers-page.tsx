import { problemKey } from "@snart/locales/problem-codes.ts";
import {
  MOST_PROVIDERS,
  type IdentityProviderRecord,
  type ProviderCheck,
} from "@snart/calendar/jmap/administration/identity-providers.ts";
import { ok } from "@snart/calendar/result.ts";
import { KeyRound, Plus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { fetchGroups } from "../../../../api/account/admin-api.ts";
import { checkProvider, fetchProviders, removeProvider } from "../../../../api/account/provider-admin-api.ts";
import type { Account } from "../../../../api/auth-client.ts";
import { wordedCode } from "../../../../api/problem.ts";
import { isolated } from "../../../../i18n/isolated.ts";
import { useMessages, type MessageKey } from "../../../../i18n/messages.ts";
import { Button } from "../../../../ui/button.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import { useProof } from "../../../proof/screen.tsx";
import { RemoveByProofDialog } from "../../parts/remove-by-proof.tsx";
import { SettingPage } from "../../parts/setting-page.tsx";
import { useAdminData } from "../../parts/use-list.ts";
import { DirectorySection } from "./directory-section.tsx";
import { ProviderForm } from "./provider-form.tsx";
import styles from "./providers.module.css";

/** The OpenID providers by which people sign in: added, changed, asked whether they answer, and removed. */
export function ProvidersPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const fetchAll = useCallback(async () => {
    const [providers, groups] = await Promise.all([fetchProviders(account.id), fetchGroups(account.id)]);
    if (!providers.ok) return providers;
    if (!groups.ok) return groups;
    const may = groups.value.filter((it) => it.status === "active" && it.householdLabel === null);
    return ok({ providers: providers.value, groups: may });
  }, [account.id]);
  const { data, problem, load } = useAdminData(fetchAll);
  const [open, setOpen] = useState<string>();
  const [added, setAdded] = useState<string>();
  useKeysBack(open);
  const [leaving, setLeaving] = useState<IdentityProviderRecord>();
  const { sure, dialog } = useProof();
  // Before much is typed: saving wants the proof, which may lead away from the page.
  const edit = async (id: string): Promise<void> => void ((await sure()) && setOpen(id));
  const saved = async (id: string): Promise<void> => {
    await load();
    // A new one goes on with the addresses that are to be entered there.
    if (open === "new") setAdded(id);
    setOpen(open === "new" ? id : undefined);
  };
  const before = data?.providers.find(({ id }) => id === open);
  if (data && (before || open === "new"))
    return (
      <ProviderForm
        key={open}
        accountId={account.id}
        before={before}
        isJustAdded={open === added}
        groups={data.groups}
        onSaved={(id) => void saved(id)}
        onClose={() => setOpen(undefined)}
      />
    );
  const isFull = (data?.providers.length ?? 0) >= MOST_PROVIDERS;
  const add = (
    <Button look="primary" data-opens="new" onClick={() => void edit("new")}>
      <Plus size={15} strokeWidth={1.8} aria-hidden />
      {t("admin.providers.add")}
    </Button>
  );
  return (
    <SettingPage
      title={t("admin.providers.title")}
      intro={t("admin.providers.intro")}
      action={data && !isFull ? add : null}
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {data || problem ? null : <p className={styles.quiet}>{t("admin.providers.loading")}</p>}
      {isFull ? <p className={styles.quiet}>{t("admin.providers.most", { count: MOST_PROVIDERS })}</p> : null}
      {data?.providers.length === 0 ? <p className={styles.quiet}>{t("admin.providers.none")}</p> : null}
      {data && data.providers.length > 0 ? (
        <ul className={styles.list}>
          {data.providers.map((provider) => (
            <ProviderRow
              key={provider.id}
              accountId={account.id}
              provider={provider}
              onEdit={() => void edit(provider.id)}
              onRemove={() => setLeaving(provider)}
            />
          ))}
        </ul>
      ) : null}
      {data ? <DirectorySection accountId={account.id} providers={data.providers} /> : null}
      {leaving ? (
        <RemoveByProofDialog
          name={leaving.name}
          body={t("admin.providers.removeBody")}
          remove={() => removeProvider(account.id, leaving.id)}
          onRemoved={load}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
      {dialog}
    </SettingPage>
  );
}

/** The button that opened the form takes the keys again when it is closed. */
function useKeysBack(open: string | undefined): void {
  const from = useRef<string>(undefined);
  useEffect(() => {
    if (open === undefined && from.current !== undefined)
      document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(from.current)}"]`)?.focus();
    from.current = open;
  }, [open]);
}

const ANSWERS: Readonly<Record<ProviderCheck, MessageKey & `admin.providers.answers.${string}`>> = {
  ok: "admin.providers.answers.ok",
  unavailable: "admin.providers.answers.unavailable",
  refused: "admin.providers.answers.wrong",
  wrong: "admin.providers.answers.wrong",
};

interface ProviderRowProps {
  readonly accountId: string;
  readonly provider: IdentityProviderRecord;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function ProviderRow({ accountId, provider, onEdit, onRemove }: ProviderRowProps) {
  const t = useMessages();
  const { id, name, issuer, isOn } = provider;
  const host = URL.parse(issuer)?.host ?? issuer;
  const [heard, setHeard] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    setHeard(undefined);
    const given = await checkProvider(accountId, id);
    setBusy(false);
    setHeard(given.ok ? t(ANSWERS[given.value], { host }) : t(problemKey(wordedCode(given.problem))));
  };
  return (
    <li className={styles.row}>
      <KeyRound size={17} strokeWidth={1.6} aria-hidden className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.name}>{isolated(name)}</span>
        <span className={styles.said}>
          {host} · {t(isOn ? "admin.providers.on" : "admin.providers.off")}
        </span>
      </span>
      <span className={styles.buttons}>
        <Button
          aria-label={t("admin.providers.checkNamed", { name })}
          aria-disabled={isBusy || undefined}
          onClick={() => (isBusy ? undefined : void check())}
        >
          {t(isBusy ? "admin.providers.checking" : "admin.providers.check")}
        </Button>
        <Button data-opens={id} aria-label={t("admin.providers.editNamed", { name })} onClick={onEdit}>
          {t("admin.providers.edit")}
        </Button>
        <Button aria-label={t("settings.security.passkeys.removeNamed", { name })} onClick={onRemove}>
          {t("settings.security.passkeys.remove")}
        </Button>
      </span>
      <output className={styles.outcome}>{heard}</output>
    </li>
  );
}
