import { problemKey } from "@snart/locales/problem-codes.ts";
import { useCallback } from "react";
import { fetchSignInWays } from "../../../api/account/sign-in-ways-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { SettingSection } from "../parts/setting-page.tsx";
import { useAdminData } from "../parts/use-list.ts";
import { SecondStepSection } from "./second-step-section.tsx";
import rows from "../devices/connected-devices.module.css";

/** How the person signs in beside their password, fetched when the page opens and after each change. */
export function WaysSections({ account }: { readonly account: Account }) {
  const t = useMessages();
  const {
    data: ways,
    problem,
    load,
  } = useAdminData(useCallback(() => fetchSignInWays(account.id), [account.id]));
  return (
    <SettingSection title={t("settings.security.ways.title")}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {ways || problem ? null : <p className={rows.quiet}>{t("settings.security.ways.loading")}</p>}
      {ways ? <SecondStepSection account={account} ways={ways} onChange={() => void load()} /> : null}
    </SettingSection>
  );
}
