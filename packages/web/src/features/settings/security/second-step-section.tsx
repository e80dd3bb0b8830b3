import { problemKey } from "@snart/locales/problem-codes.ts";
import type { SignInWaysRecord } from "@snart/calendar/jmap/account.ts";
import { Check, ListChecks, ShieldCheck } from "lucide-react";
import { useState } from "react";
import {
  beginSecondStep,
  makeRecoveryCodes,
  type SecondStepKey,
} from "../../../api/account/sign-in-ways-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useProof } from "../../proof/screen.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { SecondStepDialog, SecondStepOffDialog } from "./second-step-dialog.tsx";
import styles from "./second-step.module.css";
import { WayRow } from "./way-row.tsx";
import rows from "../devices/connected-devices.module.css";

interface SecondStepSectionProps {
  readonly account: Account;
  readonly ways: SignInWaysRecord;
  readonly onChange: () => void;
}

type Open =
  | { readonly kind: "set-up"; readonly key: SecondStepKey }
  | { readonly kind: "codes"; readonly codes: readonly string[] }
  | { readonly kind: "off" | "make" };

/** The code after the password, and the recovery codes for whoever has lost the app. */
export function SecondStepSection({ account, ways, onChange }: SecondStepSectionProps) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const [open, setOpen] = useState<Open>();
  const [trouble, setTrouble] = useState<string>();
  const isOn = ways.secondStep !== null;

  const begin = async (): Promise<void> => {
    const given = await proved(() => beginSecondStep(account.id));
    setTrouble(given.ok ? undefined : wordedCode(given.problem));
    if (given.ok) setOpen({ kind: "set-up", key: given.value });
  };
  const make = async (): Promise<string | undefined> => {
    const given = await proved(() => makeRecoveryCodes(account.id));
    if (!given.ok) return t(problemKey(wordedCode(given.problem)));
    setOpen({ kind: "codes", codes: given.value });
    onChange();
    return undefined;
  };
  const close = (): void => setOpen(undefined);
  return (
    <>
      {trouble === undefined || trouble === "proof-needed" ? null : (
        <FieldError>{t(problemKey(trouble))}</FieldError>
      )}
      <ul className={rows.list}>
        {ways.hasPassword ? (
          <AppRow isOn={isOn} onBegin={() => void begin()} onOff={() => setOpen({ kind: "off" })} />
        ) : null}
        {isOn || ways.recoveryCodes ? (
          <CodesRow codes={ways.recoveryCodes} onMake={() => setOpen({ kind: "make" })} />
        ) : null}
      </ul>
      {open?.kind === "set-up" ? (
        <SecondStepDialog
          account={account}
          secretKey={open.key}
          onClose={close}
          onDone={(codes) => {
            setOpen(codes ? { kind: "codes", codes } : undefined);
            onChange();
          }}
        />
      ) : null}
      {open?.kind === "codes" ? <RecoveryCodesDialog codes={open.codes} onClose={close} /> : null}
      {open?.kind === "off" ? (
        <SecondStepOffDialog
          account={account}
          onClose={close}
          onDone={() => {
            close();
            onChange();
          }}
        />
      ) : null}
      {open?.kind === "make" ? (
        <ConfirmDialog
          title={t("settings.security.ways.makeTitle")}
          role="alertdialog"
          confirm={t("settings.security.ways.makeNew")}
          onConfirm={make}
          onClose={close}
        >
          <p className={styles.said}>{t("settings.security.ways.makeBody")}</p>
        </ConfirmDialog>
      ) : null}
      {dialog}
    </>
  );
}

interface AppRowProps {
  readonly isOn: boolean;
  readonly onBegin: () => void;
  readonly onOff: () => void;
}

function AppRow({ isOn, onBegin, onOff }: AppRowProps) {
  const t = useMessages();
  return (
    <WayRow
      icon={ShieldCheck}
      name={t("settings.security.ways.app")}
      help={t(isOn ? "settings.security.ways.appOn" : "settings.security.ways.appOff")}
      state={
        isOn ? (
          <span className={styles.on}>
            <Check size={15} strokeWidth={1.8} aria-hidden />
            {t("settings.security.ways.on")}
          </span>
        ) : null
      }
    >
      <Button onClick={onBegin}>
        {t(isOn ? "settings.security.ways.change" : "settings.security.ways.turnOn")}
      </Button>
      {isOn ? <Button onClick={onOff}>{t("settings.security.ways.turnOff")}</Button> : null}
    </WayRow>
  );
}

interface CodesRowProps {
  readonly codes: SignInWaysRecord["recoveryCodes"];
  readonly onMake: () => void;
}

function CodesRow({ codes, onMake }: CodesRowProps) {
  const t = useMessages();
  return (
    <WayRow
      icon={ListChecks}
      name={t("settings.security.ways.codes")}
      help={
        codes
          ? t("settings.security.ways.codesLeft", { left: codes.left, of: codes.of })
          : t("settings.security.ways.codesNone")
      }
      state={
        codes ? (
          <Sentence
            of="settings.security.ways.made"
            args={{ distance: <HowLongAgo at={Date.parse(codes.createdAt)} /> }}
          />
        ) : null
      }
    >
      <Button onClick={onMake}>{t("settings.security.ways.makeNew")}</Button>
    </WayRow>
  );
}
