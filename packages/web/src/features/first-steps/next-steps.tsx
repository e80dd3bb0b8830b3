import { Download, Smartphone, UserPlus } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Link } from "wouter";
import type { FirstStep } from "@snart/calendar/jmap/profile.ts";
import type { Account } from "../../api/auth-client.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { useMedia } from "../../ui/use-media.ts";
import { DeviceCode } from "../device-code/screen.tsx";
import { NEXT_STEPS, useFirstSteps } from "./model.ts";
import { Step } from "./step.tsx";
import { useDoneSteps } from "./use-done-steps.ts";
import styles from "./first-steps.module.css";

/** Up to three steps, in any order: a device, the old calendar, company. Each leaves when it is done or put away. */
export function NextSteps({ account, isTitled }: { readonly account: Account; readonly isTitled: boolean }) {
  const t = useMessages();
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const [isAwaited, setAwaited] = useState(false);
  const steps = useFirstSteps();
  useDoneSteps(account, steps, isAwaited);
  const shown = steps.left.filter((it) => NEXT_STEPS.includes(it));
  if (shown.length === 0) return null;
  /** Puts steps away, with a message that brings them back. The button that was pressed is gone then. */
  const putAway = (message: string, ...away: readonly FirstStep[]): void => {
    steps.leave(...away);
    const rest = away.length < shown.length ? box.current : document.getElementById("calendar");
    rest?.focus();
    const back = (): void => steps.offer(steps.left);
    addToast({ message, action: { label: t("action.undo"), takesBack: true, run: back } });
  };
  return (
    <section ref={box} tabIndex={-1} className={styles.steps} data-steps aria-labelledby={titleId}>
      <header className={isTitled ? styles.head : "visually-hidden"}>
        <h2 id={titleId}>{t("firstSteps.title", { count: shown.length })}</h2>
        <span>{shown.length > 1 ? t("firstSteps.anyOrder") : null}</span>
      </header>
      <ol>
        {shown.includes("phone") ? (
          <PhoneStep
            accountId={account.id}
            onShown={() => setAwaited(true)}
            onPutAway={(title) => putAway(t("firstSteps.away", { title }), "phone")}
          />
        ) : null}
        {shown.includes("import") ? (
          <LinkStep
            step="import"
            to="/settings/import/move"
            onPutAway={(title) => putAway(t("firstSteps.away", { title }), "import")}
          />
        ) : null}
        {shown.includes("share") ? (
          <LinkStep
            step={account.isAdmin ? "invite" : "share"}
            to={account.isAdmin ? "/admin/people" : "/settings/sharing"}
            onPutAway={(title) => putAway(t("firstSteps.away", { title }), "share")}
          />
        ) : null}
      </ol>
      <footer className={styles.foot}>
        <span>{t("firstSteps.wait")}</span>
        <Button look="inline" onClick={() => putAway(t("firstSteps.hidden"), ...NEXT_STEPS)}>
          {t("firstSteps.hide")}
        </Button>
      </footer>
    </section>
  );
}

interface PhoneStepProps {
  readonly accountId: string;
  readonly onShown: () => void;
  readonly onPutAway: (title: string) => void;
}

/** The code for a phone's camera, made on request; a phone, which cannot see its own screen, gets the link first. */
function PhoneStep({ accountId, onShown, onPutAway }: PhoneStepProps) {
  const t = useMessages();
  const isTouch = useMedia("(pointer: coarse)");
  const title = t("firstSteps.phone.title");
  return (
    <Step
      icon={Smartphone}
      title={title}
      help={t(isTouch ? "firstSteps.phone.helpHere" : "firstSteps.phone.help")}
      onPutAway={() => onPutAway(title)}
    >
      <DeviceCode accountId={accountId} onShown={onShown} />
      <Link href="/settings/devices" className={`${styles.link} ${styles.below}`}>
        {t("firstSteps.phone.other")}
      </Link>
    </Step>
  );
}

const icons = { import: Download, invite: UserPlus, share: UserPlus } as const;

interface LinkStepProps {
  readonly step: keyof typeof icons;
  readonly to: string;
  readonly onPutAway: (title: string) => void;
}

function LinkStep({ step, to, onPutAway }: LinkStepProps) {
  const t = useMessages();
  const title = t(`firstSteps.${step}.title`);
  return (
    <Step
      icon={icons[step]}
      title={title}
      help={t(`firstSteps.${step}.help`)}
      onPutAway={() => onPutAway(title)}
    >
      <Link href={to} className={styles.go}>
        {t(`firstSteps.${step}.do`)}
      </Link>
    </Step>
  );
}
