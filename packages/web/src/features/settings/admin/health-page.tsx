import { problemKey } from "@snart/locales/problem-codes.ts";
import { useCallback } from "react";
import { fetchHealth } from "../../../api/account/admin-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { SettingPage, SettingRow, SettingSection } from "../parts/setting-page.tsx";
import { useAdminData } from "../parts/use-list.ts";

const TROUBLE = {
  unavailable: "admin.health.trouble",
  "other-schema": "admin.health.otherSchema",
  damaged: "admin.health.damaged",
  "disk-full": "admin.health.diskFull",
  "disk-nearly-full": "admin.health.diskNearlyFull",
} as const;

/** What to do about it; null: nothing can be said. */
const HELP = {
  unavailable: null,
  "other-schema": null,
  damaged: "admin.health.damagedHelp",
  "disk-full": "admin.health.diskFullHelp",
  "disk-nearly-full": "admin.health.diskNearlyFullHelp",
} as const;

/** The state of the server: database, mail and waiting messages. */
export function HealthPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { data, problem } = useAdminData(useCallback(() => fetchHealth(account.id), [account.id]));
  const name = data?.database === "postgres" ? "PostgreSQL" : "SQLite";
  const help = data?.trouble ? HELP[data.trouble] : null;
  return (
    <SettingPage title={t("admin.health.title")} intro={t("admin.health.intro")}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {data ? (
        <SettingSection>
          <SettingRow
            label={t("admin.health.database")}
            help={help ? t(help) : t("admin.health.schema", { name, version: data.schemaVersion })}
          >
            {t(data.trouble === null ? "admin.health.ok" : TROUBLE[data.trouble])}
          </SettingRow>
          <SettingRow label={t("admin.health.mail")} help={t("admin.health.mailHelp")}>
            {t(data.sendsMail ? "admin.health.mailOn" : "admin.health.mailOff")}
          </SettingRow>
          {data.untrustedProxy === null ? null : (
            <SettingRow
              label={t("admin.health.proxy")}
              help={t("admin.health.proxyHelp", { address: data.untrustedProxy })}
            >
              {t("admin.health.proxyUntrusted")}
            </SettingRow>
          )}
          <SettingRow label={t("admin.health.waiting")} help={t("admin.health.waitingHelp")}>
            {data.waiting}
          </SettingRow>
          <SettingRow label={t("admin.people.title")}>{data.people}</SettingRow>
          <SettingRow label={t("admin.groups.title")}>{data.groups}</SettingRow>
        </SettingSection>
      ) : null}
    </SettingPage>
  );
}
