import { changeAddress } from "../../../api/account/change-address-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ChangeOwnDialog } from "./change-own-dialog.tsx";

/** The outcome of asking for another address. */
export interface AddressOutcome {
  readonly kind: "mailed" | "changed";
  readonly email: string;
}

interface ChangeAddressDialogProps {
  readonly account: Account;
  readonly onDone: (outcome: AddressOutcome) => void;
  readonly onClose: () => void;
}

/** Asks for the new address, and for the password. */
export function ChangeAddressDialog({ account, onDone, onClose }: ChangeAddressDialogProps) {
  const t = useMessages();
  const wrongIn = (wanted: string): string | undefined => {
    if (!/^[^\s@]+@[^\s@]+$/.test(wanted)) return t("error.invalid-email");
    return wanted === account.email ? t("changeAddress.same") : undefined;
  };
  return (
    <ChangeOwnDialog
      account={account}
      title={t("changeAddress.ask")}
      keeps={t("changeAddress.keeps")}
      field={{ label: t("changeAddress.new"), name: "email", type: "email", autoComplete: "email" }}
      username={account.login}
      wrongIn={wrongIn}
      send={(wanted, password) => changeAddress(account.id, wanted, password)}
      ofField={["invalid-email", "duplicate-email"]}
      onDone={(kind, email) => onDone({ kind, email })}
      onClose={onClose}
    />
  );
}
