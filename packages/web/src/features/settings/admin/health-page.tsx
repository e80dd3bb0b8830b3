import { problemKey } from "@snart/locales/problem-codes.ts";
import { Check, TriangleAlert } from "lucide-react";
import { useCallback, type ReactNode } from "react";
import type { ServerHealth } from "@snart/calendar/jmap/account.ts";
import { fetchHealth } from "../../../api/account/admin-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { fileSize } from "../../../i18n/file-size.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useSessionState } from "../../../store/session.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { SettingPage, SettingRow, SettingSection } from "../parts/setting-page.tsx";
import { useAdminData } from "../parts/use-list.ts";
import styles from "./health-page.module.css";

const TROUBLE = {
  unavailable: "admin.health.trouble",
  "other-schema": "admin.health.otherSchema",
  damaged: "admin.health.damaged",
  "disk-full": "admin.health.diskFull",
  "disk-nearly-full": "admin.health.diskNearlyFull",
} as const;

/** What to do about it; null: nothing can be said. */
const HELP = {
  unavailable: null,
  "other-schema": null,
  damaged: "admin.health.damagedHelp",
  "disk-full": "admin.health.diskFullHelp",
  "disk-nearly-full": "admin.health.diskNearlyFullHelp",
} as const;

/** Troubles of the disk, which the database itself does not have. */
const OF_DISK: ReadonlySet<unknown> = new Set(["disk-full", "disk-nearly-full"]);

/** How many things somebody has to do something about. */
const attentionOf = ({ trouble, untrustedProxy, missedBackups }: ServerHealth): number =>
  [trouble, untrustedProxy].filter((it) => it !== null).length + ((missedBackups ?? 0) >= MISSED ? 1 : 0);

/** After so many nights without a backup it is no accident any more. */
const MISSED = 3;

/** The state of the server: in one sentence, then each thing by a sign, a word and a colour. */
export function HealthPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { data, problem } = useAdminData(useCallback(() => fetchHealth(account.id), [account.id]));
  return (
    <SettingPage
      title={t("admin.health.title")}
      intro={data ? t("admin.health.attention", { count: attentionOf(data) }) : null}
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {data ? <Rows health={data} /> : null}
    </SettingPage>
  );
}

function Rows({ health }: { readonly health: ServerHealth }) {
  const t = useMessages();
  const { trouble, database, schemaVersion, sendsMail, untrustedProxy, waiting, people, groups } = health;
  const session = useSessionState();
  const version = session.status === "ready" ? session.session.version : "";
  const name = database === "postgres" ? "PostgreSQL" : "SQLite";
  const isOfDisk = OF_DISK.has(trouble);
  const help = trouble ? HELP[trouble] : null;
  const said = trouble === null ? null : { text: t(TROUBLE[trouble]), help: help === null ? null : t(help) };
  const formats = useFormats("UTC");
  const free =
    health.freeBytes === null
      ? null
      : t("admin.health.diskFree", { size: fileSize(health.freeBytes, formats, t) });
  const schema = t("admin.health.schema", { name, version: schemaVersion });
  return (
    <SettingSection>
      <SettingRow label={t("admin.health.version")}>{t("admin.health.versionOf", { version })}</SettingRow>
      <SettingRow label={t("admin.health.database")} help={(isOfDisk ? null : said?.help) ?? schema}>
        {said && !isOfDisk ? (
          <State is="bad">{said.text}</State>
        ) : (
          <State is="well">{t("admin.health.ok")}</State>
        )}
      </SettingRow>
      {/* Where the database is another server's, its disk is not ours to see. */}
      {database === "sqlite" || isOfDisk ? (
        <SettingRow
          label={t("admin.health.disk")}
          help={[isOfDisk ? said?.help : null, free].filter(Boolean).join(" ")}
        >
          {said && isOfDisk ? (
            <State is={trouble === "disk-full" ? "bad" : "soon"}>{said.text}</State>
          ) : (
            <State is="well">{t("admin.health.diskOk")}</State>
          )}
        </SettingRow>
      ) : null}
      <BackupsRow missed={health.missedBackups} />
      <SettingRow label={t("admin.health.mail")} help={t("admin.health.mailHelp")}>
        {sendsMail ? <State is="well">{t("admin.health.mailOn")}</State> : t("admin.health.mailOff")}
      </SettingRow>
      {untrustedProxy === null ? null : (
        <SettingRow
          label={t("admin.health.proxy")}
          help={t("admin.health.proxyHelp", { address: untrustedProxy })}
        >
          <State is="soon">{t("admin.health.proxyUntrusted")}</State>
        </SettingRow>
      )}
      <SettingRow label={t("admin.health.waiting")} help={t("admin.health.waitingHelp")}>
        {waiting}
      </SettingRow>
      <SettingRow label={t("admin.people.title")}>{people}</SettingRow>
      <SettingRow label={t("admin.groups.title")}>{groups}</SettingRow>
    </SettingSection>
  );
}

function BackupsRow({ missed }: { readonly missed: number | null }) {
  const t = useMessages();
  return (
    <SettingRow label={t("admin.health.backups")}>
      {missed === null ? (
        t("admin.health.backupsOff")
      ) : missed === 0 ? (
        <State is="well">{t("admin.health.backupsOk")}</State>
      ) : (
        <State is={missed >= MISSED ? "bad" : "soon"}>
          {t("admin.health.backupsMissed", { count: missed })}
        </State>
      )}
    </SettingRow>
  );
}

interface StateProps {
  readonly is: "well" | "soon" | "bad";
  readonly children: ReactNode;
}

/** A word, with a sign and a colour that say the same. */
const State = ({ is, children }: StateProps) => (
  <span className={styles.state} data-is={is}>
    {is === "well" ? (
      <Check size={15} strokeWidth={2} aria-hidden />
    ) : (
      <TriangleAlert size={15} strokeWidth={1.8} aria-hidden />
    )}
    {children}
  </span>
);
