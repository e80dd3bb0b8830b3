import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { acceptHouseRules } from "../../../api/items/booking-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { likelyHousehold, mustAccept } from "../model.ts";
import type { Bookings } from "../use-bookings.ts";
import styles from "./house-rules.module.css";

interface HouseRulesPartProps {
  readonly accountId: string;
  readonly bookable: BookableRecord;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
}

/** The house rules of a thing: to be read again, and accepted once, also for what is booked by a calendar app. */
export function HouseRulesPart({ accountId, bookable, bookings, known }: HouseRulesPartProps) {
  const t = useMessages();
  const language = useLanguage();
  const [problem, setProblem] = useState<ApiProblem>();
  const houseRules = bookable.rules?.houseRules;
  if (!houseRules) return null;
  const household = likelyHousehold(bookings.households, known.bookings, accountId);
  const partyId = household ?? accountId;
  const isAsked = mustAccept(bookable, partyId);
  const accepted = bookable.acceptances[partyId];
  const accept = async (): Promise<void> => {
    const { version } = houseRules;
    const done = await acceptHouseRules(accountId, { bookableId: bookable.id, version, partyId: household });
    setProblem(done.ok ? undefined : done.problem);
    await bookings.reload();
  };
  return (
    <details className={styles.part}>
      <summary>
        {t("bookables.houseRulesTitle")}
        {accepted && !isAsked ? (
          <span className={styles.said}>
            {" · "}
            <Sentence
              of="bookables.houseRulesAccepted"
              args={{ distance: <HowLongAgo at={Date.parse(accepted.at)} /> }}
            />
          </span>
        ) : null}
      </summary>
      <p className={styles.text}>{isolated(houseRules.text[language === "sv" ? "sv" : "en"])}</p>
      {isAsked ? (
        <>
          <p className={styles.said}>{t("bookables.houseRulesOnce")}</p>
          <Button size={40} disabled={bookings.isOffline} onClick={() => void accept()}>
            {t("bookables.houseRules")}
          </Button>
        </>
      ) : null}
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
    </details>
  );
}
