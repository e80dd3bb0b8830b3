import { useCallback, useEffect, useState } from "react";
import { dismissNews, fetchNews } from "../../api/news-api.ts";
import type { NewsItem } from "../../api/news-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { NOTICES_CHANGED } from "../../store/notices-changed.ts";
import { addToast } from "../../ui/toasts.ts";

export interface News {
  /** Newest first. */
  readonly list: readonly NewsItem[];
  readonly dismiss: (news: readonly NewsItem[]) => void;
}

/** What others did, kept true as they go on, and as it is put away elsewhere. */
export function useNews(accountId: string): News {
  const t = useMessages();
  const [list, setList] = useState<readonly NewsItem[]>([]);
  const look = useCallback(async () => {
    const given = await fetchNews(accountId);
    if (given.ok) setList(given.value);
  }, [accountId]);
  useEffect(() => {
    const again = (): void => void look();
    again();
    addEventListener(NOTICES_CHANGED, again);
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      removeEventListener(NOTICES_CHANGED, again);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [look]);
  const dismiss = async (news: readonly NewsItem[]): Promise<void> => {
    const gone = new Set(news);
    setList((now) => now.filter((one) => !gone.has(one)));
    if ((await dismissNews(news)).ok) return;
    addToast({ message: t("news.failed") });
    await look();
  };
  return { list, dismiss: (news) => void dismiss(news) };
}
