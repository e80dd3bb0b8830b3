import type { PasskeyRecord, SignInWaysRecord } from "@snart/calendar/jmap/account.ts";
import { Plus, Smartphone, Usb } from "lucide-react";
import { useState } from "react";
import { canUsePasskeys, removePasskey } from "../../../api/account/passkey-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { RemoveByProofDialog } from "../parts/remove-by-proof.tsx";
import { SettingSection } from "../parts/setting-page.tsx";
import rows from "../devices/connected-devices.module.css";
import { AddPasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { WayRow } from "./way-row.tsx";

interface PasskeysSectionProps {
  readonly account: Account;
  readonly ways: SignInWaysRecord;
  readonly onChange: () => void;
}

/** The passkeys that open the account, each by itself. */
export function PasskeysSection({ account, ways, onChange }: PasskeysSectionProps) {
  const t = useMessages();
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<PasskeyRecord>();
  const [named, setNamed] = useState<PasskeyRecord>();
  const { passkeys } = ways;
  return (
    <SettingSection
      title={t("settings.security.passkeys.title")}
      action={
        canUsePasskeys() ? (
          <Button onClick={() => setAdding(true)}>
            <Plus size={15} strokeWidth={1.8} aria-hidden />
            {t("settings.security.passkeys.add")}
          </Button>
        ) : null
      }
    >
      {passkeys.length === 0 ? (
        <p className={rows.quiet}>
          {t(canUsePasskeys() ? "settings.security.passkeys.none" : "settings.security.passkeys.unsupported")}
        </p>
      ) : null}
      <ul className={rows.list}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setNamed(passkey)}
            onRemove={() => setAsked(passkey)}
          />
        ))}
      </ul>
      {isAdding ? (
        <AddPasskeyDialog account={account} onChange={onChange} onClose={() => setAdding(false)} />
      ) : null}
      {named ? (
        <RenamePasskeyDialog
          account={account}
          passkey={named}
          onChange={onChange}
          onClose={() => setNamed(undefined)}
        />
      ) : null}
      {asked ? (
        <RemoveByProofDialog
          name={asked.label}
          body={t("settings.security.passkeys.removeBody")}
          remove={() => removePasskey(account.id, asked.id)}
          last="settings.security.passkeys.last"
          onRemoved={onChange}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </SettingSection>
  );
}

function PasskeyRow({
  passkey,
  onRename,
  onRemove,
}: {
  readonly passkey: PasskeyRecord;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}) {
  const t = useMessages();
  const { dateAndYear } = useFormats(useViewerZone().id);
  const { label, createdAt, lastUsedAt, isRoaming } = passkey;
  return (
    <WayRow
      icon={isRoaming ? Usb : Smartphone}
      name={label}
      help={t("settings.security.passkeys.addedOn", { date: dateAndYear(Date.parse(createdAt)) })}
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
      <Button aria-label={t("settings.security.passkeys.renameNamed", { name: label })} onClick={onRename}>
        {t("settings.security.passkeys.rename")}
      </Button>
      <Button aria-label={t("settings.security.passkeys.removeNamed", { name: label })} onClick={onRemove}>
        {t("settings.security.passkeys.remove")}
      </Button>
    </WayRow>
  );
}
