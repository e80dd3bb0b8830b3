import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from "react";
import { Link } from "wouter";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { Matched } from "../../ui/matched.tsx";
import type { Hit } from "./hit.ts";
import styles from "./hit-list.module.css";
import type { Part } from "./streams.ts";

interface HitListProps {
  readonly groups: readonly { readonly part: Part; readonly hits: readonly Hit[] }[];
  /** what was searched for */
  readonly words: string;
  readonly isMore: boolean;
  readonly onMore: () => Promise<void>;
}

/** The hits by part. The arrows go through them, and the last of them fetches more when it comes into sight. */
export function HitList({ groups, words, isMore, onMore }: HitListProps) {
  const t = useMessages();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-hit]") ?? [])];
    const next = rows.indexOf(document.activeElement as HTMLElement) + step;
    if (next < 0) document.querySelector<HTMLElement>("search input")?.focus();
    else rows[next]?.focus();
  };
  const shown = groups.filter(({ hits }) => hits.length > 0);
  return (
    // The list hears the keys pressed on its links.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} className={styles.list} onKeyDown={move}>
      {shown.map(({ part, hits }) => (
        <section key={part} aria-labelledby={`hits-${part}`}>
          <h2 id={`hits-${part}`} className={styles.heading}>
            {t(`search.part.${part}`)} <span>{t(`search.order.${part}`)}</span>
          </h2>
          <ul>
            {hits.map((hit) => (
              <Row key={hit.key} hit={hit} words={words} />
            ))}
          </ul>
        </section>
      ))}
      {isMore ? <More count={shown.reduce((sum, { hits }) => sum + hits.length, 0)} onMore={onMore} /> : null}
    </div>
  );
}

function Row({ hit, words }: { readonly hit: Hit; readonly words: string }) {
  const { distance, when, title, place, calendar, colour, isHollow, path } = hit;
  return (
    <li className={styles.row}>
      <Link href={path} className={styles.link} data-hit={hit.key}>
        <span className={styles.soon}>
          {distance ? <DistanceText text={distance.text} warmth={distance.warmth} /> : null}
        </span>
        <i className={styles.colour} data-colour={colour ?? undefined} data-hollow={isHollow || undefined} />
        <span className={styles.when}>{when}</span>
        <span className={styles.what}>
          <span className={styles.title}>
            <Matched text={title} words={words} />
          </span>
          {place === "" ? null : (
            <span className={styles.place}>
              {" "}
              <Matched text={place} words={words} />
            </span>
          )}
        </span>
        <span className={styles.calendar}>{calendar}</span>
      </Link>
    </li>
  );
}

/** Fetches more as soon as it is seen; it can be pressed as well. */
function More({ count, onMore }: { readonly count: number; readonly onMore: () => Promise<void> }) {
  const t = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  const seen = useEffectEvent(() => void onMore());
  useEffect(() => {
    if (!button.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
      },
      { rootMargin: "300px" },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [count]);
  return (
    <Button ref={button} size={36} className={styles.more ?? ""} onClick={() => void onMore()}>
      {t("search.more")}
    </Button>
  );
}
