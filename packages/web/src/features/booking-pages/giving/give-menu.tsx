import { Shuffle, UserRound } from "lucide-react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Menu, MenuItem, MenuLine } from "../../../ui/overlays/menu.tsx";
import type { PossibleHost } from "../owner/use-page-owners.ts";
import styles from "../screen.module.css";

const ICON = { size: 16, strokeWidth: 1.6, "aria-hidden": true } as const;

interface GiveMenuProps {
  /** of the guest */
  readonly name: string;
  readonly others: readonly PossibleHost[];
  readonly isBusy: boolean;
  /** @param hostId null: whoever's turn it is */
  readonly onGive: (hostId: string | null) => void;
}

/** Gives a guest to whoever's turn it is, or to somebody by name. */
export function GiveMenu({ name, others, isBusy, onGive }: GiveMenuProps) {
  const t = useMessages();
  const label = t("bookingPages.giveNamed", { name });
  return (
    <MenuTrigger>
      <AriaButton className={styles.give ?? ""} aria-label={label} isDisabled={isBusy}>
        {t("bookingPages.give")}
      </AriaButton>
      <Menu label={label}>
        <MenuItem icon={<Shuffle {...ICON} />} onAction={() => onGive(null)}>
          {t("bookingPages.giveTurn")}
        </MenuItem>
        <MenuLine />
        {others.map(({ id, name: other }) => (
          <MenuItem key={id} icon={<UserRound {...ICON} />} onAction={() => onGive(id)}>
            {isolated(other)}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
