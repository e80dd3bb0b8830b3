import type { DisplayRecord } from "@snart/calendar/jmap/door.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useCallback, useEffect, useState } from "react";
import type { CalendarOwner } from "../../../api/calendars/calendars-api.ts";
import { fetchDisplays, removeDisplay } from "../../../api/items/door-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { SettingSection } from "../parts/setting-page.tsx";
import styles from "./dialog-form.module.css";
import { NewWallDialog } from "./new-wall-dialog.tsx";

interface WallsSectionProps {
  readonly accountId: string;
  readonly owners: readonly CalendarOwner[];
}

/** The screens on walls that show calendars by a secret link: they are made here, and ended. */
export function WallsSection({ accountId, owners }: WallsSectionProps) {
  const t = useMessages();
  const [walls, setWalls] = useState<readonly DisplayRecord[]>([]);
  const [problem, setProblem] = useState<ApiProblem>();
  const [isMaking, setMaking] = useState(false);
  const load = useCallback(
    () =>
      fetchDisplays(accountId).then((given) => {
        if (given.ok) setWalls(given.value.filter(({ calendarIds }) => calendarIds !== null));
        else setProblem(given.problem);
      }),
    [accountId],
  );
  useEffect(() => void load(), [load]);
  const remove = async ({ id, name }: DisplayRecord): Promise<void> => {
    const done = await removeDisplay(accountId, id);
    setProblem(done.ok ? undefined : done.problem);
    if (done.ok) addToast({ message: t("manage.displayRemoved", { name: isolated(name) }) });
    await load();
  };
  return (
    <SettingSection
      title={t("walls.title")}
      action={<Button onClick={() => setMaking(true)}>{t("walls.new")}</Button>}
    >
      <p className={styles.text}>{t("walls.intro")}</p>
      {walls.length > 0 ? (
        <ul className={styles.links} aria-label={t("walls.title")}>
          {walls.map((wall) => (
            <WallRow key={wall.id} wall={wall} owners={owners} onRemove={() => void remove(wall)} />
          ))}
        </ul>
      ) : null}
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {isMaking ? (
        <NewWallDialog accountId={accountId} owners={owners} onMade={load} onClose={() => setMaking(false)} />
      ) : null}
    </SettingSection>
  );
}

interface WallRowProps {
  readonly wall: DisplayRecord;
  readonly owners: readonly CalendarOwner[];
  readonly onRemove: () => void;
}

function WallRow({ wall: { name, calendarIds, seenAt, showsPrivate }, owners, onRemove }: WallRowProps) {
  const t = useMessages();
  const known = new Map(owners.flatMap(({ calendars }) => calendars.map((it) => [it.id, it.name] as const)));
  // A calendar that was taken away has no name here, and nothing on the screen.
  const names = (calendarIds ?? []).flatMap((id) => known.get(id) ?? []);
  return (
    <li className={styles.link}>
      <span>
        <span className={styles.label}>{isolated(name)}</span>
        <span className={styles.said}>
          {" · "}
          {seenAt === null ? (
            t("manage.displayNever")
          ) : (
            <Sentence of="manage.displaySeen" args={{ distance: <HowLongAgo at={Date.parse(seenAt)} /> }} />
          )}
        </span>
        <br />
        <span className={styles.said}>
          {names.length === 0 ? t("wall.nothing") : names.map(isolated).join(", ")}
          {showsPrivate ? ` · ${t("walls.withPrivate")}` : null}
        </span>
      </span>
      <Button
        look="danger"
        aria-label={t("manage.displayRemove", { name: isolated(name) })}
        onClick={onRemove}
      >
        {t("walls.end")}
      </Button>
    </li>
  );
}
