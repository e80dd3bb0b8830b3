import { AUDIENCES, readAudience } from "@snart/calendar/access/audience.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useCallback } from "react";
import { fetchServerSettings, setAudience } from "../../../api/account/server-settings-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { SettingRow, SettingSection } from "../parts/setting-page.tsx";
import { useAdminData } from "../parts/use-list.ts";

/** Who finds people on this server and sees when they are busy, where they have not said otherwise. */
export function VisibilitySection({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const { data, problem, run } = useAdminData(useCallback(() => fetchServerSettings(accountId), [accountId]));
  return (
    <SettingSection>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {data ? (
        <SettingRow label={t("admin.visible.title")} help={t("admin.visible.help")}>
          <Select
            label={t("admin.visible.title")}
            hideLabel
            options={AUDIENCES.map((value) => ({ value, label: t(`admin.visible.${value}`) }))}
            value={data.visibleTo}
            onChange={(value) =>
              void run(() => setAudience(accountId, readAudience(value) ?? data.visibleTo))
            }
          />
        </SettingRow>
      ) : null}
    </SettingSection>
  );
}
