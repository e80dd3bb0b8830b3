import { problemKey } from "@snart/locales/problem-codes.ts";
import type { ServerHealth } from "@snart/calendar/jmap/account.ts";
import { needsAttention } from "@snart/calendar/jmap/health.ts";
import { Download } from "lucide-react";
import type { Account } from "../../../../api/auth-client.ts";
import { wordedCode } from "../../../../api/problem.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { Sentence } from "../../../../i18n/sentence.tsx";
import { Button } from "../../../../ui/button.tsx";
import { HowLongAgo } from "../../../../ui/distance/how-long-ago.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import { saveFile } from "../../../../ui/save-file.ts";
import { SettingPage, SettingSection } from "../../parts/setting-page.tsx";
import { CheckRow, TodoRow } from "./health-rows.tsx";
import styles from "./health-page.module.css";
import { healthReport } from "./health-report.ts";
import { attentionOf, useHealth } from "./health-store.ts";

/** The state of the server: in one sentence, then what to do, what works, and what is not in use. Follows the server each minute. */
export function HealthPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const known = useHealth(account.id);
  const health = known?.health;
  return (
    <SettingPage
      title={t("admin.health.title")}
      intro={
        <output>
          {health ? (
            <>
              {t("admin.health.attention", { count: attentionOf(health) })}{" "}
              <Sentence of="admin.health.checked" args={{ when: <HowLongAgo at={known?.at ?? 0} /> }} />
            </>
          ) : known?.problem ? null : (
            t("admin.health.checking")
          )}
        </output>
      }
    >
      {known?.problem ? <FieldError>{t(problemKey(wordedCode(known.problem)))}</FieldError> : null}
      {health ? <Checks account={account} health={health} at={known?.at ?? 0} /> : null}
    </SettingPage>
  );
}

interface ChecksProps {
  readonly account: Account;
  readonly health: ServerHealth;
  readonly at: number;
}

function Checks({ account, health, at }: ChecksProps) {
  const t = useMessages();
  const { checks } = health;
  const todo = checks.filter(needsAttention);
  const well = checks.filter(({ state }) => state === "well");
  const off = checks.filter(({ state }) => state === "off");
  return (
    <>
      {todo.length === 0 ? null : (
        <SettingSection title={t("admin.health.todo")}>
          <ul>
            {todo.map((check) => (
              <TodoRow key={check.thing} check={check} account={account} />
            ))}
          </ul>
        </SettingSection>
      )}
      <SettingSection title={t("admin.health.works")}>
        <ul>
          {well.map((check) => (
            <CheckRow key={check.thing} check={check} />
          ))}
        </ul>
      </SettingSection>
      {off.length === 0 ? null : (
        <SettingSection title={t("admin.health.unused")}>
          <ul>
            {off.map((check) => (
              <CheckRow key={check.thing} check={check} />
            ))}
          </ul>
        </SettingSection>
      )}
      <SettingSection>
        <div className={styles.report}>
          <Button onClick={() => saveFile("snart-status.json", healthReport(health, at), "application/json")}>
            <Download size={15} strokeWidth={1.7} aria-hidden />
            {t("admin.health.report")}
          </Button>
          <span>{t("admin.health.reportHelp")}</span>
        </div>
      </SettingSection>
    </>
  );
}
