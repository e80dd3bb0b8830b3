import { problemKey } from "@snart/locales/problem-codes.ts";
import { useCallback } from "react";
import { fetchSignInWays } from "../../../api/account/sign-in-ways-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { SettingSection } from "../parts/setting-page.tsx";
import { useAdminData } from "../parts/use-list.ts";
import { ChangePasswordForm } from "./change-password-form.tsx";
import { IdentitiesSection } from "./identities-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { RemovePasswordRow } from "./remove-password-row.tsx";
import { SecondStepSection } from "./second-step-section.tsx";
import rows from "../devices/connected-devices.module.css";

/** How the person signs in, fetched when the page opens and after each change. */
export function WaysSections({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { data, problem, load } = useAdminData(useCallback(() => fetchSignInWays(account.id), [account.id]));
  const onChange = (): void => void load();
  if (!data)
    return (
      <SettingSection title={t("settings.security.passkeys.title")}>
        {problem ? (
          <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError>
        ) : (
          <p className={rows.quiet}>{t("settings.security.ways.loading")}</p>
        )}
      </SettingSection>
    );
  const { hasPassword, passkeys, identities, providers } = data;
  // One that has been removed or switched off opens nothing.
  const hasProvider = identities.some(({ providerId }) => providers.some(({ id }) => id === providerId));
  return (
    <>
      <PasskeysSection account={account} ways={data} onChange={onChange} />
      <IdentitiesSection account={account} ways={data} onChange={onChange} />
      <SettingSection title={t(hasPassword ? "settings.security.password" : "settings.security.choose")}>
        <ChangePasswordForm account={account} hasPassword={hasPassword} onChange={onChange} />
        {hasPassword && (passkeys.length > 0 || hasProvider) ? (
          <RemovePasswordRow account={account} hasProvider={hasProvider} onChange={onChange} />
        ) : null}
      </SettingSection>
      {hasPassword || data.recoveryCodes ? (
        <SettingSection
          title={t(hasPassword ? "settings.security.ways.title" : "settings.security.ways.codes")}
        >
          <SecondStepSection account={account} ways={data} onChange={onChange} />
        </SettingSection>
      ) : null}
    </>
  );
}
