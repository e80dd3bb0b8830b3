import {
  Activity,
  Archive,
  Bell,
  Bug,
  CalendarClock,
  CalendarDays,
  Download,
  House,
  KeyRound,
  Languages,
  Mail,
  ScrollText,
  Shield,
  Smartphone,
  Sparkles,
  User,
  UserCog,
  Users,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType } from "react";
import type { Account } from "../../api/auth-client.ts";
import type { MessageKey } from "../../i18n/messages.ts";
import { page } from "../../ui/part.tsx";

type PageComponent = ComponentType<{ readonly account: Account }>;

export interface SettingsPage {
  /** the last part of the address */
  readonly path: string;
  readonly title: MessageKey;
  readonly icon: LucideIcon;
  /** fetched when it is opened: the list is shown elsewhere too */
  readonly component: PageComponent;
  /** the settings of the page, for the search */
  readonly holds: readonly MessageKey[];
  /** a page of several columns */
  readonly isWide?: boolean;
}

const profile: SettingsPage = {
  path: "profile",
  title: "settings.profile.title",
  icon: User,
  component: page(() => import("./profile/profile-page.tsx").then((it) => it.ProfilePage)).Component,
  holds: [
    "settings.profile.name",
    "photo.title",
    "photo.initials",
    "settings.profile.email",
    "photo.travel",
    "newEvents.title",
    "newEvents.length",
    "closeAccount.title",
  ],
};

/** Every page of the settings, in the order of the list. */
export const settingsPages: readonly [SettingsPage, ...SettingsPage[]] = [
  profile,
  {
    path: "look",
    title: "settings.look.title",
    icon: Languages,
    component: page(() => import("./look/look-page.tsx").then((it) => it.LookPage)).Component,
    holds: [
      "language.label",
      "settings.profile.theme",
      "settings.look.density",
      "settings.region.clock",
      "settings.region.date",
      "settings.profile.zone",
      "settings.look.almanac",
      "settings.look.freeOn",
      "settings.nameDays.title",
      "settings.profile.howSoon",
      "tasks.showInCalendar",
      "settings.profile.keys",
    ],
  },
  {
    path: "hours",
    title: "settings.hours.title",
    icon: CalendarClock,
    component: page(() => import("./hours/hours-page.tsx").then((it) => it.HoursPage)).Component,
    holds: ["settings.hours.week", "settings.hours.away"],
  },
  {
    path: "calendars",
    title: "calendars.title",
    icon: CalendarDays,
    component: page(() => import("./calendars/calendars-page.tsx").then((it) => it.CalendarsPage)).Component,
    holds: ["walls.title"],
  },
  {
    path: "sharing",
    title: "sharing.title",
    icon: Users,
    component: page(() => import("./sharing/sharing-page.tsx").then((it) => it.SharingPage)).Component,
    holds: ["sharing.people", "sharing.withMe", "handOver.label", "visible.title"],
  },
  {
    path: "groups",
    title: "admin.groups.title",
    icon: UsersRound,
    component: page(() => import("./admin/groups-page.tsx").then((it) => it.GroupsPage)).Component,
    holds: [],
  },
  {
    path: "devices",
    title: "settings.devices.nav",
    icon: Smartphone,
    component: page(() => import("./devices/devices-page.tsx").then((it) => it.DevicesPage)).Component,
    holds: ["settings.devices.setUp", "settings.devices.byHand", "settings.devices.connected"],
  },
  {
    path: "notifications",
    title: "settings.notifications.title",
    icon: Bell,
    component: page(() => import("./notifications/notifications-page.tsx").then((it) => it.NotificationsPage))
      .Component,
    holds: [
      "settings.notifications.row.reminders",
      "settings.notifications.agenda",
      "settings.notifications.week",
      "settings.notifications.quiet",
    ],
  },
  {
    path: "security",
    title: "settings.security.title",
    icon: Shield,
    component: page(() => import("./security/security-page.tsx").then((it) => it.SecurityPage)).Component,
    holds: [
      "settings.security.password",
      "settings.security.passkeys.title",
      "settings.security.identities.title",
      "settings.security.ways.title",
      "settings.security.ways.codes",
      "settings.security.basic",
      "households.doorPin",
      "settings.security.signIns",
      "settings.security.here",
    ],
  },
  {
    path: "import",
    title: "settings.import.title",
    icon: Download,
    component: page(() => import("./import/import-pages.ts").then((it) => it.ImportPage)).Component,
    holds: ["settings.import.in", "bringIn.title", "settings.import.out"],
  },
];

/** Pages that are reached from one of these, and belong to it in the list. */
export const innerPages: readonly (SettingsPage & { readonly within: SettingsPage["path"] })[] = [
  {
    path: "import/move",
    within: "import",
    title: "bringIn.title",
    icon: Download,
    component: page(() => import("./import/import-pages.ts").then((it) => it.BringInPage)).Component,
    holds: [],
    isWide: true,
  },
];

/** The pages of the administration, under `/admin/`, for administrators. */
export const adminPages: readonly SettingsPage[] = [
  {
    path: "people",
    title: "admin.people.title",
    icon: UserCog,
    component: page(() => import("./admin/people-page.tsx").then((it) => it.PeoplePage)).Component,
    holds: ["admin.invite.title", "admin.visible.title"],
  },
  {
    path: "groups",
    title: "admin.groups.title",
    icon: UsersRound,
    component: page(() => import("./admin/groups-page.tsx").then((it) => it.GroupsPage)).Component,
    holds: ["admin.groups.new"],
  },
  {
    path: "households",
    title: "households.title",
    icon: House,
    component: page(() => import("./households/households-page.tsx").then((it) => it.HouseholdsPage))
      .Component,
    holds: ["households.paste"],
    isWide: true,
  },
  {
    path: "providers",
    title: "admin.providers.title",
    icon: KeyRound,
    component: page(() => import("./admin/server-pages.ts").then((it) => it.ProvidersPage)).Component,
    holds: ["admin.providers.who", "admin.providers.groups", "admin.directories.mail"],
  },
  {
    path: "mail",
    title: "admin.mail.title",
    icon: Mail,
    component: page(() => import("./admin/mail-page.tsx").then((it) => it.MailPage)).Component,
    holds: ["admin.mail.test", "admin.mail.waiting", "admin.mail.in"],
  },
  {
    path: "audit",
    title: "admin.audit.title",
    icon: ScrollText,
    component: page(() => import("./admin/audit-page.tsx").then((it) => it.AuditPage)).Component,
    holds: [],
  },
  {
    path: "backups",
    title: "admin.backups.title",
    icon: Archive,
    component: page(() => import("./admin/server-pages.ts").then((it) => it.BackupsPage)).Component,
    holds: ["admin.backups.now", "admin.backups.schedule", "admin.backups.keep"],
  },
  {
    path: "error-reporting",
    title: "admin.errors.title",
    icon: Bug,
    component: page(() => import("./admin/server-pages.ts").then((it) => it.ErrorReportingPage)).Component,
    holds: ["admin.errors.service", "admin.errors.test"],
  },
  {
    path: "health",
    title: "admin.health.title",
    icon: Activity,
    component: page(() => import("./admin/server-pages.ts").then((it) => it.HealthPage)).Component,
    holds: ["admin.health.database", "admin.health.mail"],
  },
  {
    path: "whats-new",
    title: "admin.whatsNew.title",
    icon: Sparkles,
    component: page(() => import("./admin/server-pages.ts").then((it) => it.WhatsNewPage)).Component,
    holds: [],
  },
];
