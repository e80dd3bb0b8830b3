import {
  Activity,
  Bell,
  CalendarClock,
  CalendarDays,
  Download,
  Languages,
  Mail,
  ScrollText,
  Shield,
  Smartphone,
  User,
  UserCog,
  Users,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import { lazy, type ComponentType } from "react";
import type { Account } from "../../api/auth-client.ts";
import type { MessageKey } from "../../i18n/messages.ts";

type PageComponent = ComponentType<{ readonly account: Account }>;

export interface SettingsPage {
  /** the last part of the address */
  readonly path: string;
  readonly title: MessageKey;
  readonly icon: LucideIcon;
  /** fetched when it is opened: the list is shown elsewhere too */
  readonly component: PageComponent;
  /** what can be set there, for the search */
  readonly holds: readonly MessageKey[];
}

const profile: SettingsPage = {
  path: "profile",
  title: "settings.profile.title",
  icon: User,
  component: lazy(() => import("./profile/profile-page.tsx").then((it) => ({ default: it.ProfilePage }))),
  holds: ["settings.profile.name", "settings.profile.email"],
};

/** Every page of the settings, in the order of the list. */
export const settingsPages: readonly [SettingsPage, ...SettingsPage[]] = [
  profile,
  {
    path: "look",
    title: "settings.look.title",
    icon: Languages,
    component: lazy(() => import("./look/look-page.tsx").then((it) => ({ default: it.LookPage }))),
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
    component: lazy(() => import("./hours/hours-page.tsx").then((it) => ({ default: it.HoursPage }))),
    holds: ["settings.hours.week", "settings.hours.away"],
  },
  {
    path: "calendars",
    title: "calendars.title",
    icon: CalendarDays,
    component: lazy(() =>
      import("./calendars/calendars-page.tsx").then((it) => ({ default: it.CalendarsPage })),
    ),
    holds: [],
  },
  {
    path: "sharing",
    title: "sharing.title",
    icon: Users,
    component: lazy(() => import("./sharing/sharing-page.tsx").then((it) => ({ default: it.SharingPage }))),
    holds: ["sharing.people", "sharing.withMe", "handOver.label"],
  },
  {
    path: "groups",
    title: "admin.groups.title",
    icon: UsersRound,
    component: lazy(() => import("./admin/groups-page.tsx").then((it) => ({ default: it.GroupsPage }))),
    holds: [],
  },
  {
    path: "devices",
    title: "settings.devices.nav",
    icon: Smartphone,
    component: lazy(() => import("./devices/devices-page.tsx").then((it) => ({ default: it.DevicesPage }))),
    holds: ["settings.devices.setUp", "settings.devices.byHand", "settings.devices.connected"],
  },
  {
    path: "notifications",
    title: "settings.notifications.title",
    icon: Bell,
    component: lazy(() =>
      import("./notifications/notifications-page.tsx").then((it) => ({ default: it.NotificationsPage })),
    ),
    holds: [
      "settings.notifications.row.reminders",
      "settings.notifications.agenda",
      "settings.notifications.quiet",
    ],
  },
  {
    path: "security",
    title: "settings.security.title",
    icon: Shield,
    component: lazy(() =>
      import("./security/security-page.tsx").then((it) => ({ default: it.SecurityPage })),
    ),
    holds: [
      "settings.security.password",
      "settings.security.basic",
      "settings.security.signIns",
      "settings.security.here",
    ],
  },
  {
    path: "import",
    title: "settings.import.title",
    icon: Download,
    component: lazy(() => import("./import/import-page.tsx").then((it) => ({ default: it.ImportPage }))),
    holds: ["settings.import.in", "settings.import.out"],
  },
];

/** The pages of the administration, under `/admin/`, for administrators. */
export const adminPages: readonly SettingsPage[] = [
  {
    path: "people",
    title: "admin.people.title",
    icon: UserCog,
    component: lazy(() => import("./admin/people-page.tsx").then((it) => ({ default: it.PeoplePage }))),
    holds: ["admin.invite.title"],
  },
  {
    path: "groups",
    title: "admin.groups.title",
    icon: UsersRound,
    component: lazy(() => import("./admin/groups-page.tsx").then((it) => ({ default: it.GroupsPage }))),
    holds: ["admin.groups.new"],
  },
  {
    path: "mail",
    title: "admin.mail.title",
    icon: Mail,
    component: lazy(() => import("./admin/mail-page.tsx").then((it) => ({ default: it.MailPage }))),
    holds: ["admin.mail.test", "admin.mail.waiting", "admin.mail.in"],
  },
  {
    path: "audit",
    title: "admin.audit.title",
    icon: ScrollText,
    component: lazy(() => import("./admin/audit-page.tsx").then((it) => ({ default: it.AuditPage }))),
    holds: [],
  },
  {
    path: "health",
    title: "admin.health.title",
    icon: Activity,
    component: lazy(() => import("./admin/health-page.tsx").then((it) => ({ default: it.HealthPage }))),
    holds: ["admin.health.database", "admin.health.mail"],
  },
];
