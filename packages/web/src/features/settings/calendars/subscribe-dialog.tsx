import type { FeedPreviewRecord } from "@snart/calendar/jmap/feeds.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import {
  feedErrorOf,
  previewFeed,
  refreshSubscription,
  subscribe,
} from "../../../api/calendars/feeds-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { useMessages, type Messages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { hexOf, nearestCalendarColour, unusedColour } from "../../../store/items/calendar-colour.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ColourChoice } from "../../colour-choice/screen.tsx";
import styles from "./dialog-form.module.css";
import { intervalOptions } from "./interval-options.ts";

interface SubscribeDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
  readonly onSubscribed: () => Promise<void>;
}

interface Found {
  readonly url: string;
  readonly preview: FeedPreviewRecord;
}

/** Follows a calendar at an address: first it is looked at, then named. */
export function SubscribeDialog({ accountId, onClose, onSubscribed }: SubscribeDialogProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const [url, setUrl] = useState("");
  const [found, setFound] = useState<Found>();
  const [error, setError] = useState<string>();
  const [name, setName] = useState("");
  const { calendars } = useCalendarSnapshot();
  const [colour, setColour] = useState(() => unusedColour(calendars));
  const [refreshMinutes, setMinutes] = useState(60);
  const isFound = found?.url === url.trim();
  const look = async (): Promise<void> => {
    const given = await previewFeed(accountId, url.trim(), zone.id);
    setError(given.ok ? undefined : addressError(t, given.problem));
    if (!given.ok) return;
    setFound({ url: url.trim(), preview: given.value });
    setName(given.value.name?.slice(0, 200) ?? hostOf(url));
    if (given.value.color !== null) setColour(nearestCalendarColour(given.value.color, url));
  };
  const follow = async (): Promise<void> => {
    const wanted = {
      // Of `webcal:` the server takes the encrypted address, unless it has found out that there is none.
      url: found?.preview.isPlain ? url.trim().replace(/^webcal:/i, "http:") : url.trim(),
      name: name.trim() || hostOf(url),
      color: hexOf(colour),
      refreshMinutes,
    };
    const made = await subscribe(accountId, wanted);
    if (made.ok) await refreshSubscription(accountId, made.value);
    if (!made.ok) return setError(addressError(t, made.problem));
    await onSubscribed();
    onClose();
  };
  const send = async (): Promise<undefined> => {
    if (url.trim() === "") setError(t("subscribe.addressMissing"));
    else await (isFound ? follow() : look());
  };
  return (
    <ConfirmDialog
      title={t("subscribe.title")}
      width={560}
      className={styles.form}
      confirm={t(isFound ? "subscribe.follow" : "subscribe.look")}
      meanwhile={isFound ? undefined : t("subscribe.looking")}
      onConfirm={send}
      onClose={onClose}
    >
      <TextField
        label={t("subscribe.address")}
        hint={t("subscribe.addressHint")}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is what the dialog is for
        autoFocus
        value={url}
        error={error}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      {isFound ? <Preview preview={found.preview} /> : null}
      {isFound ? (
        <>
          <TextField
            label={t("calendars.name")}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ColourChoice value={colour} onChange={setColour} />
          <Select
            label={t("subscribe.interval")}
            options={intervalOptions(t, refreshMinutes)}
            value={String(refreshMinutes)}
            onChange={(value) => setMinutes(Number(value))}
          />
        </>
      ) : null}
    </ConfirmDialog>
  );
}

function Preview({ preview }: { readonly preview: FeedPreviewRecord }) {
  const t = useMessages();
  const { objects, skipped, mended, next } = preview;
  return (
    <section className={styles.found} aria-label={t("subscribe.found")} aria-live="polite">
      <p className={styles.text}>{t("subscribe.count", { count: objects })}</p>
      {next.map(({ title, start }) => (
        <p key={`${start} ${title}`} className={styles.next}>
          <span>{title || t("event.untitled")}</span>
          <HowSoon target={{ kind: "instant", at: Date.parse(start) }} />
        </p>
      ))}
      {next.length === 0 ? <p className={styles.help}>{t("subscribe.nothingSoon")}</p> : null}
      {skipped > 0 ? <p className={styles.help}>{t("subscription.skipped", { count: skipped })}</p> : null}
      {mended > 0 ? <p className={styles.help}>{t("subscription.mended", { count: mended })}</p> : null}
    </section>
  );
}

/** The problem with an address, in words that say how to correct it. */
function addressError(t: Messages, problem: ApiProblem): string {
  const reason = feedErrorOf(problem);
  if (reason) return t(`feedError.${reason}`);
  if (wordedCode(problem) === "invalid-value") return t("subscribe.addressWrong");
  return t(problemKey(wordedCode(problem)));
}

const hostOf = (url: string): string =>
  URL.parse(url.trim().replace(/^webcals?:/i, "https:"))?.host ?? url.trim().slice(0, 200);
