import type { GroupMemberRecord, GroupRecord } from "@snart/calendar/jmap/account.ts";
import { X } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { Party } from "../../../api/calendars/sharing-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { PersonField } from "../../../ui/people/person-field.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { SettingSection } from "../parts/setting-page.tsx";
import { Faces } from "../../../ui/faces/faces.tsx";
import { findParty, partyChoice } from "../../../api/calendars/find-party.ts";
import styles from "../parts/people.module.css";

interface GroupMembersProps {
  readonly group: GroupRecord;
  readonly people: readonly Party[];
  /** looks for somebody who was not there when the page was opened */
  readonly onFind: (typed: string) => Promise<Party | "invited" | undefined>;
  readonly accountId: string;
  readonly mayDelete: boolean;
  /** @returns undefined when it was refused */
  readonly onSet: (patch: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly onDelete: () => void;
}

/** One group: its members and managers. Joining and leaving can be undone. */
export function GroupMembers(props: GroupMembersProps) {
  const { group, people, accountId, mayDelete, onFind, onSet, onDelete } = props;
  const t = useMessages();
  if (group.status === "deleted")
    return (
      <SettingSection title={group.name}>
        <p className={styles.quiet}>{t("admin.groups.deleted")}</p>
        <Button onClick={() => void onSet({ status: "active" })}>{t("admin.restore")}</Button>
      </SettingSection>
    );
  const members = Object.entries(group.members);
  const remove = async (id: string, { name, isManager }: GroupMemberRecord): Promise<void> => {
    if ((await onSet({ [`members/${id}`]: null })) === undefined || !group.mayManage) return;
    addToast({
      message: t("admin.groups.removed", { name, group: group.name }),
      action: {
        label: t("action.undo"),
        takesBack: true,
        run: () => void onSet({ [`members/${id}`]: { isManager } }),
      },
    });
  };
  const remover = mayDelete ? (
    <Button
      look="danger"
      aria-label={t("admin.actionFor", { action: t("admin.groups.delete"), name: group.name })}
      onClick={onDelete}
    >
      {t("admin.groups.delete")}
    </Button>
  ) : null;
  return (
    <SettingSection title={group.name} action={remover}>
      <p className={styles.quiet}>
        {t("admin.groups.count", { members: members.length, calendars: group.calendars })}
      </p>
      {group.mayManage ? <AddMember people={people} group={group} onFind={onFind} onSet={onSet} /> : null}
      <ul>
        {members.map(([id, member]) => (
          <li key={id} className={styles.row}>
            <Faces of={[{ id: id, name: member.name }]} size={32} />
            <span className={styles.words}>
              <span className={styles.name}>{member.name}</span>
              <span className={styles.said}>{member.isSuspended ? t("admin.suspended") : member.email}</span>
            </span>
            {group.mayManage ? (
              <Select
                label={t("admin.groups.roleOf", { name: member.name })}
                hideLabel
                className={styles.level ?? ""}
                options={[
                  { value: "member", label: t("admin.member") },
                  { value: "manager", label: t("admin.groups.manager") },
                ]}
                value={member.isManager ? "manager" : "member"}
                onChange={(role) => void onSet({ [`members/${id}`]: { isManager: role === "manager" } })}
              />
            ) : (
              <span className={styles.said}>
                {t(member.isManager ? "admin.groups.manager" : "admin.member")}
              </span>
            )}
            {group.mayManage || id === accountId ? (
              <IconButton
                label={t("admin.groups.remove", { name: member.name })}
                onClick={() => void remove(id, member)}
              >
                <X size={16} strokeWidth={1.7} aria-hidden />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
    </SettingSection>
  );
}

type AddMemberProps = Pick<GroupMembersProps, "people" | "group" | "onFind" | "onSet">;

function AddMember({ people, group, onFind, onSet }: AddMemberProps) {
  const t = useMessages();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<"sharing.unknown" | "admin.groups.invited">();
  const others = people.filter(({ id }) => !Object.hasOwn(group.members, id));
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const party = findParty(others, typed) ?? (await onFind(typed));
    const isFound = party !== undefined && party !== "invited";
    setProblem(isFound ? undefined : party === "invited" ? "admin.groups.invited" : "sharing.unknown");
    if (isFound && (await onSet({ [`members/${party.id}`]: {} })) !== undefined) setTyped("");
  };
  return (
    <form className={styles.add} data-two onSubmit={(event) => void send(event)} noValidate>
      <PersonField
        label={t("admin.groups.find", { group: group.name })}
        hideLabel
        placeholder={t("sharing.find")}
        choices={others.map((party) => partyChoice(party, ""))}
        value={typed}
        error={problem && t(problem)}
        onText={setTyped}
      />
      <Button type="submit" size={36}>
        {t("admin.groups.add")}
      </Button>
    </form>
  );
}
