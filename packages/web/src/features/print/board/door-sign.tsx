import { wholeAddress } from "../../../api/place.ts";
import { Printer } from "lucide-react";
import { InLanguage } from "../../../i18n/in-language.tsx";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages, type Language } from "../../../i18n/messages.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import sheets from "../../../ui/paper/print-sheets.module.css";
import { usePageSize } from "../../../ui/paper/use-page-size.ts";
import { ListSkeleton, PlainPage } from "../../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../../ui/use-document-title.ts";
import { useBookings } from "../../bookables/screen.tsx";
import { QrCode } from "../../device-code/screen.tsx";
import board from "./board-print.module.css";
import styles from "./door-sign.module.css";

/** Whoever stands at the door may read either. */
const LANGUAGES: readonly Language[] = ["sv", "en-GB"];

/** A sheet of A4 for the door of a thing: its name, and a picture code that leads to where it is booked. */
export function DoorSign({ id }: { readonly id: string }) {
  const t = useMessages();
  const account = useAccount();
  const { known } = useBookings(account?.id ?? "", { bookableId: id, first: 0, days: 1 });
  const bookable = known?.bookables.find((it) => it.id === id);
  const name = bookable ? isolated(bookable.name) : t("bookables.title");
  const title = t("doorSign.title", { name });
  const path = `/bookables/${id}/now`;
  usePageSize("A4", false);
  useDocumentTitle(title);
  return (
    <>
      <PlainPage
        title={title}
        intro={t("doorSign.intro")}
        back={{ href: path, label: name }}
        actions={
          <Button
            look="primary"
            size={36}
            className={board.print}
            disabled={!bookable}
            onClick={() => print()}
          >
            <Printer size={16} strokeWidth={1.7} aria-hidden />
            {t("boardPrint.print")}
          </Button>
        }
      >
        {known ? null : <ListSkeleton label={t("bookables.loading")} />}
        {known && !bookable ? <p className={board.quiet}>{t("bookables.missing")}</p> : null}
      </PlainPage>
      {bookable ? (
        <div className={board.scroll}>
          <div className={sheets.sheets} data-sheets="">
            <section className={styles.sign} data-sheet="" aria-label={title}>
              <h2>{name}</h2>
              {bookable.place === "" ? null : <p>{isolated(bookable.place)}</p>}
              <QrCode text={wholeAddress(path)} label={t("doorSign.code", { name })} />
              {LANGUAGES.map((language) => (
                <InLanguage key={language} language={language}>
                  <Invitation language={language} />
                </InLanguage>
              ))}
              <p className={styles.address}>{wholeAddress(path)}</p>
            </section>
          </div>
        </div>
      ) : null}
    </>
  );
}

function Invitation({ language }: { readonly language: Language }) {
  const t = useMessages();
  return <p lang={language}>{t("doorSign.scan")}</p>;
}
