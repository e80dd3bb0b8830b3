import type { ServerBackups } from "@snart/calendar/jmap/backups.ts";
import { useState } from "react";
import { useMessages } from "../../../../i18n/messages.ts";
import { Button } from "../../../../ui/button.tsx";
import { SettingRow, SettingSection } from "../../parts/setting-page.tsx";
import type { AdminData } from "../../parts/use-list.ts";
import { RestoreDialog } from "./restore-dialog.tsx";
import { useMomentWords } from "./use-moment-words.ts";

interface MomentsProps {
  readonly accountId: string;
  readonly report: ServerBackups;
  readonly run: AdminData<ServerBackups>["run"];
}

/** The moments between copies that can be gone back to. Only SQLite keeps them. */
export function MomentsSection({ accountId, report, run }: MomentsProps) {
  const t = useMessages();
  const words = useMomentWords();
  const [isOpen, setOpen] = useState(false);
  const { moments, database } = report;
  if (database !== "sqlite") return null;
  const isKept = moments.length > 0;
  return (
    <SettingSection>
      <SettingRow
        label={t("admin.backups.moments")}
        help={
          isKept
            ? moments.map((kept) => <div key={kept.from}>{words(kept)}</div>)
            : t("admin.backups.momentsNone")
        }
        narrow
      >
        {isKept ? <Button onClick={() => setOpen(true)}>{t("admin.backups.momentsRestore")}</Button> : null}
      </SettingRow>
      {isOpen ? (
        <RestoreDialog
          accountId={accountId}
          title={t("admin.backups.part.titleMoment")}
          file={null}
          report={report}
          run={run}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </SettingSection>
  );
}
