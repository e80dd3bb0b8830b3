import { CalendarPlus, DoorOpen, Keyboard, LogOut, Settings, Trash2, Vote } from "lucide-react";
import type { RefObject } from "react";
import { useLocation } from "wouter";
import { useMessages, useSpeech, type Language } from "../../i18n/messages.ts";
import { leaveSession } from "../../store/leave-session.ts";
import { useAccount } from "../../store/session.ts";
import { MenuAt, MenuGroup, MenuItem, MenuLine, MenuSelection } from "../../ui/overlays/menu.tsx";
import { asTheme, chosenTheme, showTheme, type Theme } from "../../ui/theme.ts";
import { keyOf } from "../actions/model.ts";
import { usePreferences } from "../preferences/model.ts";

export interface AccountMenuProps {
  readonly onKeys: () => void;
  /** the button that opens it */
  readonly anchor: RefObject<Element | null>;
  readonly onClose: () => void;
}

/** Who is signed in, settings, language and theme at hand, and the way out. */
export function AccountMenu({ onKeys, anchor, onClose }: AccountMenuProps) {
  const t = useMessages();
  const { language, setLanguage } = useSpeech();
  const account = useAccount();
  const [, navigate] = useLocation();
  const [, prefer] = usePreferences();
  if (!account) return null;
  return (
    <MenuAt label={t("shell.account")} anchor={anchor} placement="bottom end" onClose={onClose}>
      <MenuGroup title={account.displayName} note={account.email ?? ""}>
        <MenuItem icon={<Settings size={16} strokeWidth={1.6} />} onAction={() => navigate("/settings")}>
          {t("shell.settings")}
        </MenuItem>
        <MenuItem icon={<DoorOpen size={16} strokeWidth={1.6} />} onAction={() => navigate("/bookables")}>
          {t("bookables.open")}
        </MenuItem>
        <MenuItem
          icon={<CalendarPlus size={16} strokeWidth={1.6} />}
          onAction={() => navigate("/booking-pages")}
        >
          {t("bookingPages.title")}
        </MenuItem>
        <MenuItem icon={<Vote size={16} strokeWidth={1.6} />} onAction={() => navigate("/polls")}>
          {t("polls.title")}
        </MenuItem>
        <MenuItem icon={<Trash2 size={16} strokeWidth={1.6} />} onAction={() => navigate("/trash")}>
          {t("trash.open")}
        </MenuItem>
        <MenuItem icon={<Keyboard size={16} strokeWidth={1.6} />} hint={keyOf("keys")} onAction={onKeys}>
          {t("shell.keys")}
        </MenuItem>
      </MenuGroup>
      <MenuLine />
      <MenuSelection<Language>
        label={t("shell.language")}
        value={language}
        onChange={(chosen) => {
          setLanguage(chosen);
          prefer({ language: chosen });
        }}
      >
        <MenuItem id="en-GB">English</MenuItem>
        <MenuItem id="sv">Svenska</MenuItem>
      </MenuSelection>
      <MenuLine />
      <MenuSelection<Theme>
        label={t("shell.theme")}
        value={asTheme(account.preferences.theme)}
        onChange={(theme) => {
          showTheme(theme);
          prefer({ theme: chosenTheme(theme) });
        }}
      >
        <MenuItem id="light">{t("shell.themeLight")}</MenuItem>
        <MenuItem id="dark">{t("shell.themeDark")}</MenuItem>
        <MenuItem id="system">{t("shell.themeSystem")}</MenuItem>
      </MenuSelection>
      <MenuLine />
      <MenuItem icon={<LogOut size={16} strokeWidth={1.6} />} onAction={() => void leaveSession()}>
        {t("shell.signOut")}
      </MenuItem>
    </MenuAt>
  );
}
