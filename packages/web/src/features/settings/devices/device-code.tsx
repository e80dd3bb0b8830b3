import { problemKey } from "@snart/locales/problem-codes.ts";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { offerDevice, type DeviceLink } from "../../../api/account/device-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { QrCode } from "./qr-code.tsx";
import styles from "./device-code.module.css";

/** Addresses that mean "this machine" and lead a phone to itself. */
const isOnlyHere = /^(?:localhost|127\.|\[::1\])/.test(location.hostname);

/**
 * The picture code for a phone's camera. It is a key, so it is shown only on request and not to passers-by; it works
 * once, for some minutes.
 */
export function DeviceCode({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const [link, setLink] = useState<DeviceLink>();
  const [trouble, setTrouble] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const isOver = useAtNow((now) => link !== undefined && link.expiresAt <= now);
  const make = async (): Promise<void> => {
    const given = await offerDevice(accountId);
    setTrouble(given.ok ? undefined : wordedCode(given.problem));
    if (!given.ok) return;
    // The button that was pressed makes room for the code.
    flushSync(() => setLink(given.value));
    box.current?.focus();
  };
  const isShown = link !== undefined && !isOver;
  return (
    <div className={styles.code}>
      <div ref={box} tabIndex={-1} className={styles.box} data-empty={isShown ? undefined : ""}>
        {isShown ? (
          <QrCode text={location.origin + link.path} label={t("settings.devices.code")} />
        ) : (
          <Button size={36} onClick={() => void make()}>
            {t(link ? "settings.devices.newCode" : "settings.devices.showCode")}
          </Button>
        )}
      </div>
      <div className={styles.under} aria-live="polite">
        {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
        {isShown ? (
          <>
            <p>
              <Sentence
                of="settings.devices.codeEnds"
                args={{ distance: <HowSoon target={{ kind: "instant", at: link.expiresAt }} /> }}
              />
            </p>
            <a href={link.path} target="_blank" rel="noreferrer">
              {t("settings.devices.connectHere")}
            </a>
          </>
        ) : null}
        {isOver ? <p>{t("settings.devices.codeOver")}</p> : null}
        {isOnlyHere ? <p>{t("settings.devices.codeLocal")}</p> : null}
      </div>
    </div>
  );
}
