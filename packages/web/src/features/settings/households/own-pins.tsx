import { problemKey } from "@snart/locales/problem-codes.ts";
import type { HouseholdRecord } from "@snart/calendar/jmap/household.ts";
import { useCallback, useState, type SyntheticEvent } from "react";
import { changePin, fetchHouseholds } from "../../../api/account/household-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { SettingSection } from "../parts/setting-page.tsx";
import { useAdminData } from "../parts/use-list.ts";
import { PinLine } from "./pin-line.tsx";
import styles from "./households.module.css";

/** The PINs at doors of the households that somebody is in; nothing for who is in none. */
export function OwnPins({ account }: { readonly account: Account }) {
  const t = useMessages();
  const fetchAll = useCallback(() => fetchHouseholds(account.id), [account.id]);
  const { data, run } = useAdminData(fetchAll);
  // Administrators are told of all.
  const own = (data ?? []).filter(({ people }) => Object.hasOwn(people, account.id));
  if (own.length === 0) return null;
  return (
    <SettingSection title={t("households.doorPin")}>
      {own.map((household) => (
        <OwnPin
          key={household.id}
          accountId={account.id}
          household={household}
          onChanged={async () => void (await run(fetchAll))}
        />
      ))}
    </SettingSection>
  );
}

interface OwnPinProps {
  readonly accountId: string;
  readonly household: HouseholdRecord;
  readonly onChanged: () => Promise<void>;
}

function OwnPin({ accountId, household, onChanged }: OwnPinProps) {
  const t = useMessages();
  const [pin, setPin] = useState("");
  const [trouble, setTrouble] = useState<string>();
  const name = `${isolated(household.label)} ${isolated(household.name)}`.trim();
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const done = await changePin(accountId, household.id, pin.trim());
    setTrouble(done.ok ? undefined : wordedCode(done.problem));
    if (!done.ok) return;
    setPin("");
    addToast({ message: t("households.pinChanged", { name }) });
    await onChanged();
  };
  return (
    <form className={styles.ownPin} autoComplete="off" onSubmit={(event) => void save(event)}>
      <p>
        <b>{name}</b> <PinLine household={household} />
      </p>
      <div className={styles.named}>
        <TextField
          label={t("households.newPin", { name })}
          hint={t("households.newPinHelp")}
          error={trouble === undefined ? undefined : t(problemKey(trouble))}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
        <Button size={36} type="submit" disabled={pin.trim() === ""}>
          {t("households.save")}
        </Button>
      </div>
    </form>
  );
}
