import type { JoinTabs, TabGroup, TabListener } from "../tabs/tab-group.ts";

/** Tabs of one browser in one process: messages arrive later and in order, the oldest tab leads. */
export class FakeTabs {
  #tabs: { readonly listener: TabListener; readonly group: TabGroup; isLeader: boolean }[] = [];

  readonly join: JoinTabs = (listener) => {
    const isFirst = this.#tabs.length === 0;
    const group: TabGroup = {
      get isLeader() {
        return tab.isLeader;
      },
      post: (message) => {
        const copied: unknown = structuredClone(message);
        const others = this.#tabs.filter((it) => it !== tab);
        queueMicrotask(() => others.forEach((it) => it.listener.onMessage(copied)));
      },
      leave: () => {
        this.#tabs = this.#tabs.filter((it) => it !== tab);
        const [next] = this.#tabs;
        if (!next || !tab.isLeader) return;
        tab.isLeader = false;
        next.isLeader = true;
        queueMicrotask(() => next.listener.onLead(true));
      },
    };
    const tab = { listener, group, isLeader: isFirst };
    this.#tabs.push(tab);
    if (isFirst) queueMicrotask(() => listener.onLead(false));
    return group;
  };
}
