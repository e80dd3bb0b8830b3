import { useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import { fetchTrash, type TrashItem } from "../../api/items/history-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { itemsWith, trashPath } from "../trash/model.ts";
import styles from "./search-page.module.css";

/** A way to the trash, if something in it has the words in its title. */
export function InTrash({ words }: { readonly words: string }) {
  const t = useMessages();
  const [items, setItems] = useState<readonly TrashItem[]>([]);
  useEffect(() => {
    let isHere = true;
    // Without the trash the search is as good as it was.
    void fetchTrash().then((found) => {
      if (isHere && found.ok) setItems(found.value);
    });
    return () => void (isHere = false);
  }, []);
  const count = useMemo(() => itemsWith(items, words).length, [items, words]);
  if (count === 0) return null;
  return (
    <Link href={trashPath(words.trim())} className={styles.trash}>
      {t("search.inTrash", { count })}
    </Link>
  );
}
