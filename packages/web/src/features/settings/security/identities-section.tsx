import { problemKey } from "@snart/locales/problem-codes.ts";
import type { IdentityRecord, SignInWaysRecord } from "@snart/calendar/jmap/account.ts";
import type { OfferedProvider } from "@snart/calendar/jmap/administration/identity-providers.ts";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { goToProvider } from "../../../api/account/provider-api.ts";
import { removeIdentity } from "../../../api/account/sign-in-ways-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { RemoveByProofDialog } from "../parts/remove-by-proof.tsx";
import { useProof } from "../../proof/screen.tsx";
import { SettingSection } from "../parts/setting-page.tsx";
import rows from "../devices/connected-devices.module.css";
import { WayRow } from "./way-row.tsx";

interface IdentitiesSectionProps {
  readonly account: Account;
  readonly ways: SignInWaysRecord;
  readonly onChange: () => void;
}

/** Who the person is at providers, each of which opens the account, and the providers that could as well; nothing where there is none. */
export function IdentitiesSection({ account, ways, onChange }: IdentitiesSectionProps) {
  const t = useMessages();
  const [asked, setAsked] = useState<IdentityRecord>();
  const { identities, providers } = ways;
  const others = providers.filter(({ id }) => !identities.some(({ providerId }) => providerId === id));
  if (identities.length + others.length === 0) return null;
  return (
    <SettingSection title={t("settings.security.identities.title")}>
      <ul className={rows.list}>
        {identities.map((identity) => (
          <IdentityRow
            key={identity.id}
            identity={identity}
            provider={providers.find(({ id }) => id === identity.providerId)}
            onRemove={() => setAsked(identity)}
          />
        ))}
        {others.map((provider) => (
          <OfferRow key={provider.id} provider={provider} />
        ))}
      </ul>
      {asked ? (
        <RemoveByProofDialog
          name={asked.label}
          body={t("settings.security.identities.removeBody")}
          remove={() => removeIdentity(account.id, asked.id)}
          last="settings.security.identities.last"
          onRemoved={onChange}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </SettingSection>
  );
}

interface IdentityRowProps {
  readonly identity: IdentityRecord;
  /** undefined: it has been removed, or is switched off */
  readonly provider: OfferedProvider | undefined;
  readonly onRemove: () => void;
}

function IdentityRow({ identity, provider, onRemove }: IdentityRowProps) {
  const t = useMessages();
  const { dateAndYear } = useFormats(useViewerZone().id);
  const { label, address, createdAt, lastUsedAt } = identity;
  const date = dateAndYear(Date.parse(createdAt));
  const name = provider?.name ?? label;
  return (
    <WayRow
      icon={KeyRound}
      name={name}
      help={
        provider
          ? address === null
            ? t("settings.security.identities.addedOn", { host: provider.host, date })
            : t("settings.security.identities.addedAs", { address, host: provider.host, date })
          : t("settings.security.identities.gone", { date })
      }
      state={
        lastUsedAt === null ? (
          t("settings.security.passkeys.unused")
        ) : (
          <Sentence
            of="settings.security.passkeys.used"
            args={{ distance: <HowLongAgo at={Date.parse(lastUsedAt)} /> }}
          />
        )
      }
    >
      <Button aria-label={t("settings.security.passkeys.removeNamed", { name })} onClick={onRemove}>
        {t("settings.security.passkeys.remove")}
      </Button>
    </WayRow>
  );
}

/** Adding one leaves the page for the provider, and comes back to it (see `BackFromProvider`). */
function OfferRow({ provider: { id: providerId, name, host } }: { readonly provider: OfferedProvider }) {
  const { messages: t, language } = useSpeech();
  const timeZone = useViewerZone().id;
  const { proved, dialog } = useProof();
  const [trouble, setTrouble] = useState<string>();
  const add = async (): Promise<void> => {
    const query = "?back=link";
    const gone = await proved(() => goToProvider({ providerId, errand: "link", language, timeZone, query }));
    const code = gone.ok ? undefined : wordedCode(gone.problem);
    // Whoever does not say who they are has been asked, and knows.
    setTrouble(code === "proof-needed" ? undefined : code);
  };
  return (
    <WayRow
      icon={KeyRound}
      name={name}
      help={
        <>
          {t("settings.security.identities.offer", { host })}
          {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
        </>
      }
    >
      <Button aria-label={t("settings.security.identities.addNamed", { name })} onClick={() => void add()}>
        <Plus size={15} strokeWidth={1.8} aria-hidden />
        {t("settings.security.passkeys.add")}
      </Button>
      {dialog}
    </WayRow>
  );
}
