import type { ProvidedGroup } from "@snart/calendar/jmap/administration/identity-providers.ts";
import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { Plus } from "lucide-react";
import { useMessages } from "../../../../i18n/messages.ts";
import { Button } from "../../../../ui/button.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import { Select } from "../../../../ui/fields/select.tsx";
import { TextField } from "../../../../ui/fields/text-field.tsx";
import styles from "./providers.module.css";

interface ProviderGroupsProps {
  readonly groups: readonly ProvidedGroup[];
  /** those of this server */
  readonly ours: readonly GroupRecord[];
  readonly isWrong: boolean;
  readonly onChange: (groups: readonly ProvidedGroup[]) => void;
}

/** Which groups here follow which at the provider, one a line. */
export function ProviderGroups({ groups, ours, isWrong, onChange }: ProviderGroupsProps) {
  const t = useMessages();
  const choices = ours.map(({ id, name }) => ({ value: id, label: name }));
  const change = (at: number, patch: Partial<ProvidedGroup>): void =>
    onChange(groups.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  const first = choices[0];
  if (!first && groups.length === 0) return <p className={styles.quiet}>{t("admin.providers.groupsNone")}</p>;
  return (
    <>
      <p className={styles.quiet}>{t("admin.providers.groupsIntro")}</p>
      {groups.map(({ claim, groupId }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines may be alike
        <div key={at} className={styles.group}>
          <TextField
            label={t("admin.providers.claim")}
            name="groups"
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            value={claim}
            onChange={(event) => change(at, { claim: event.currentTarget.value })}
          />
          <Select
            label={t("admin.providers.group")}
            // One that is gone stays named, so that it is seen to be.
            options={
              choices.some(({ value }) => value === groupId)
                ? choices
                : [{ value: groupId, label: "–" }, ...choices]
            }
            value={groupId}
            onChange={(chosen) => change(at, { groupId: chosen })}
          />
          <Button
            size={36}
            aria-label={t("settings.security.passkeys.removeNamed", { name: claim })}
            onClick={() => onChange(groups.filter((_, index) => index !== at))}
          >
            {t("settings.security.passkeys.remove")}
          </Button>
        </div>
      ))}
      {isWrong ? <FieldError>{t("admin.providers.wrong.groups")}</FieldError> : null}
      {first ? (
        <Button size={36} onClick={() => onChange([...groups, { claim: "", groupId: first.value }])}>
          <Plus size={15} strokeWidth={1.8} aria-hidden />
          {t("admin.providers.addGroup")}
        </Button>
      ) : null}
    </>
  );
}
