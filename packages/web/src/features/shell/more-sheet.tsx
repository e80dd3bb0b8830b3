import {
  CalendarRange as Calendars,
  CalendarPlus,
  DoorOpen,
  ListChecks,
  LogOut,
  Printer,
  Redo2,
  Settings,
  Trash2,
  Undo2,
  Vote,
} from "lucide-react";
import { useLocation } from "wouter";
import type { ReactNode } from "react";
import { useMessages, useSpeech, type Language } from "../../i18n/messages.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { leaveSession } from "../../store/leave-session.ts";
import { Button } from "../../ui/button.tsx";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { Sheet } from "../../ui/overlays/sheet.tsx";
import { asTheme, chosenTheme, showTheme, type Theme } from "../../ui/theme.ts";
import { redoAction, undoAction } from "../item-actions/screen.tsx";
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
  const store = useCalendarStore();
  const { undoable, redoable } = useCalendarSnapshot();
  const then = (act: () => void) => (): void => {
    onClose();
    act();
  };
  const go = (path: string): void => then(() => navigate(path))();
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
        {undoable > 0 ? (
          <Button look="quiet" size={40} onClick={then(() => undoAction({ t, store }))}>
            <Undo2 size={20} strokeWidth={1.6} /> {t("action.undo")}
          </Button>
        ) : null}
        {redoable > 0 ? (
          <Button look="quiet" size={40} onClick={then(() => redoAction({ t, store }))}>
            <Redo2 size={20} strokeWidth={1.6} /> {t("action.redo")}
          </Button>
        ) : null}
        <Button look="quiet" size={40} onClick={() => go("/year")}>
          <Calendars size={20} strokeWidth={1.6} /> {t("shell.viewYear")}
        </Button>
        <BookingWays toBookables={() => go("/bookables")} navigate={navigate} />
        <Button look="quiet" size={40} onClick={() => go("/tasks")}>
          <ListChecks size={20} strokeWidth={1.6} /> {t("shell.viewTasks")}
        </Button>
        <Button look="quiet" size={40} onClick={then(askToPrint)}>
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

interface BookingWaysProps {
  readonly toBookables: () => void;
  readonly navigate: (to: string) => void;
}

/** The ways to what one books, and to where others book a time. */
function BookingWays({ toBookables, navigate }: BookingWaysProps) {
  const t = useMessages();
  return (
    <>
      <Button look="quiet" size={40} onClick={toBookables}>
        <DoorOpen size={20} strokeWidth={1.6} /> {t("bookables.open")}
      </Button>
      <Button look="quiet" size={40} onClick={() => navigate("/booking-pages")}>
        <CalendarPlus size={20} strokeWidth={1.6} /> {t("bookingPages.title")}
      </Button>
      <Button look="quiet" size={40} onClick={() => navigate("/polls")}>
        <Vote size={20} strokeWidth={1.6} /> {t("polls.title")}
      </Button>
    </>
  );
}
