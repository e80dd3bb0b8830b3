import { AUDIENCES, readAudience } from "@snart/calendar/access/audience.ts";
import { useCallback } from "react";
import { fetchServerSettings } from "../../../api/account/server-settings-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { SaveNote } from "../parts/save-note.tsx";
import { useSaver } from "../parts/save-state.ts";
import { SettingRow, SettingSection } from "../parts/setting-page.tsx";
import { useAdminData } from "../parts/use-list.ts";

/** Who on the server finds the person and sees when they are busy: as its administrator has set, or otherwise. */
export function VisibilitySection({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { state, save } = useSaver(account);
  const { data } = useAdminData(useCallback(() => fetchServerSettings(account.id), [account.id]));
  const ofServer = t("visible.server", { audience: t(`visible.${data?.visibleTo ?? "everybody"}`) });
  return (
    <SettingSection>
      <SettingRow label={t("visible.title")} help={t("visible.help")}>
        <Select
          label={t("visible.title")}
          hideLabel
          options={[
            { value: "", label: data ? ofServer : "…" },
            ...AUDIENCES.map((value) => ({ value, label: t(`visible.${value}`) })),
          ]}
          value={account.preferences.visibleTo ?? ""}
          onChange={(value) => save({ preferences: { visibleTo: readAudience(value) ?? null } })}
        />
      </SettingRow>
      <SaveNote state={state} />
    </SettingSection>
  );
}
