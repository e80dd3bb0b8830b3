import type { SignUpAnswer, SignUpRecord } from "@snart/calendar/jmap/sign-up.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useId, useState } from "react";
import { Link } from "wouter";
import { wordedCode } from "../../../api/problem.ts";
import { answerSignUp, fetchSignUp, type SignUpOf } from "../../../api/items/sign-up-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import styles from "./sign-up.module.css";

interface SignUpPanelProps extends SignUpOf {
  /** changes with the event, whose state is then fetched again */
  readonly version: unknown;
}

const MOST_NAMES = 8;
/** The most people in one answer; the server refuses more. */
const PARTY = Array.from({ length: 10 }, (_, at) => String(at + 1));

/** Shows readers of an event with sign-up its state, and their own answer. */
export function SignUpPanel({ accountId, signUpId, version }: SignUpPanelProps) {
  const t = useMessages();
  const heading = useId();
  const { signUp, answer } = useSignUp({ accountId, signUpId }, version);
  if (!signUp) return null;
  const { capacity, taken, waiting, closesAt, state } = signUp;
  const isEnded = state === "closed" || state === "over" || state === "cancelled";
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h3 id={heading} className={styles.heading}>
          {t("signUp.title")}
        </h3>
        {signUp.mayManage ? (
          <Link href={`/sign-up/${accountId}/${signUpId}`} className={styles.link ?? ""}>
            {t("signUp.openList")}
          </Link>
        ) : null}
      </div>
      <p className={styles.standing}>
        {capacity === null ? t("signUp.coming", { count: taken }) : t("signUp.places", { taken, capacity })}
        {waiting > 0 ? ` · ${t("signUp.waiting", { count: waiting })}` : null}
      </p>
      {isEnded || (state === "full" && signUp.mine?.place !== "placed") ? (
        <p className={styles.quiet}>{t("signUp.state", { state })}</p>
      ) : null}
      {closesAt !== null && !isEnded ? (
        <p>
          <Sentence
            of="signUp.closes"
            args={{ distance: <HowSoon target={{ kind: "instant", at: Date.parse(closesAt) }} /> }}
          />
        </p>
      ) : null}
      <Coming coming={signUp.coming} />
      <Mine key={JSON.stringify(signUp.mine)} signUp={signUp} answer={answer} />
    </section>
  );
}

function Coming({ coming }: Pick<SignUpRecord, "coming">) {
  const t = useMessages();
  if (coming === null) return <p className={styles.quiet}>{t("signUp.whoHidden")}</p>;
  if (coming.length === 0) return null;
  const names = coming.slice(0, MOST_NAMES).map(isolated).join(", ");
  const more = coming.length - MOST_NAMES;
  return (
    <p className={styles.quiet}>
      {more > 0 ? t("signUp.whoMore", { names, count: more }) : t("signUp.who", { names })}
    </p>
  );
}

type Answer = Pick<SignUpAnswer, "people" | "note"> & { readonly isComing: boolean };

/** Shows the reader's own answer, which they can send, change and withdraw. */
function Mine({
  signUp: { mine, state },
  answer,
}: {
  readonly signUp: SignUpRecord;
  readonly answer: (wanted: Answer) => void;
}) {
  const t = useMessages();
  const [people, setPeople] = useState(mine?.people ?? 1);
  const [note, setNote] = useState(mine?.note ?? "");
  const place = mine?.place ?? "none";
  const isOver = state === "over" || state === "cancelled";
  const isOpen = state === "open" || state === "full";
  const isChanged = people !== (mine?.people ?? 1) || note.trim() !== (mine?.note ?? "");
  const offered = PARTY.includes(String(people)) ? PARTY : [...PARTY, String(people)];
  return (
    <>
      {place === "none" ? null : (
        <output className={styles.mine}>
          {place === "placed"
            ? t("signUp.placed", { people: mine?.people ?? 1 })
            : t("signUp.waits", { position: mine?.position ?? 1 })}
        </output>
      )}
      {isOpen || (place !== "none" && !isOver) ? (
        <div className={styles.row}>
          <Select
            className={styles.people ?? ""}
            label={t("signUp.people")}
            value={String(people)}
            options={offered.map((value) => ({ value, label: value }))}
            onChange={(value) => setPeople(Number(value))}
          />
          <TextField
            className={styles.note ?? ""}
            label={t("signUp.note")}
            value={note}
            maxLength={1000}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {place === "none" ? (
            <Button look="primary" onClick={() => answer({ isComing: true, people, note })}>
              {t(state === "full" ? "signUp.wait" : "signUp.join")}
            </Button>
          ) : (
            <Button onClick={() => answer({ isComing: false, people: mine?.people ?? 1, note })}>
              {t(place === "waiting" ? "signUp.leaveQueue" : "signUp.leave")}
            </Button>
          )}
          {place !== "none" && isChanged ? (
            <Button look="primary" onClick={() => answer({ isComing: true, people, note })}>
              {t("signUp.change")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function useSignUp({ accountId, signUpId }: SignUpOf, version: unknown) {
  const t = useMessages();
  const [signUp, setSignUp] = useState<SignUpRecord>();
  useEffect(() => {
    let isHere = true;
    // People who read an event need not see that its state is unknown.
    void fetchSignUp({ accountId, signUpId }).then((given) => {
      if (isHere && given.ok) setSignUp(given.value);
    });
    return () => void (isHere = false);
  }, [accountId, signUpId, version]);
  const send = async (wanted: Answer, back: Answer | undefined): Promise<void> => {
    const done = await answerSignUp({ accountId, signUpId }, wanted);
    if (!done.ok) {
      addToast({ message: t(problemKey(wordedCode(done.problem))), sticky: true });
      return;
    }
    setSignUp(done.value);
    const { mine } = done.value;
    const title = isolated(done.value.title) || t("event.untitled");
    const message = !wanted.isComing
      ? t("signUp.left", { title })
      : mine?.place === "waiting"
        ? t("signUp.queued", { title, position: mine.position ?? 1 })
        : t(back?.isComing ? "signUp.changed" : "signUp.joined", { title });
    addToast({
      message,
      ...(back && { action: { label: t("toast.undo"), run: () => void send(back, undefined) } }),
    });
  };
  const answer = (wanted: Answer): void => {
    const { place = "none", people = 1, note = "" } = signUp?.mine ?? {};
    void send(wanted, { isComing: place !== "none", people, note });
  };
  return { signUp, answer };
}
