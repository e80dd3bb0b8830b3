import {
  CalendarPlus,
  CloudOff,
  DoorOpen,
  Download,
  Eye,
  EyeOff,
  Filter,
  Keyboard,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Printer,
  Redo2,
  RefreshCw,
  Sun,
  Timer,
  Trash2,
  Truck,
  Upload,
  Vote,
} from "lucide-react";
import { languages, type Language } from "@snart/locales/language.ts";
import { useMemo, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages, useSpeech } from "../../i18n/messages.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { leaveSession } from "../../store/leave-session.ts";
import { shownFilter } from "../../grid/shown-filter.ts";
import { chosenTheme, showTheme, type Theme } from "../../ui/theme.ts";
import { keyedActions, keyOf } from "../actions/model.ts";
import { actionIcons } from "../actions/screen.tsx";
import { showChanges } from "../changes/screen.tsx";
import { chooseImportFiles } from "../import/screen.tsx";
import type { Command } from "../palette/screen.tsx";
import { askToPrint } from "../print/model.ts";
import { settingsPages } from "../settings/model.ts";
import { usePreferences } from "../preferences/model.ts";
import { keyActions } from "./key-actions.ts";
import { filterId, knownFilters } from "../../grid/finding/known-filters.ts";
import type { CalendarPageState } from "./page/use-calendar-page.ts";

/** Returns every command of the calendar, in the words of the language on screen. */
export function useCommands(page: CalendarPageState): readonly Command[] {
  const keyed = useKeyedCommands(page);
  const places = usePlaceCommands();
  const calendars = useCalendarCommands();
  const habits = useHabitCommands(page);
  const changes = useChangeCommands();
  const filters = useFilterCommands(page);
  return [...keyed, ...changes, ...filters, ...calendars, ...places, ...habits];
}

/** Returns the actions with a key, which run as by their first key. They leave out the palette, which is open already. */
function useKeyedCommands(page: CalendarPageState): readonly Command[] {
  const t = useMessages();
  return keyedActions
    .filter((action) => action !== "find")
    .map((action) => ({
      id: action,
      title: t(`action.${action}`),
      icon: actionIcons[action],
      key: keyOf(action),
      run: () => keyActions[action](page, keyOf(action).toLowerCase()),
    }));
}

function useChangeCommands(): readonly Command[] {
  const t = useMessages();
  const store = useCalendarStore();
  const { redoable, waiting } = useCalendarSnapshot();
  return [
    ...(redoable > 0
      ? [{ id: "redo", title: t("action.redo"), icon: Redo2, run: () => void store.redo() }]
      : []),
    ...(waiting > 0
      ? [
          {
            id: "waiting",
            title: t("shell.offline.show"),
            icon: CloudOff,
            run: () => showChanges("waiting"),
          },
        ]
      : []),
    { id: "sync", title: t("action.sync"), icon: RefreshCw, run: () => void store.retry() },
  ];
}

function useCalendarCommands(): readonly Command[] {
  const t = useMessages();
  const store = useCalendarStore();
  const { calendars } = useCalendarSnapshot();
  const switches = calendars.map(({ key, name, isVisible }) => ({
    id: `calendar ${key}`,
    title: t(isVisible ? "action.hideCalendar" : "action.showCalendar", { name }),
    icon: isVisible ? EyeOff : Eye,
    run: () => store.setVisible(name, new Map([[key, !isVisible]])),
  }));
  if (calendars.every(({ isVisible }) => isVisible)) return switches;
  const showAll = (): void =>
    store.setVisible(t("action.showAll"), new Map(calendars.map(({ key }) => [key, true])));
  return [...switches, { id: "show all", title: t("action.showAll"), icon: Eye, run: showAll }];
}

/** Returns the commands that filter by category or participant, and that remove the filter. */
function useFilterCommands({ account }: CalendarPageState): readonly Command[] {
  const t = useMessages();
  const { events } = useCalendarSnapshot();
  const shown = useSyncExternalStore(shownFilter.subscribe, shownFilter.get);
  const known = useMemo(() => knownFilters(events.values(), account.email), [events, account.email]);
  const only = known.map((filter) => ({
    id: `only ${filterId(filter)}`,
    title: t("tools.showOnly", { name: isolated(filter.name) }),
    icon: Filter,
    run: () => shownFilter.set(filter),
  }));
  if (!shown) return only;
  return [
    { id: "show everything", title: t("tools.showAll"), icon: Eye, run: () => shownFilter.set(null) },
    ...only,
  ];
}

function usePlaceCommands(): readonly Command[] {
  const t = useMessages();
  const [, navigate] = useLocation();
  return [
    { id: "import", title: t("action.import"), icon: Upload, run: () => chooseImportFiles(t) },
    {
      id: "move here",
      title: t("bringIn.title"),
      icon: Truck,
      run: () => navigate("/settings/import/move"),
    },
    {
      id: "export",
      title: t("action.export"),
      icon: Download,
      run: () => navigate("/settings/import"),
    },
    { id: "print", title: t("print.open"), icon: Printer, run: askToPrint },
    { id: "bookables", title: t("bookables.open"), icon: DoorOpen, run: () => navigate("/bookables") },
    {
      id: "booking pages",
      title: t("bookingPages.title"),
      icon: CalendarPlus,
      run: () => navigate("/booking-pages"),
    },
    { id: "polls", title: t("polls.title"), icon: Vote, run: () => navigate("/polls") },
    { id: "new poll", title: t("polls.new"), icon: Vote, run: () => navigate("/polls/new") },
    { id: "trash", title: t("trash.open"), icon: Trash2, run: () => navigate("/trash") },
    ...settingsPages.map(({ path, title, icon, holds }) => ({
      id: `settings ${path}`,
      title: t("action.settings", { page: t(title) }),
      words: holds.map((key) => t(key)).join(" "),
      icon,
      run: () => navigate(`/settings/${path}`),
    })),
    { id: "sign out", title: t("shell.signOut"), icon: LogOut, run: () => void leaveSession() },
  ];
}

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;
const themes = ["light", "dark", "system"] as const satisfies readonly Theme[];
const languageNames: Readonly<Record<Language, string>> = { "en-GB": "English", sv: "Svenska" };

function useHabitCommands({ account }: CalendarPageState): readonly Command[] {
  const t = useMessages();
  const { language, setLanguage } = useSpeech();
  const [, prefer] = usePreferences();
  const { showHowSoon, singleKeyShortcuts } = account.preferences;
  const [isShown, hasKeys] = [showHowSoon !== false, singleKeyShortcuts !== false];
  return [
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      title: t(`action.theme.${theme}`),
      icon: themeIcons[theme],
      run: () => {
        showTheme(theme);
        prefer({ theme: chosenTheme(theme) });
      },
    })),
    ...languages
      .filter((it) => it !== language)
      .map((it) => ({
        id: `language ${it}`,
        title: t("action.language", { name: languageNames[it] }),
        words: "language språk",
        icon: Languages,
        run: () => {
          setLanguage(it);
          prefer({ language: it });
        },
      })),
    {
      id: "how soon",
      title: t(isShown ? "action.hideHowSoon" : "action.showHowSoon"),
      icon: Timer,
      run: () => prefer({ showHowSoon: !isShown }),
    },
    {
      id: "single keys",
      title: t(hasKeys ? "action.keysOff" : "action.keysOn"),
      icon: Keyboard,
      run: () => prefer({ singleKeyShortcuts: !hasKeys }),
    },
  ];
}
