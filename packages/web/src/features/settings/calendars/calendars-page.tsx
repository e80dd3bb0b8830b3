import { problemKey } from "@snart/locales/problem-codes.ts";
import { useRef, useState } from "react";
import { Link } from "wouter";
import type { Account } from "../../../api/auth-client.ts";
import {
  changeCalendars,
  type CalendarOwner,
  type ManagedCalendar,
} from "../../../api/calendars/calendars-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { useCalendarList, type CalendarList } from "./calendar-list.ts";
import { CalendarRows } from "./calendar-rows.tsx";
import styles from "./calendar-rows.module.css";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { useSaver } from "../parts/save-state.ts";
import { defaultCalendarOf } from "./default-calendar.ts";
import { moved } from "./moved.ts";
import type { OpenDialog } from "./open-dialog.ts";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import { CalendarDialogs } from "./calendar-dialogs.tsx";
import { WallsSection } from "./walls-section.tsx";

/** How long a row may go on being moved before its place is saved: arrow keys come in bursts. */
const SETTLE_MS = 400;

/**
 * Every calendar that the person sees: here they are made, named, coloured, ordered, hidden, followed, published and
 * deleted.
 */
export function CalendarsPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const list = useCalendarList();
  const [open, setOpen] = useState<OpenDialog>();
  const { problem, save, move } = useSaving(list);
  const { owners, subscriptions, links } = list;
  const asked = useAsked(owners);
  const shown = open ?? asked.dialog;
  const { defaultId, makeDefault } = useDefault(account, owners);
  const close = (): void => {
    setOpen(undefined);
    asked.forget();
  };
  const said = problem ?? list.problem;
  return (
    <SettingPage title={t("calendars.title")} intro={t("calendars.intro")}>
      <div className={styles.buttons}>
        <Button size={36} look="primary" onClick={() => setOpen({ kind: "new" })}>
          {t("calendars.new")}
        </Button>
        <Button size={36} onClick={() => setOpen({ kind: "subscribe" })}>
          {t("calendars.subscribe")}
        </Button>
      </div>
      {said ? <FieldError>{t(problemKey(wordedCode(said)))}</FieldError> : null}
      {owners === undefined && !said ? <p className={styles.help}>{t("settings.import.loading")}</p> : null}
      {(owners ?? [])
        .filter(({ calendars }) => calendars.length > 0)
        .map((owner) => (
          <SettingSection key={owner.accountId} title={owner.isPersonal ? t("sidebar.mine") : owner.name}>
            <CalendarRows
              label={owner.name}
              calendars={owner.calendars}
              subscriptions={subscriptions}
              links={links}
              defaultId={defaultId}
              onShow={(calendar, isVisible) => void save([{ ...calendar, isVisible }], "isVisible")}
              onMove={(from, to) => move(owner, from, to)}
              onAction={(calendar, kind) =>
                kind === "default" ? makeDefault(calendar) : setOpen({ kind, calendar })
              }
            />
          </SettingSection>
        ))}
      {owners ? <WallsSection accountId={account.id} owners={owners} /> : null}
      <SettingSection>
        <p className={styles.help}>
          <Link href="/settings/import/move" className={styles.link}>
            {t("bringIn.title")}
          </Link>
        </p>
        <p className={styles.help}>
          <Link href="/settings/import" className={styles.link}>
            {t("calendars.importExport")}
          </Link>
        </p>
      </SettingSection>
      {shown ? <CalendarDialogs open={shown} list={list} accountId={account.id} onClose={close} /> : null}
    </SettingPage>
  );
}

/** The one calendar that new events go to, and the choice of another. */
function useDefault(account: Account, owners: readonly CalendarOwner[] | undefined) {
  const t = useMessages();
  const { save } = useSaver(account);
  const { defaultCalendarId = null } = account.preferences;
  const prefer = (id: string | null): void => save({ preferences: { defaultCalendarId: id } });
  const makeDefault = ({ id, name }: ManagedCalendar): void => {
    prefer(id);
    addToast({
      message: t("calendars.nowDefault", { name }),
      action: { label: t("action.undo"), takesBack: true, run: () => prefer(defaultCalendarId) },
    });
  };
  return { defaultId: defaultCalendarOf(owners ?? [], defaultCalendarId), makeDefault };
}

/**
 * The dialog that the address ends in, as from the list beside the calendar: `#new`, or a calendar's id, which opens it,
 * or its links.
 */
function useAsked(owners: readonly CalendarOwner[] | undefined) {
  const [asked, setAsked] = useState(() => location.hash.slice(1));
  const [id = "", action] = asked.split("/");
  const calendar = owners?.flatMap(({ calendars }) => calendars).find((it) => id !== "" && it.id === id);
  const ofCalendar: OpenDialog | undefined = calendar && {
    kind: action === "publish" ? "publish" : "edit",
    calendar,
  };
  const dialog: OpenDialog | undefined =
    asked === "new" || asked === "subscribe" ? { kind: asked } : ofCalendar;
  const forget = (): void => {
    if (asked !== "") history.replaceState(history.state, "", location.pathname);
    setAsked("");
  };
  return { dialog, forget };
}

/** Shows a change at once and saves it; after a refusal it shows the server's state. */
function useSaving(list: CalendarList) {
  const [problem, setProblem] = useState<ApiProblem>();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = async (
    calendars: readonly ManagedCalendar[],
    what: "isVisible" | "sortOrder",
  ): Promise<void> => {
    const [first] = calendars;
    if (!first) return;
    list.show(calendars);
    const changes = calendars.map((it) => [it.id, { [what]: it[what] }] as const);
    const done = await changeCalendars(first.accountId, Object.fromEntries(changes));
    setProblem(done.ok ? undefined : done.problem);
    if (!done.ok) await list.reload();
  };
  const move = (owner: CalendarOwner, from: number, to: number): void => {
    const { calendars, changed } = moved(owner.calendars, from, to);
    if (changed.length === 0) return;
    list.show(calendars);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => void save(calendars, "sortOrder"), SETTLE_MS);
  };
  return { problem, save, move };
}
