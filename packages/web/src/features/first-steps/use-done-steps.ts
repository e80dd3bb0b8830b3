import type { FirstStep } from "@snart/calendar/jmap/profile.ts";
import { useEffect, useEffectEvent, useMemo } from "react";
import { fetchCredentials } from "../../api/account/credentials-api.ts";
import { fetchAccounts } from "../../api/account/admin-api.ts";
import type { Account } from "../../api/auth-client.ts";
import { fetchSharing } from "../../api/calendars/sharing-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import type { FirstSteps } from "./model.ts";

/** How often a device is looked for while its code is shown. */
const LOOK_MS = 5_000;

/**
 * Takes the steps away that have been done: here, on another page or on another device.
 * @param isAwaited whether a code is shown that a device may be reading
 */
export function useDoneSteps(account: Account, { left, leave }: FirstSteps, isAwaited: boolean): void {
  const t = useMessages();
  const { events } = useCalendarSnapshot();
  const hasEvents = useMemo(
    () => [...events.values()].some(({ accountId }) => accountId === account.id),
    [events, account.id],
  );
  const isImported = hasEvents && left.includes("import");
  const done = useEffectEvent((...steps: readonly FirstStep[]) => leave(...steps));
  useEffect(() => {
    if (isImported) done("import");
  }, [isImported]);
  const look = useEffectEvent(async () => {
    const [device, hasCompany] = await Promise.all([
      left.includes("phone") ? firstDevice(account.id) : undefined,
      left.includes("share") && isInCompany(account),
    ]);
    if (device !== undefined && isAwaited)
      addToast({ message: t("firstSteps.phone.connected", { name: device }) });
    done(...(device === undefined ? [] : ["phone" as const]), ...(hasCompany ? ["share" as const] : []));
  });
  useEffect(() => {
    void look();
    const lookAgain = (): void => {
      if (document.visibilityState === "visible") void look();
    };
    document.addEventListener("visibilitychange", lookAgain);
    return () => document.removeEventListener("visibilitychange", lookAgain);
  }, []);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isAwaited]);
}

/** Returns the name of a device that is connected. */
async function firstDevice(accountId: string): Promise<string | undefined> {
  const devices = await fetchCredentials(accountId);
  return devices.ok ? devices.value[0]?.label : undefined;
}

/** Returns whether a calendar is shared, or an administrator has invited somebody. */
async function isInCompany({ id, isAdmin }: Account): Promise<boolean> {
  const [sharing, accounts] = await Promise.all([fetchSharing(id), isAdmin ? fetchAccounts(id) : undefined]);
  const isShared =
    sharing.ok && sharing.value.calendars.some((it) => it.accountId === id && it.shares.length > 0);
  return isShared || (accounts?.ok === true && accounts.value.length > 1);
}
