import type { BookableRecord, DrawRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { isTold } from "./model.ts";
import { ResultSheet } from "./result-sheet.tsx";
import { useDraws } from "./use-draws.ts";
import { usePeriodWords } from "./use-period-words.ts";
import { WishesSheet } from "./wishes-sheet.tsx";
import styles from "./draw.module.css";

export interface DrawBandsProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly bookable: BookableRecord;
  /** the days of the board, as numbers */
  readonly shown: { readonly first: number; readonly days: number };
}

/** Above a board: the periods of the thing that are given out by lot. */
export function DrawBands({ accountId, bookings, known, bookable, shown }: DrawBandsProps) {
  const { draws, reload } = useDraws(accountId, bookable.id, known.at);
  const [opened, setOpened] = useState<string>();
  const wished = useWished();
  const told = draws.filter((draw) => isTold(draw, shown));
  const isWished = ({ stage, from, to }: DrawRecord): boolean =>
    stage === "open" && wished.date !== null && from <= wished.date && wished.date < to;
  const draw = draws.find((it) => it.id === opened) ?? draws.find(isWished);
  const close = (): void => {
    setOpened(undefined);
    wished.forget();
  };
  const base = { accountId, bookings, known, bookable, onClose: close };
  return (
    <>
      {told.map((it) => (
        <Band key={it.id} bookable={bookable} draw={it} onOpen={() => setOpened(it.id)} />
      ))}
      {draw?.stage === "open" ? <WishesSheet {...base} draw={draw} onSaved={reload} /> : null}
      {draw?.stage === "drawn" ? <ResultSheet {...base} draw={draw} /> : null}
    </>
  );
}

/** The date that the address asks to wish for, as from a time of the board that is drawn by lot. */
function useWished() {
  const [path, navigate] = useLocation();
  const date = new URLSearchParams(useSearch()).get("wish");
  const forget = (): void => {
    if (date !== null) navigate(path, { replace: true });
  };
  return { date, forget };
}

interface BandProps {
  readonly bookable: BookableRecord;
  readonly draw: DrawRecord;
  readonly onOpen: () => void;
}

function Band({ bookable, draw, onOpen }: BandProps) {
  const t = useMessages();
  const title = usePeriodWords(bookable)(draw);
  const made = draw.own.reduce((sum, { wishes: own }) => sum + own.length, 0);
  return (
    <section className={styles.band} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p>
          <BandText bookable={bookable} draw={draw} made={made} />
        </p>
      </div>
      {draw.stage === "open" ? (
        <Button look="primary" size={40} onClick={onOpen}>
          {t("bookables.draw.make", { has: made > 0 ? "yes" : "no" })}
        </Button>
      ) : null}
      {draw.stage === "drawn" ? (
        <Button size={40} onClick={onOpen}>
          {t("bookables.draw.see")}
        </Button>
      ) : null}
    </section>
  );
}

function BandText({ bookable, draw, made }: Omit<BandProps, "onOpen"> & { readonly made: number }) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const at = (text: string): number => Date.parse(text);
  const moment = (text: string) => ({
    when: words.moment(at(text)),
    soon: <HowSoon target={{ kind: "instant", at: at(text) }} />,
  });
  switch (draw.stage) {
    case "ahead":
      return <Sentence of="bookables.draw.ahead" args={moment(draw.opensAt)} />;
    case "open":
      return <Sentence of="bookables.draw.open" args={{ ...moment(draw.closesAt), made }} />;
    case "closed":
      return t("bookables.draw.closed");
    case "drawn": {
      const won = draw.results.find(({ isOwn, start }) => isOwn && start !== null);
      const time = won?.start && won.end ? { start: at(won.start), end: at(won.end) } : undefined;
      const got = time ? "yes" : draw.own.length > 0 ? "no" : "other";
      return t("bookables.draw.drawn", { got, when: time ? words.when(time) : "" });
    }
  }
}
