import { useGroups } from "../../store/use-groups.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { NO_POLL, type PollDraft } from "./poll-draft.ts";
import styles from "./polls.module.css";

interface PollKindProps {
  readonly accountId: string;
  readonly draft: PollDraft;
  readonly set: (changes: Partial<PollDraft>) => void;
}

/** Whether a new poll asks about times or days, and whose it is: a group's managers share it. Times are no days, so the other kind begins without any. */
export function PollKind({ accountId, draft, set }: PollKindProps) {
  const t = useMessages();
  const groups = (useGroups(accountId) ?? []).filter(
    ({ mayManage, status }) => mayManage && status === "active",
  );
  const choose = (kind: "times" | "days"): void => {
    const isAllDay = kind === "days";
    if (isAllDay === draft.isAllDay) return;
    const minutes = isAllDay ? 1_440 : NO_POLL.minutes;
    set({ isAllDay, minutes, options: [], ...(isAllDay && { roomId: null }) });
  };
  return (
    <div className={styles.form}>
      <SegmentedControl
        label={t("polls.kind")}
        value={draft.isAllDay ? "days" : "times"}
        segments={[
          { value: "times", label: t("polls.kindTimes") },
          { value: "days", label: t("polls.kindDays") },
        ]}
        onChange={choose}
      />
      {groups.length > 0 ? (
        <Select
          label={t("polls.whose")}
          value={draft.groupId ?? ""}
          options={[
            { value: "", label: t("polls.mine") },
            ...groups.map(({ id, name }) => ({ value: id, label: isolated(name) })),
          ]}
          onChange={(id) => set({ groupId: id === "" ? null : id })}
        />
      ) : null}
    </div>
  );
}
