import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { readRules } from "@snart/calendar/booking/read-rules.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { useCallback, useEffect, useState } from "react";
import { fetchGroups } from "../../../api/account/admin-api.ts";
import { changeBookable, fetchBookables } from "../../../api/items/booking-api.ts";
import type { ApiProblem } from "../../../api/problem.ts";
import { sortedByName } from "../../../i18n/format.ts";

interface Around {
  /** null: there is no such thing, for this person */
  readonly bookable: BookableRecord | null;
  readonly groups: readonly GroupRecord[];
}

/** Where a draft waits while its page is away: it is never lost by a reload. */
const keyOf = (id: string, version: number): string => `rules ${id} ${version}`;

function keptDraft({ id, rulesVersion }: BookableRecord): BookingRules | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(id, rulesVersion));
    return kept === null ? undefined : (JSON.parse(kept) as BookingRules);
  } catch {
    return undefined;
  }
}

function keepDraft({ id, rulesVersion, rules }: BookableRecord, draft: BookingRules): void {
  try {
    const key = keyOf(id, rulesVersion);
    if (isSame(rules, draft)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A browser that stores nothing keeps no draft.
  }
}

const isSame = (one: BookingRules | null, other: BookingRules): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What a thing without rules begins with. */
const NEW: BookingRules = {
  mode: "slots",
  timeZone: "Europe/Stockholm",
  cellMinutes: 15,
  units: 1,
  slotPlans: [
    {
      days: ["mo", "tu", "we", "th", "fr", "sa", "su"],
      passes: [7, 10, 13, 16, 19].map((hour) => ({
        from: `${String(hour).padStart(2, "0")}:00`,
        to: `${String(hour + 3).padStart(2, "0")}:00`,
      })),
    },
  ],
};

/** The rules of a thing while they are changed: what they were, what they are to be, and what is wrong with that. */
export function useRuleEditor(accountId: string, id: string) {
  const [around, setAround] = useState<Around>();
  const [draft, setDraft] = useState<BookingRules>();
  const [problem, setProblem] = useState<ApiProblem>();
  const load = useCallback(async () => {
    const [bookables, groups] = await Promise.all([fetchBookables(accountId), fetchGroups(accountId)]);
    if (!bookables.ok) return setProblem(bookables.problem);
    if (!groups.ok) return setProblem(groups.problem);
    const bookable = bookables.value.find((it) => it.id === id) ?? null;
    const active = groups.value.filter(({ status }) => status === "active");
    setProblem(undefined);
    setAround({ bookable, groups: sortedByName(active, ({ name }) => name) });
    setDraft(bookable ? (keptDraft(bookable) ?? bookable.rules ?? NEW) : undefined);
  }, [accountId, id]);
  useEffect(() => {
    const first = setTimeout(() => void load());
    return () => clearTimeout(first);
  }, [load]);
  const bookable = around?.bookable ?? undefined;
  const change = (rules: BookingRules): void => {
    setDraft(rules);
    if (bookable) keepDraft(bookable, rules);
  };
  // As it is sent: what is no number is nothing there.
  const sent: unknown = draft && JSON.parse(JSON.stringify(draft));
  const read = readRules(sent);
  /** @param rules of the version that comes next @returns whether they hold now */
  const save = async (rules: BookingRules, version: number): Promise<boolean> => {
    if (!bookable) return false;
    const done = await changeBookable(accountId, id, { rules, rulesVersion: version });
    if (!done.ok) {
      setProblem(done.problem);
      return false;
    }
    keepDraft(bookable, bookable.rules ?? NEW);
    await load();
    return true;
  };
  return {
    around,
    bookable,
    draft,
    problem,
    change,
    save,
    reload: load,
    discard: () => change(bookable?.rules ?? NEW),
    problems: draft === undefined || read.ok ? [] : read.problem,
    isChanged: draft !== undefined && !isSame(bookable?.rules ?? null, draft),
  };
}

export type RuleEditor = ReturnType<typeof useRuleEditor>;
