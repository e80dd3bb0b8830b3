import { CalendarDays, Download, Shield, Smartphone, User } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Account } from "../../api/auth-client.ts";
import type { MessageKey } from "../../i18n/messages.ts";
import { CalendarsPage } from "./pages/calendars-page.tsx";
import { DevicesPage } from "./pages/devices-page.tsx";
import { ImportPage } from "./pages/import-page.tsx";
import { ProfilePage } from "./pages/profile-page.tsx";
import { SecurityPage } from "./pages/security-page.tsx";

export interface SettingsPage {
  /** the last part of the address */
  readonly path: string;
  readonly title: MessageKey;
  readonly icon: LucideIcon;
  readonly component: ComponentType<{ readonly account: Account }>;
}

const profile: SettingsPage = {
  path: "profile",
  title: "settings.profile.title",
  icon: User,
  component: ProfilePage,
};

/** Every page of the settings, in the order of the list. */
export const settingsPages: readonly [SettingsPage, ...SettingsPage[]] = [
  profile,
  { path: "calendars", title: "calendars.title", icon: CalendarDays, component: CalendarsPage },
  { path: "devices", title: "settings.devices.nav", icon: Smartphone, component: DevicesPage },
  { path: "security", title: "settings.security.title", icon: Shield, component: SecurityPage },
  { path: "import", title: "settings.import.title", icon: Download, component: ImportPage },
];
