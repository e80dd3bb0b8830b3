import { useRef, useState, type ChangeEvent } from "react";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { changePhoto, fetchPhoto } from "../../../api/account/photo-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { loadSession } from "../../../store/session.ts";
import { AnswerSign } from "../../../ui/answer-sign.tsx";
import { Button } from "../../../ui/button.tsx";
import { Faces } from "../../../ui/faces/faces.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { CropDialog } from "./crop-dialog.tsx";
import styles from "./photo.module.css";

/** Bytes of a picture that one may choose a square of: a browser decodes larger ones, and slowly. */
const LARGEST = 20 * 1024 * 1024;

/** The person's disc, the choice of a photo for it, and how guests see them. */
export function PhotoRow({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { id, displayName, photoId } = account;
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [trouble, setTrouble] = useState<string>();
  const change = useChange(account);
  const open = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    if (!file) return;
    const read = file.size <= LARGEST ? await createImageBitmap(file).catch(() => undefined) : undefined;
    setTrouble(read ? undefined : t(file.size <= LARGEST ? "photo.unreadable" : "photo.tooLarge"));
    setPicture(read);
  };
  const me = { id, name: displayName };
  return (
    <>
      <div className={styles.row}>
        <Faces of={[me]} size={64} />
        <div className={styles.choice}>
          <div className={styles.buttons}>
            <Button size={36} onClick={() => input.current?.click()}>
              {t(photoId ? "photo.another" : "photo.choose")}
            </Button>
            {photoId ? (
              <Button size={36} look="quiet" onClick={() => void change(null).then(setTrouble)}>
                {t("photo.remove")}
              </Button>
            ) : null}
          </div>
          <small>{t("photo.help")}</small>
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-label={t("photo.choose")}
            tabIndex={-1}
            hidden
            onChange={(event) => void open(event)}
          />
        </div>
        <p className={styles.seen}>
          <small>{t("photo.seen")}</small>
          <span>
            <Faces of={[me]} /> <b>{displayName}</b> {t("guests.answerYes").toLocaleLowerCase()}{" "}
            <AnswerSign answer="accepted" />
          </span>
        </p>
      </div>
      {trouble === undefined ? null : <FieldError>{trouble}</FieldError>}
      {picture ? (
        <CropDialog
          picture={picture}
          onClose={() => setPicture(undefined)}
          onKeep={async (photo) => {
            const wrong = await change(photo);
            if (wrong === undefined) setPicture(undefined);
            return wrong;
          }}
        />
      ) : null}
    </>
  );
}

/** Changes or removes the photo, and offers to take that back. @returns what does it, and gives the words of what was in the way */
function useChange({ id, photoId }: Account): (photo: Blob | null) => Promise<string | undefined> {
  const t = useMessages();
  const set = async (photo: Blob | null): Promise<string | undefined> => {
    const done = await changePhoto(id, photo);
    if (!done.ok) return t(problemKey(wordedCode(done.problem)));
    await loadSession();
    return undefined;
  };
  return async (photo) => {
    // Fetched before it is gone for good.
    const former = photoId ? await fetchPhoto(id, photoId) : undefined;
    const wrong = await set(photo);
    if (wrong !== undefined) return wrong;
    const back = former === undefined ? null : former.ok ? former.value : undefined;
    addToast({
      message: t(photo ? "photo.changed" : "photo.removed"),
      ...(back !== undefined && {
        action: {
          label: t("action.undo"),
          takesBack: true,
          run: () =>
            void set(back).then((trouble) => trouble !== undefined && addToast({ message: trouble })),
        },
      }),
    });
    return undefined;
  };
}
