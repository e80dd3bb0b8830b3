import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { createBookingLink } from "../../api/items/booking-page-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { clockNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import type { FreshLink } from "./links.tsx";
import { wordsOf } from "./model.ts";
import styles from "./screen.module.css";

interface LinkDialogProps {
  readonly accountId: string;
  readonly pages: readonly BookingPageRecord[];
  readonly onMade: (link: FreshLink) => void;
  readonly onClose: () => void;
}

/** Makes a secret link: for one booking, for some, or for any number, and for so many days. */
export function LinkDialog({ accountId, pages, onMade, onClose }: LinkDialogProps) {
  const t = useMessages();
  const language = useLanguage();
  const [pageId, setPageId] = useState(pages[0]?.id ?? "");
  const [name, setName] = useState("");
  const [uses, setUses] = useState("1");
  const [days, setDays] = useState("14");
  const make = async (): Promise<string | undefined> => {
    const isNumber = (text: string): boolean => text.trim() === "" || /^[1-9]\d{0,3}$/.test(text.trim());
    if (name.trim() === "" || !isNumber(uses) || !isNumber(days)) return t("bookingPages.linkWrong");
    const until = days.trim() === "" ? null : formatUtcDateTime(clockNow() + Number(days) * DAY);
    const fields = { pageId, name: name.trim(), uses: uses.trim() === "" ? null : Number(uses), until };
    const made = await createBookingLink(accountId, fields);
    if (!made.ok) return t(problemKey(wordedCode(made.problem)));
    onMade({ pageId, token: String(made.value["token"]) });
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("bookingPages.newLink")}
      confirm={t("bookingPages.makeLink")}
      className={styles.form}
      onConfirm={make}
      onClose={onClose}
    >
      {pages.length > 1 ? (
        <Select
          label={t("bookingPages.linkPage")}
          options={pages.map(({ id, title }) => ({ value: id, label: isolated(wordsOf(title, language)) }))}
          value={pageId}
          onChange={setPageId}
        />
      ) : null}
      <TextField
        label={t("bookingPages.linkName")}
        hint={t("bookingPages.linkNameHint")}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={styles.pair}>
        <TextField
          label={t("bookingPages.linkUses")}
          hint={t("bookingPages.emptyIsAny")}
          inputMode="numeric"
          value={uses}
          onChange={(event) => setUses(event.currentTarget.value)}
        />
        <TextField
          label={t("bookingPages.linkDays")}
          hint={t("bookingPages.emptyIsEver")}
          inputMode="numeric"
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
