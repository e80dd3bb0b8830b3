import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import {
  rulesOfTemplate,
  TEMPLATES,
  type Answers,
  type Template,
} from "@snart/calendar/booking/templates.ts";
import { useEffect, useState } from "react";
import { fetchGroups, makeGroup } from "../../../api/account/admin-api.ts";
import { fetchBookables, makeBookable } from "../../../api/items/booking-api.ts";
import type { ApiProblem } from "../../../api/problem.ts";
import { sortedByName } from "../../../i18n/format.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useAlmanac } from "../../../grid/almanac/use-almanac.ts";

/** What has been answered about a thing that is to be made. */
export interface Draft {
  readonly template: Template;
  /** null: as the template is called */
  readonly name: string | null;
  readonly answers: Answers;
  /** "": a new group of the person who makes it */
  readonly managersId: string;
}

const [FIRST] = TEMPLATES;

/** A thing that is being made: its answers, its rules, and making it. */
export function useNewBookable(accountId: string) {
  const t = useMessages();
  const zone = useViewerZone();
  const { region } = useAlmanac();
  const [draft, setDraft] = useState<Draft>({
    template: FIRST,
    name: null,
    answers: FIRST.answers,
    managersId: "",
  });
  const [groups, setGroups] = useState<readonly GroupRecord[]>([]);
  const [problem, setProblem] = useState<ApiProblem>();
  const [isBusy, setBusy] = useState(false);
  const { template, answers, managersId } = draft;
  const name = draft.name ?? t("bookables.setup.usualName", { name: template.name });
  const rules = rulesOfTemplate(template, answers, { timeZone: zone.id, almanac: region ?? undefined });
  const change = (changed: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changed }));
  useEffect(() => {
    void managersOf(accountId).then((found) => {
      if (!found) return;
      setGroups(found.groups);
      setDraft((before) => (before.managersId === "" ? { ...before, managersId: found.usual } : before));
    });
  }, [accountId]);
  /** @returns the id of the thing; undefined: it was not made, and `problem` says why */
  const make = async (): Promise<string | undefined> => {
    if (isBusy) return undefined;
    setBusy(true);
    const group =
      managersId === "" ? await newGroup(accountId, t("bookables.setup.newGroup", { name })) : managersId;
    const made =
      typeof group === "string"
        ? await makeBookable(accountId, { name, type: template.type, managersId: group, rules })
        : undefined;
    setBusy(false);
    setProblem(made?.ok ? undefined : typeof group === "string" ? made?.problem : group);
    // A second try takes the group that the first one made.
    if (typeof group === "string" && !made?.ok) change({ managersId: group });
    return made?.ok ? String(made.value["id"]) : undefined;
  };
  const choose = (chosen: Template): void => change({ template: chosen, answers: chosen.answers });
  return { draft, name, rules, zone, groups, problem, isBusy, change, choose, make };
}

/** The groups there are, and the one that manages other things of the person's own. */
async function managersOf(accountId: string) {
  const [groups, bookables] = await Promise.all([fetchGroups(accountId), fetchBookables(accountId)]);
  if (!groups.ok) return undefined;
  const active = groups.value.filter(({ status }) => status === "active");
  const managing = new Set((bookables.ok ? bookables.value : []).map((it) => it.managersId));
  const usual = active.find(({ id, members }) => managing.has(id) && Object.hasOwn(members, accountId));
  return { groups: sortedByName(active, ({ name }) => name), usual: usual?.id ?? "" };
}

async function newGroup(accountId: string, name: string): Promise<string | ApiProblem> {
  const made = await makeGroup(accountId, name);
  return made.ok ? String(made.value["id"]) : made.problem;
}
