import type { useKeyPick } from "./use-key-pick.ts";

/** The element that has the focus while the keys pick empty time. It says which time is picked. */
export function TimeCursor({ keys }: { readonly keys: ReturnType<typeof useKeyPick> }) {
  const isCursor = keys.pick?.occurrence === null;
  return (
    <>
      {/* An application for as long as it has the focus: arrows pick the time. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={-1}
        role="application"
        data-time-cursor=""
        data-at={isCursor ? keys.pick?.span.start : undefined}
        aria-label={isCursor ? keys.spoken : undefined}
        className="visually-hidden"
        onFocus={keys.startCursor}
        onBlur={keys.drop}
      />
      <span className="visually-hidden" aria-live="polite">
        {isCursor ? "" : keys.spoken}
      </span>
    </>
  );
}
