import { answersByItself } from "@snart/calendar/booking/answer-mode.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState } from "react";
import { fetchBookables } from "../../../api/items/booking-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { isOfThings, type PageOwner } from "../owner/use-page-owners.ts";
import { Part } from "./fields.tsx";
import type { TypeForm } from "./type-form.ts";
import styles from "./editor.module.css";

interface RoomsPartProps {
  readonly accountId: string;
  readonly owner: PageOwner;
  readonly form: TypeForm;
}

/** A room out of several, or what guests have of a group, the first that is free; nothing where there is none. */
export function RoomsPart({ accountId, owner, form }: RoomsPartProps) {
  const t = useMessages();
  const { things, problem } = useThings(accountId);
  const { rooms, nights } = form.record.type;
  const { anyOf = [], required = true } = rooms ?? {};
  const isHouse = isOfThings(owner, form.record.type);
  const isByNight = (thing: BookableRecord): boolean => thing.rules?.mode === "nights";
  const lent = owner.things.filter((thing) => isByNight(thing) === (nights !== undefined));
  const offered = isHouse ? lent : things.filter(({ rules }) => rules?.mode === "free");
  const known = things.filter(({ id }) => anyOf.includes(id) || offered.some((thing) => thing.id === id));
  // One that the reader does not see stays unless it is taken away.
  const unseen = anyOf.filter((id) => !known.some((thing) => thing.id === id));
  if (known.length + unseen.length === 0 && !problem && !isHouse) return null;
  const put = (next: readonly string[], isRequired = required): void =>
    form.set({ rooms: next.length === 0 ? undefined : { anyOf: next, required: isHouse || isRequired } });
  // Whoever lends it answers at the page; the managers of others are asked besides.
  const asksFirst = (thing: BookableRecord): boolean =>
    !isHouse && (!answersByItself(thing.answerMode) || thing.rules?.approval === "always");
  const asking = known.find((thing) => anyOf.includes(thing.id) && asksFirst(thing));
  const toggle = (id: string, isOn: boolean): void =>
    put(isOn ? [...anyOf, id] : anyOf.filter((each) => each !== id));
  return (
    <Part
      title={t("bookingPages.part.rooms", { whose: isHouse ? "house" : "host" })}
      hint={t("bookingPages.roomsHint", { whose: isHouse ? "house" : "host" })}
      error={form.wrong("rooms")}
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      <div className={styles.pair}>
        {known.map((thing) => (
          <Checkbox
            key={thing.id}
            checked={anyOf.includes(thing.id)}
            disabled={!anyOf.includes(thing.id) && anyOf.length >= PAGE_LIMITS.rooms}
            onChange={(isOn) => toggle(thing.id, isOn)}
          >
            {asksFirst(thing)
              ? t("bookingPages.roomAsksNamed", { name: isolated(thing.name) })
              : isolated(thing.name)}
          </Checkbox>
        ))}
        {problem
          ? null
          : unseen.map((id) => (
              <Checkbox key={id} checked onChange={() => toggle(id, false)}>
                {t("bookingPages.roomGone")}
              </Checkbox>
            ))}
      </div>
      {asking ? <p>{t("bookingPages.roomAsks", { name: isolated(asking.name) })}</p> : null}
      {anyOf.length > 0 && !isHouse ? (
        <Checkbox checked={required} onChange={(isOn) => put(anyOf, isOn)}>
          {t("bookingPages.roomRequired")}
        </Checkbox>
      ) : null}
    </Part>
  );
}

/** What can be booked here, fetched when the editor opens. */
function useThings(accountId: string) {
  const [things, setThings] = useState<readonly BookableRecord[]>([]);
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    let isOpen = true;
    const soon = setTimeout(async () => {
      const given = await fetchBookables(accountId);
      if (!isOpen) return;
      if (given.ok) setThings(given.value);
      else setProblem(given.problem);
    });
    return () => {
      isOpen = false;
      clearTimeout(soon);
    };
  }, [accountId]);
  return { things, problem };
}
