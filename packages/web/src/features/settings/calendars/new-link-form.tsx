import { wholeAddress } from "../../../api/place.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState, type FormEvent } from "react";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { ManagedCalendar } from "../../../api/calendars/calendars-api.ts";
import { createLink } from "../../../api/calendars/feeds-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { CopyRow } from "../../../ui/copy-row/copy-row.tsx";
import styles from "./dialog-form.module.css";

/** What a link needs of its calendar. */
export type LinkedCalendar = Pick<ManagedCalendar, "accountId" | "id" | "name">;

interface NewLinkFormProps {
  readonly calendar: LinkedCalendar;
  readonly onMade: () => Promise<void>;
  /** whether somebody has just asked for it, and goes on typing there */
  readonly isFocused?: boolean;
}

interface Made {
  readonly token: string;
  readonly label: string;
  readonly mayEmbed: boolean;
}

/** Makes a link, and shows its addresses this once. */
export function NewLinkForm({ calendar, onMade, isFocused = false }: NewLinkFormProps) {
  const t = useMessages();
  const [label, setLabel] = useState("");
  const [detail, setDetail] = useState<"full" | "busy">("busy");
  const [days, setDays] = useState("0");
  const [mayEmbed, setEmbed] = useState(false);
  const [isNameless, setNameless] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const [made, setMade] = useState<Made>();
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const name = label.trim();
    setNameless(name === "");
    if (name === "") return;
    const expiresAt = days === "0" ? null : new Date(Date.now() + Number(days) * DAY).toISOString();
    const done = await createLink(calendar.accountId, {
      calendarId: calendar.id,
      label: name,
      detail,
      mayEmbed,
      expiresAt,
    });
    setProblem(done.ok ? undefined : done.problem);
    if (!done.ok) return;
    setMade({ token: done.value, label: name, mayEmbed });
    setLabel("");
    await onMade();
  };
  return (
    <>
      {made ? <Addresses made={made} name={calendar.name} /> : null}
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <h3 className={styles.heading}>{t("publish.new")}</h3>
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens the form goes on in it
          autoFocus={isFocused}
          label={t("publish.label")}
          hint={t("publish.labelHint")}
          value={label}
          maxLength={200}
          error={isNameless ? t("publish.labelless") : undefined}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Select
          label={t("publish.detail")}
          options={[
            { value: "busy", label: t("publish.detailBusy") },
            { value: "full", label: t("publish.detailFull") },
          ]}
          value={detail}
          onChange={(value) => setDetail(value === "full" ? "full" : "busy")}
        />
        <Select
          label={t("publish.until")}
          options={["0", "7", "30", "90", "365"].map((value) => ({
            value,
            label:
              value === "0" ? t("publish.untilRevoked") : t("publish.untilDays", { count: Number(value) }),
          }))}
          value={days}
          onChange={setDays}
        />
        <Checkbox checked={mayEmbed} onChange={setEmbed}>
          {t("publish.mayEmbed")}
        </Checkbox>
        {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
        <div className={styles.buttons}>
          <Button size={36} look="primary" type="submit">
            {t("publish.create")}
          </Button>
        </div>
      </form>
    </>
  );
}

interface AddressesProps {
  readonly made: Made;
  /** the name of the calendar; who has the link is nobody else's business */
  readonly name: string;
}

function Addresses({ made: { token, label, mayEmbed }, name }: AddressesProps) {
  const t = useMessages();
  const page = wholeAddress(`/c/${token}`);
  const title = name.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const embed = `<iframe src="${page}" width="100%" height="600" style="border:0" title="${title}"></iframe>`;
  return (
    <section className={styles.made} aria-label={t("publish.addresses", { label })}>
      <output className={styles.help}>{t("publish.once")}</output>
      <CopyRow label={t("publish.page")} text={page} copyLabel={t("publish.copyPage")} />
      <CopyRow
        label={t("publish.feed")}
        text={wholeAddress(`/feed/${token}.ics`)}
        copyLabel={t("publish.copyFeed")}
      />
      {mayEmbed ? (
        <CopyRow label={t("publish.embed")} text={embed} copyLabel={t("publish.copyEmbed")} />
      ) : null}
    </section>
  );
}
