import type { ProfileChange } from "../api/account/account-api.ts";
import type { CalendarRemote } from "./remote/calendar-remote.ts";
import type { StateChange } from "../api/push.ts";
import type { LocalCopy } from "./copy/local-copy.ts";
import type { JoinTabs } from "./tabs/tab-group.ts";

export interface StoreOptions {
  readonly remote: CalendarRemote;
  /** the viewer's zone, IANA */
  readonly timeZone: string;
  readonly now: () => number;
  /** the server says that nobody is signed in any more */
  readonly onSignedOut: () => void;
  /** called with the settings that wait for the server, in order, on top of the server's own */
  readonly onSettings?: (waiting: readonly ProfileChange[]) => void;
  /** the server has taken a change of the settings */
  readonly onSettingsSaved?: (change: ProfileChange) => void;
  /**
   * called when there may be new notices: reminders, and notifications of what others did
   * @param changed what was announced; absent: anything may have been missed
   */
  readonly onNotices?: (changed?: StateChange) => void;
  /** called when the person's own calendars have changed elsewhere, and with them perhaps which is the default */
  readonly onOwnCalendars?: () => void;
  /** opens the copy on this machine; without it everything stays in memory */
  readonly openCopy?: () => Promise<LocalCopy | undefined>;
  /** finds the other tabs of the same person */
  readonly joinTabs?: JoinTabs;
  /** names this tab among them */
  readonly tab?: string;
}
