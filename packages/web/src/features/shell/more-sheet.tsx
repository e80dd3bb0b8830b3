import { CalendarRange as Calendars, ListChecks, LogOut, Printer, Settings, Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import type { ReactNode } from "react";
import { useMessages, useSpeech, type Language } from "../../i18n/messages.ts";
import { leaveSession } from "../../store/session.ts";
import { Button } from "../../ui/button.tsx";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { Sheet } from "../../ui/overlays/sheet.tsx";
import { asTheme, chosenTheme, showTheme, type Theme } from "../../ui/theme.ts";
import { askToPrint } from "../print/model.ts";
import { usePreferences } from "../preferences/model.ts";
import styles from "./more-sheet.module.css";

export interface MoreSheetProps {
  readonly onClose: () => void;
  /** the list of calendars */
  readonly children: ReactNode;
}

/** The controls that a phone has no room for: calendars, language, theme, settings, signing out. */
export function MoreSheet({ onClose, children }: MoreSheetProps) {
  const t = useMessages();
  const { language, setLanguage } = useSpeech();
  const [preferences, prefer] = usePreferences();
  const [, navigate] = useLocation();
  const go = (path: string): void => {
    onClose();
    navigate(path);
  };
  return (
    <Sheet label={t("shell.more")} isOpen onClose={onClose}>
      {children}
      <div className={styles.choices}>
        <SegmentedControl<Language>
          label={t("shell.language")}
          size={34}
          value={language}
          onChange={(chosen) => {
            setLanguage(chosen);
            prefer({ language: chosen });
          }}
          segments={[
            { value: "en-GB", label: "English" },
            { value: "sv", label: "Svenska" },
          ]}
        />
        <SegmentedControl<Theme>
          label={t("shell.theme")}
          size={34}
          value={asTheme(preferences?.theme)}
          onChange={(theme) => {
            showTheme(theme);
            prefer({ theme: chosenTheme(theme) });
          }}
          segments={[
            { value: "light", label: t("shell.themeLight") },
            { value: "dark", label: t("shell.themeDark") },
            { value: "system", label: t("shell.themeSystem") },
          ]}
        />
      </div>
      <div className={styles.ways}>
        <Button look="quiet" size={40} onClick={() => go("/year")}>
          <Calendars size={20} strokeWidth={1.6} /> {t("shell.viewYear")}
        </Button>
        <Button look="quiet" size={40} onClick={() => go("/tasks")}>
          <ListChecks size={20} strokeWidth={1.6} /> {t("shell.viewTasks")}
        </Button>
        <Button
          look="quiet"
          size={40}
          onClick={() => {
            onClose();
            askToPrint();
          }}
        >
          <Printer size={20} strokeWidth={1.6} /> {t("print.open")}
        </Button>
        <Button look="quiet" size={40} onClick={() => go("/trash")}>
          <Trash2 size={20} strokeWidth={1.6} /> {t("trash.open")}
        </Button>
        <Button look="quiet" size={40} onClick={() => navigate("/settings")}>
          <Settings size={20} strokeWidth={1.6} /> {t("shell.settings")}
        </Button>
        <Button look="quiet" size={40} onClick={() => void leaveSession()}>
          <LogOut size={20} strokeWidth={1.6} /> {t("shell.signOut")}
        </Button>
      </div>
    </Sheet>
  );
}
