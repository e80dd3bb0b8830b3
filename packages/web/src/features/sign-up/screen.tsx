import type { SignUpEntryRecord, SignUpRecord } from "@snart/calendar/jmap/sign-up.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { wordedCode } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages, type MessageKey } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row/copy-row.tsx";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { fileName, saveCsv } from "../../ui/save-file.ts";
import { attendanceCsv } from "./attendance-csv.ts";
import { EntryRow } from "./entry-row.tsx";
import { useSignUpList, type SignUpList } from "./use-sign-up-list.ts";
import styles from "./sign-up-list.module.css";

interface SignUpScreenProps {
  readonly accountId: string;
  readonly signUpId: string;
}

/** For who organises: everybody who has put themselves down, who was there, the file, the link, and a reminder to the silent. */
export function SignUpScreen({ accountId, signUpId }: SignUpScreenProps) {
  const t = useMessages();
  const list = useSignUpList(accountId, signUpId);
  const { signUp, problem } = list;
  const title = signUp ? isolated(signUp.title) || t("event.untitled") : "";
  const heading = signUp ? t("signUp.list.title", { title }) : t("signUp.title");
  useDocumentTitle(heading);
  return (
    <PlainPage
      title={heading}
      intro={signUp ? t("signUp.list.intro") : null}
      back={{ href: `/event/${signUpId.replace("_", ".")}`, label: t("settings.back") }}
      actions={signUp && signUp.list && signUp.list.length > 0 ? <SaveButton signUp={signUp} /> : null}
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {signUp === undefined && !problem ? <p className={styles.quiet}>{t("signUp.loading")}</p> : null}
      {signUp === null ? <Nothing why="missing" /> : null}
      {signUp ? <Filled signUp={signUp} list={list} /> : null}
    </PlainPage>
  );
}

function Nothing({ why }: { readonly why: "missing" | "nobody" }) {
  const t = useMessages();
  return (
    <div className={styles.nothing}>
      <EmptyHorizon />
      <h2>{t(`signUp.list.${why}`)}</h2>
      <p className={styles.quiet}>{t(`signUp.list.${why}Body`)}</p>
    </div>
  );
}

function Filled({ signUp, list }: { readonly signUp: SignUpRecord; readonly list: SignUpList }) {
  const t = useMessages();
  const { capacity, taken, state, closesAt } = signUp;
  const entries = signUp.list ?? [];
  const placed = entries.filter(({ place }) => place === "placed");
  const waiting = entries
    .filter(({ place }) => place === "waiting")
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const silent = entries.filter(({ hasAnswered }) => !hasAnswered);
  const gone = entries.filter(({ place, hasAnswered }) => place === "none" && hasAnswered);
  const isEnded = state === "closed" || state === "over" || state === "cancelled";
  return (
    <>
      <p className={styles.standing}>
        {capacity === null ? t("signUp.coming", { count: taken }) : t("signUp.places", { taken, capacity })}
      </p>
      <p className={styles.quiet}>
        {isEnded ? t("signUp.state", { state }) : null}
        {closesAt !== null && !isEnded ? (
          <Sentence
            of="signUp.closes"
            args={{ distance: <HowSoon target={{ kind: "instant", at: Date.parse(closesAt) }} /> }}
          />
        ) : null}
      </p>
      {entries.length === 0 ? <Nothing why="nobody" /> : null}
      <Entries heading="signUp.list.placed" entries={placed} onTick={list.tick} onRemove={list.remove} />
      {placed.length > 0 ? (
        <p className={styles.quiet}>
          {t("signUp.list.wereThere", {
            count: placed.filter(({ hasAttended }) => hasAttended).length,
            taken: placed.length,
          })}
        </p>
      ) : null}
      <Entries heading="signUp.list.waiting" entries={waiting} onRemove={list.remove} />
      <Entries heading="signUp.list.silent" entries={silent} />
      {silent.length > 0 && !isEnded ? <Remind signUp={signUp} silent={silent.length} list={list} /> : null}
      <Entries heading="signUp.list.gone" entries={gone} />
      {state === "over" || state === "cancelled" ? null : <LinkPart signUp={signUp} list={list} />}
    </>
  );
}

interface EntriesProps {
  readonly heading: MessageKey;
  readonly entries: readonly SignUpEntryRecord[];
  readonly onTick?: (entry: SignUpEntryRecord, hasAttended: boolean) => void;
  readonly onRemove?: (entry: SignUpEntryRecord) => void;
}

function Entries({ heading, entries, onTick, onRemove }: EntriesProps) {
  const t = useMessages();
  if (entries.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t(heading)}>
      <h2>{t(heading)}</h2>
      <ul>
        {entries.map((entry) => (
          <EntryRow
            key={entry.calendarAddress}
            entry={entry}
            {...(onTick && { onTick: (hasAttended: boolean) => onTick(entry, hasAttended) })}
            {...(onRemove && { onRemove: () => onRemove(entry) })}
          />
        ))}
      </ul>
    </section>
  );
}

interface PartProps {
  readonly signUp: SignUpRecord;
  readonly list: SignUpList;
}

function Remind({ signUp, silent, list }: PartProps & { readonly silent: number }) {
  const t = useMessages();
  return (
    <div className={styles.actions}>
      <Button size={36} onClick={() => list.remind(silent)}>
        {t("signUp.remind")}
      </Button>
      {signUp.remindedAt === null ? null : (
        <span className={styles.quiet}>
          <Sentence
            of="signUp.remindedAt"
            args={{ distance: <HowLongAgo at={Date.parse(signUp.remindedAt)} /> }}
          />
        </span>
      )}
    </div>
  );
}

function LinkPart({ signUp: { linkUrl }, list }: PartProps) {
  const t = useMessages();
  return (
    <section className={styles.section} aria-label={t("signUp.link.title")}>
      <h2>{t("signUp.link.title")}</h2>
      <p className={styles.quiet}>{t("signUp.link.help")}</p>
      {linkUrl === null ? null : (
        <CopyRow label={t("signUp.link.label")} text={linkUrl} copyLabel={t("signUp.link.copy")} />
      )}
      <div className={styles.actions}>
        <Button size={36} onClick={() => list.setLink(linkUrl === null)}>
          {t(linkUrl === null ? "signUp.link.make" : "signUp.link.revoke")}
        </Button>
      </div>
    </section>
  );
}

const HEAD = ["name", "people", "status", "position", "note", "mail", "answered", "attended"] as const;

function SaveButton({ signUp }: { readonly signUp: SignUpRecord }) {
  const t = useMessages();
  const zone = useViewerZone();
  const { dayAndYear, time } = useFormats(zone.id);
  const save = (): void => {
    const text = attendanceCsv(signUp.list ?? [], {
      head: HEAD.map((name) => t(`signUp.csv.${name}`)),
      status: ({ place, hasAnswered }) =>
        t(
          place === "placed"
            ? "signUp.list.placed"
            : place === "waiting"
              ? "signUp.list.waiting"
              : hasAnswered
                ? "signUp.list.gone"
                : "signUp.list.silent",
        ),
      time: (at) => `${dayAndYear(at)} ${time(at)}`,
      attended: (hasAttended) => t(hasAttended ? "signUp.csv.yes" : "signUp.csv.no"),
    });
    saveCsv(fileName(signUp.title, t("signUp.title"), "csv"), text);
  };
  return (
    <Button size={36} onClick={save}>
      {t("signUp.list.csv")}
    </Button>
  );
}
