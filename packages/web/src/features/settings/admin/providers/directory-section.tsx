import type { IdentityProviderRecord } from "@snart/calendar/jmap/administration/identity-providers.ts";
import type { ProvisioningTokenRecord } from "@snart/calendar/jmap/administration/provisioning-tokens.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { Plus, Users } from "lucide-react";
import { useCallback, useState } from "react";
import {
  changeProvisioningToken,
  fetchProvisioningTokens,
  removeProvisioningToken,
  type MadeToken,
} from "../../../../api/account/provisioning-api.ts";
import { wordedCode } from "../../../../api/problem.ts";
import { isolated } from "../../../../i18n/isolated.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { Sentence } from "../../../../i18n/sentence.tsx";
import { Button } from "../../../../ui/button.tsx";
import { CopyRow } from "../../../../ui/copy-row/copy-row.tsx";
import { HowLongAgo } from "../../../../ui/distance/how-long-ago.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import { RemoveByProofDialog } from "../../parts/remove-by-proof.tsx";
import { ToggleRow } from "../../parts/toggle-row.tsx";
import { SettingSection } from "../../parts/setting-page.tsx";
import { useAdminData } from "../../parts/use-list.ts";
import { NewTokenDialog } from "./new-token-dialog.tsx";
import styles from "./providers.module.css";

interface DirectorySectionProps {
  readonly accountId: string;
  readonly providers: readonly IdentityProviderRecord[];
}

/** The tokens by which directories keep accounts and groups here (SCIM): made, shown once, and removed. */
export function DirectorySection({ accountId, providers }: DirectorySectionProps) {
  const t = useMessages();
  const fetchAll = useCallback(() => fetchProvisioningTokens(accountId), [accountId]);
  const { data, problem, load, run } = useAdminData(fetchAll);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeToken>();
  const [leaving, setLeaving] = useState<ProvisioningTokenRecord>();
  const tokens = data?.list ?? [];
  const add = (
    <Button onClick={() => setMaking(true)}>
      <Plus size={15} strokeWidth={1.8} aria-hidden />
      {t("admin.directories.add")}
    </Button>
  );
  return (
    <SettingSection title={t("admin.directories.title")} action={data ? add : null}>
      <p className={styles.quiet}>{t("admin.directories.intro")}</p>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {data && (made || tokens.length > 0) ? (
        <CopyRow
          label={t("admin.directories.baseUrl")}
          text={data.baseUrl}
          copyLabel={t("admin.providers.copy", { label: t("admin.directories.baseUrl") })}
        />
      ) : null}
      {made ? <ShownOnce made={made} /> : null}
      {data && tokens.length > 0 ? (
        <ul className={styles.list}>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              provider={providers.find(({ id }) => id === token.providerId)}
              sendsMail={data.sendsMail}
              onMail={(on) => void run(() => changeProvisioningToken(accountId, token.id, on))}
              onRemove={() => setLeaving(token)}
            />
          ))}
        </ul>
      ) : null}
      {isMaking ? (
        <NewTokenDialog
          accountId={accountId}
          providers={providers}
          onMade={(it) => {
            setMade(it);
            setMaking(false);
            void load();
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {leaving ? (
        <RemoveByProofDialog
          name={leaving.label}
          body={t("admin.directories.removeBody")}
          remove={() => removeProvisioningToken(accountId, leaving.id)}
          onRemoved={async () => {
            if (made?.token.id === leaving.id) setMade(undefined);
            await load();
          }}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </SettingSection>
  );
}

function ShownOnce({ made: { token, secret } }: { readonly made: MadeToken }) {
  const t = useMessages();
  return (
    <>
      <output className={`${styles.quiet ?? ""} ${styles.once ?? ""}`}>
        {t("admin.directories.once", { name: token.label })}
      </output>
      <CopyRow
        secret
        label={t("admin.directories.secret")}
        text={secret}
        copyLabel={t("admin.providers.copy", { label: t("admin.directories.secret") })}
      />
    </>
  );
}

interface TokenRowProps {
  readonly token: ProvisioningTokenRecord;
  readonly provider: IdentityProviderRecord | undefined;
  /** Whether the server sends mail at all. */
  readonly sendsMail: boolean;
  readonly onMail: (on: boolean) => void;
  readonly onRemove: () => void;
}

function TokenRow({ token, provider, sendsMail, onMail, onRemove }: TokenRowProps) {
  const t = useMessages();
  const { label, lastUsedAt, mailsPeople } = token;
  const way = provider?.isOn ? "admin.directories.mailProvider" : "admin.directories.mailPassword";
  return (
    <li className={styles.row}>
      <Users size={17} strokeWidth={1.6} aria-hidden className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.name}>{isolated(label)}</span>
        <span className={styles.said}>
          {provider ? <>{isolated(provider.name)} · </> : null}
          {lastUsedAt === null ? (
            t("settings.security.passkeys.unused")
          ) : (
            <Sentence
              of="settings.security.passkeys.used"
              args={{ distance: <HowLongAgo at={Date.parse(lastUsedAt)} /> }}
            />
          )}
        </span>
      </span>
      <span className={styles.buttons}>
        <Button aria-label={t("settings.security.passkeys.removeNamed", { name: label })} onClick={onRemove}>
          {t("settings.security.passkeys.remove")}
        </Button>
      </span>
      <fieldset className={styles.mail} aria-label={label}>
        <ToggleRow
          label={t("admin.directories.mail")}
          help={t(sendsMail ? way : "admin.directories.noMail")}
          checked={mailsPeople}
          onChange={onMail}
        />
      </fieldset>
    </li>
  );
}
