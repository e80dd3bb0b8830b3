import { wholeAddress } from "../../api/place.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import { offerDevice, type DeviceLink } from "../../api/account/device-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useAtNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { useProof } from "../proof/screen.tsx";
import { QrCode } from "./qr-code.tsx";
import styles from "./screen.module.css";

export { QrCode };

/** Addresses that mean "this machine" and lead a phone to itself. */
const isOnlyHere = /^(?:localhost|127\.|\[::1\])/.test(location.hostname);

interface DeviceCodeProps {
  readonly accountId: string;
  /** a device may read the code from now on */
  readonly onShown?: () => void;
}

/**
 * The picture code for a phone's camera. It is a key, so it is shown only on request and not to passers-by; it works
 * once, for some minutes. A phone or tablet, whose camera cannot see its own screen, gets the link that stands in it first.
 */
export function DeviceCode({ accountId, onShown }: DeviceCodeProps) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const { proved, dialog } = useProof();
  const [link, setLink] = useState<DeviceLink>();
  const [trouble, setTrouble] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const isTouch = useMedia("(pointer: coarse)");
  const isOver = useAtNow((now) => link !== undefined && link.expiresAt <= now);
  const make = async (then: (link: DeviceLink) => void): Promise<void> => {
    const given = await proved(() => offerDevice(accountId));
    const code = given.ok ? undefined : wordedCode(given.problem);
    setTrouble(code === "proof-needed" ? undefined : code);
    if (given.ok) then(given.value);
  };
  const show = (given: DeviceLink): void => {
    // The button that was pressed makes room for the code.
    flushSync(() => setLink(given));
    box.current?.focus();
    onShown?.();
  };
  const isShown = link !== undefined && !isOver;
  const asks = (
    <Button size={36} onClick={() => void make(show)}>
      {t(
        link
          ? "settings.devices.newCode"
          : isTouch
            ? "settings.devices.codeForOther"
            : "settings.devices.showCode",
      )}
    </Button>
  );
  return (
    <div className={styles.code} data-touch={isTouch || undefined}>
      {isTouch ? (
        <Button size={36} look="primary" onClick={() => void make(({ path }) => navigate(path))}>
          {t("settings.devices.connectThis")}
        </Button>
      ) : null}
      {isShown ? (
        <div ref={box} tabIndex={-1} className={styles.box}>
          <QrCode text={wholeAddress(link.path)} label={t("settings.devices.code")} />
        </div>
      ) : (
        asks
      )}
      <Under link={isShown ? link : undefined} isOver={isOver} trouble={trouble} isTouch={isTouch} />
      {dialog}
    </div>
  );
}

interface UnderProps {
  /** what is shown and works */
  readonly link: DeviceLink | undefined;
  readonly isOver: boolean;
  readonly trouble: string | undefined;
  readonly isTouch: boolean;
}

/** How long the code works, and where it leads. */
function Under({ link, isOver, trouble, isTouch }: UnderProps) {
  const t = useMessages();
  return (
    <div className={styles.under} aria-live="polite">
      {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
      {link ? (
        <p>
          <Sentence
            of="settings.devices.codeEnds"
            args={{ distance: <HowSoon target={{ kind: "instant", at: link.expiresAt }} /> }}
          />
        </p>
      ) : null}
      {link && !isTouch ? (
        <a href={link.path} target="_blank" rel="noreferrer">
          {t("settings.devices.connectHere")}
        </a>
      ) : null}
      {isOver ? <p>{t("settings.devices.codeOver")}</p> : null}
      {isOnlyHere && !isTouch ? <p>{t("settings.devices.codeLocal")}</p> : null}
    </div>
  );
}
