import { problemKey } from "@snart/locales/problem-codes.ts";
import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { useCallback, useState, type FormEvent } from "react";
import {
  changeGroup,
  deleteAccount,
  fetchAccounts,
  fetchGroups,
  makeGroup,
} from "../../../api/account/admin-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { findParty } from "../../../api/calendars/find-party.ts";
import { fetchSharing, type Party } from "../../../api/calendars/sharing-api.ts";
import { ok } from "@snart/calendar/result.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import styles from "../parts/people.module.css";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { GroupMembers } from "./group-members.tsx";
import { useAdminData } from "../parts/use-list.ts";

/** Somebody who came while the page was open, or who has been invited and has no account yet. */
async function findPerson(account: Account, typed: string): Promise<Party | "invited" | undefined> {
  const sharing = await fetchSharing(account.id);
  const found = sharing.ok
    ? findParty(
        sharing.value.parties.filter((it) => !it.isGroup),
        typed,
      )
    : undefined;
  if (found || !account.isAdmin) return found;
  const accounts = await fetchAccounts(account.id);
  const invited = (accounts.ok ? accounts.value : []).filter(({ status }) => status === "invited");
  const parties = invited.map(({ id, name, email }) => ({ id, name, email, isGroup: false }));
  return findParty(parties, typed) ? "invited" : undefined;
}

/** Groups, whose calendars belong to all their members. Managers see their own here, administrators all. */
export function GroupsPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const fetchAll = useCallback(async () => {
    const groups = await fetchGroups(account.id);
    if (!groups.ok) return groups;
    const sharing = await fetchSharing(account.id);
    if (!sharing.ok) return sharing;
    const self: Party = { id: account.id, name: account.displayName, email: account.email, isGroup: false };
    return ok({ groups: groups.value, people: [self, ...sharing.value.parties.filter((it) => !it.isGroup)] });
  }, [account.id, account.displayName, account.email]);
  const { data, problem, run } = useAdminData(fetchAll);
  const [name, setName] = useState("");
  const [leaving, setLeaving] = useState<GroupRecord>();
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await run(() => makeGroup(account.id, name))) setName("");
  };
  const set = (group: GroupRecord, patch: Readonly<Record<string, unknown>>): Promise<unknown> =>
    run(() => changeGroup(account.id, group.id, patch));
  // Households have a page of their own in the administration; whoever is in one sees it among their groups.
  const groups = (data?.groups ?? []).filter(
    ({ householdLabel, members }) => householdLabel === null || Object.hasOwn(members, account.id),
  );
  return (
    <SettingPage title={t("admin.groups.title")} intro={t("admin.groups.intro")}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {account.isAdmin ? (
        <SettingSection title={t("admin.groups.new")}>
          <form className={styles.form} onSubmit={(event) => void make(event)} noValidate>
            <TextField
              label={t("admin.groups.name")}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <div>
              <Button type="submit" look="primary" size={36}>
                {t("admin.groups.create")}
              </Button>
            </div>
          </form>
        </SettingSection>
      ) : null}
      {groups.length === 0 && data ? <p className={styles.quiet}>{t("admin.groups.none")}</p> : null}
      {groups.map((group) => (
        <GroupMembers
          key={group.id}
          group={group}
          people={data?.people ?? []}
          onFind={(typed) => findPerson(account, typed)}
          accountId={account.id}
          mayDelete={account.isAdmin}
          onSet={(patch) => set(group, patch)}
          onDelete={() => setLeaving(group)}
        />
      ))}
      {leaving ? (
        <DeleteAccountDialog
          accountId={account.id}
          type="Group"
          of={leaving}
          onClose={() => setLeaving(undefined)}
          onDelete={async (to) => {
            if (!(await run(() => deleteAccount(account.id, "Group", leaving.id, to)))) return undefined;
            setLeaving(undefined);
            addToast({
              message: t("admin.deleted", { name: leaving.name }),
              action: {
                label: t("action.undo"),
                takesBack: true,
                run: () => void set(leaving, { status: "active" }),
              },
            });
            return undefined;
          }}
        />
      ) : null}
    </SettingPage>
  );
}
