import { ok, type Result } from "@snart/calendar/result.ts";
import { useCallback, useEffect, useState } from "react";
import {
  fetchOwners,
  type CalendarOwner,
  type ManagedCalendar,
} from "../../../api/calendars/calendars-api.ts";
import { fetchFeeds, type PublicLink, type Subscription } from "../../../api/calendars/feeds-api.ts";
import type { ApiProblem } from "../../../api/problem.ts";

/** All calendars that the person can reach, with the feeds they follow and the links to them. */
export interface CalendarList {
  /** undefined until they have been fetched */
  readonly owners: readonly CalendarOwner[] | undefined;
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  readonly links: readonly PublicLink[];
  readonly problem: ApiProblem | undefined;
  readonly reload: () => Promise<void>;
  /** Shows calendars as they will be, before the server has said so. */
  readonly show: (calendars: readonly ManagedCalendar[]) => void;
}

interface Fetched {
  readonly owners: readonly CalendarOwner[];
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  readonly links: readonly PublicLink[];
}

async function fetchAll(): Promise<Result<Fetched, ApiProblem>> {
  const owners = await fetchOwners();
  if (!owners.ok) return owners;
  const feeds = await fetchFeeds(owners.value.map(({ accountId }) => accountId));
  if (!feeds.ok) return feeds;
  const { subscriptions, links } = feeds.value;
  return ok({
    owners: owners.value,
    links,
    subscriptions: new Map(subscriptions.map((it) => [it.id, it])),
  });
}

/** Fetched when the page opens and after each change. */
export function useCalendarList(): CalendarList {
  const [fetched, setFetched] = useState<Fetched>();
  const [problem, setProblem] = useState<ApiProblem>();
  const reload = useCallback(
    () =>
      fetchAll().then((given) => {
        setProblem(given.ok ? undefined : given.problem);
        if (given.ok) setFetched(given.value);
      }),
    [],
  );
  useEffect(() => {
    void reload();
  }, [reload]);
  const show = (calendars: readonly ManagedCalendar[]): void => {
    const byId = new Map(calendars.map((it) => [it.id, it]));
    setFetched(
      (now) =>
        now && {
          ...now,
          owners: now.owners.map((owner) => ({
            ...owner,
            calendars: owner.calendars.map((it) => byId.get(it.id) ?? it).toSorted(byOrder),
          })),
        },
    );
  };
  const { owners, subscriptions = NONE, links = [] } = fetched ?? {};
  return { owners, subscriptions, links, problem, reload, show };
}

const NONE: ReadonlyMap<string, Subscription> = new Map();
const byOrder = (a: ManagedCalendar, b: ManagedCalendar): number => a.sortOrder - b.sortOrder;
