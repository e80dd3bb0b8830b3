import { useEffect, useState } from "react";
import { unreachedOf, type Unreachable } from "../../../api/items/guest-mail-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useAccount } from "../../../store/session.ts";
import type { DraftGuest } from "../draft/draft-guests.ts";
import styles from "./change-question.module.css";

const MOST_NAMES = 5;

type Asked = Pick<DraftGuest, "name" | "address">;

/** Returns the guests who can't be notified, each with the reason. */
export function useUnreached<G extends Asked>(guests: readonly G[]): readonly (G & Reason)[] {
  const account = useAccount();
  const asked = guests.map(({ address }) => address).join("\n");
  const [unreached, setUnreached] = useState<ReadonlyMap<string, Unreachable>>(new Map());
  useEffect(() => {
    if (!account || asked === "") return;
    let isHere = true;
    void unreachedOf(account.id, asked.split("\n")).then((found) => {
      if (isHere) setUnreached(found);
    });
    return () => void (isHere = false);
  }, [account, asked]);
  return guests.flatMap((guest) => {
    const why = unreached.get(guest.address);
    return why === undefined ? [] : [{ ...guest, why }];
  });
}

interface Reason {
  readonly why: Unreachable;
}

/** Shows, before others are notified, the guests who can't be. */
export function Unreached({ guests }: { readonly guests: readonly Asked[] }) {
  return <UnreachedNames guests={useUnreached(guests)} />;
}

/** Lists the names of guests who can't be notified, one sentence for each reason. */
export function UnreachedNames({ guests }: { readonly guests: readonly (Asked & Reason)[] }) {
  return [...Map.groupBy(guests, ({ why }) => why)].map(([why, some]) => (
    <UnreachedFor key={why} why={why} guests={some} />
  ));
}

function UnreachedFor({ why, guests }: Reason & { readonly guests: readonly Asked[] }) {
  const t = useMessages();
  const names = guests.map(({ name }) => isolated(name));
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return (
    <output className={styles.unreached}>
      {names.length > MOST_NAMES
        ? t("question.unreachedMore", { names: shown, count: names.length - MOST_NAMES, why })
        : t("question.unreached", { names: shown, why })}
    </output>
  );
}
