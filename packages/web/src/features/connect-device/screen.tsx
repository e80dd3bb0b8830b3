import { below, wholeAddress } from "../../api/place.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState, type SyntheticEvent } from "react";
import { connectDevice, fetchDeviceLink, type DeviceAccess } from "../../api/account/device-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row/copy-row.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import form from "../../ui/signed-out-form.module.css";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { SignedOutPage } from "../signed-out/screen.tsx";
import { davx5Address, guessDevice } from "./device-kind.ts";
import styles from "./screen.module.css";

const SERVER = wholeAddress("/dav/");

/** The page behind the QR code: the device that opens it gets its own password and instructions. */
export function ConnectDeviceScreen({ token }: { readonly token: string }) {
  const t = useMessages();
  const [owner, setOwner] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const [access, setAccess] = useState<DeviceAccess>();
  useDocumentTitle(t("connectDevice.title"));
  useEffect(() => {
    void fetchDeviceLink(token).then((given) => {
      if (given.ok) setOwner(given.value);
      else setTrouble(wordedCode(given.problem));
    });
  }, [token]);
  return (
    <SignedOutPage formWidth={360} languageLinks>
      <h1 className={form.title}>{t("connectDevice.title")}</h1>
      {owner === undefined ? null : <p className={form.intro}>{t("connectDevice.intro", { name: owner })}</p>}
      {trouble === undefined ? null : (
        <>
          <FieldError>{t(problemKey(trouble))}</FieldError>
          <p className={form.intro}>{t("connectDevice.again")}</p>
        </>
      )}
      {access ? <ByHand {...access} /> : null}
      {owner === undefined || access ? null : <ConnectForm token={token} onConnected={setAccess} />}
    </SignedOutPage>
  );
}

interface ConnectFormProps {
  readonly token: string;
  readonly onConnected: (access: DeviceAccess) => void;
}

function ConnectForm({ token, onConnected }: ConnectFormProps) {
  const t = useMessages();
  const { way, name } = guessDevice(navigator.userAgent);
  const [label, setLabel] = useState(name);
  const [code, setCode] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [hasProfile, setProfile] = useState(false);

  const connect = async (isOpened: boolean): Promise<void> => {
    setBusy(true);
    const given = await connectDevice(token, label);
    setBusy(false);
    if (!given.ok) return setCode(wordedCode(given.problem));
    onConnected(given.value);
    if (isOpened) location.assign(davx5Address(SERVER, given.value.login, given.value.secret));
  };
  /**
   * iOS asks about a profile that a server sends, so the browser fetches it itself; an expired link is reported here.
   */
  const fetchProfile = async (form: HTMLFormElement): Promise<void> => {
    const given = await fetchDeviceLink(token);
    if (!given.ok) return setCode(wordedCode(given.problem));
    form.submit();
    setProfile(true);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy) return;
    if (label.trim() === "") return setCode("invalid-name");
    void (way === "profile" ? fetchProfile(event.currentTarget) : connect(way === "davx5"));
  };
  if (hasProfile) return <p className={form.intro}>{t("connectDevice.profileNext")}</p>;
  return (
    <form
      noValidate
      method="post"
      action={below("/auth/apple-profile")}
      onSubmit={submit}
      className={form.form}
    >
      <input type="hidden" name="token" value={token} />
      <TextField
        label={t("settings.devices.newName")}
        name="label"
        fieldSize={40}
        maxLength={100}
        autoComplete="off"
        value={label}
        error={code === "invalid-name" ? t("settings.devices.needName") : undefined}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          setCode(undefined);
        }}
      />
      {code !== undefined && code !== "invalid-name" ? <FieldError>{t(problemKey(code))}</FieldError> : null}
      <p className={form.intro}>{t(`connectDevice.${way}.help`)}</p>
      <Button type="submit" look="primary" size={40} aria-disabled={isBusy || undefined}>
        {t(`connectDevice.${way}.do`)}
      </Button>
      {way === "hand" ? null : (
        <Button size={40} onClick={() => void connect(false)} aria-disabled={isBusy || undefined}>
          {t("connectDevice.hand.do")}
        </Button>
      )}
    </form>
  );
}

/** The values to type into a calendar app. */
function ByHand({ login, secret }: DeviceAccess) {
  const t = useMessages();
  return (
    <div className={styles.rows}>
      <CopyRow
        label={t("settings.devices.server")}
        text={SERVER}
        copyLabel={t("settings.devices.copyServer")}
      />
      <CopyRow
        label={t("settings.devices.userName")}
        text={login}
        copyLabel={t("settings.devices.copyUserName")}
      />
      <CopyRow
        label={t("settings.devices.appPassword")}
        text={secret}
        copyLabel={t("settings.devices.copyPassword")}
        secret
      />
      <p className={styles.note}>{t("settings.devices.shownOnce")}</p>
    </div>
  );
}
