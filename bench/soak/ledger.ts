/** One write of one event, with its state before and after. */
export interface Step {
  /** the serial it replaces; 0 if there was none */
  readonly from: number;
  /** the serial it writes; 0 if it deletes */
  readonly to: number;
  /** the exact text, if it was given as text */
  readonly text: string | undefined;
  /** the server has confirmed it; an unconfirmed step may have happened or not */
  acknowledged: boolean;
}

/** An event's state at the end; undefined: it does not exist. */
export interface Found {
  readonly serial: number;
  readonly text: string;
}

/**
 * Every attempted write, by UID. Each write names what it replaces (`If-Match`, `ifInState`) and carries a unique
 * serial, and no UID is used again: so an event's history is one chain, which must contain every acknowledged step
 * and end in the present state.
 */
export class Ledger {
  readonly #steps = new Map<string, Step[]>();
  #serial = 0;

  nextSerial(): number {
    return ++this.#serial;
  }

  begin(uid: string, from: number, to: number, text?: string): Step {
    const step: Step = { from, to, text, acknowledged: false };
    const steps = this.#steps.get(uid) ?? [];
    this.#steps.set(uid, steps);
    steps.push(step);
    return step;
  }

  /** The server has said that it did not happen. */
  refuse(uid: string, step: Step): void {
    const steps = this.#steps.get(uid) ?? [];
    this.#steps.set(
      uid,
      steps.filter((one) => one !== step),
    );
  }

  get uids(): readonly string[] {
    return [...this.#steps.keys()];
  }
  get acknowledged(): number {
    return [...this.#steps.values()].flat().filter((step) => step.acknowledged).length;
  }
  get doubtful(): number {
    return [...this.#steps.values()].flat().filter((step) => !step.acknowledged).length;
  }

  /** The problems of an event's final state, one sentence each. */
  audit(uid: string, found: Found | undefined): readonly string[] {
    const steps = this.#steps.get(uid) ?? [];
    const lasts = steps.filter((step) => step.to === (found?.serial ?? 0));
    if (found === undefined && !steps.some(({ acknowledged }) => acknowledged)) return [];
    if (lasts.length === 0) {
      const what = found === undefined ? "is gone, and nobody deleted it" : "is what nobody wrote";
      return [`${uid} ${what}: ${describe(steps)}`];
    }
    const verdicts = lasts.map((last) => lostBy(chainTo(steps, last), steps));
    const lost = verdicts.toSorted((a, b) => a.length - b.length)[0] ?? [];
    const altered = lasts.some(
      ({ text }) => text !== undefined && found !== undefined && text !== found.text,
    );
    return [
      ...lost.map(
        (step) => `${uid} lost ${describe([step])}, is ${String(found?.serial)}: ${describe(steps)}`,
      ),
      ...(altered ? [`${uid} is not the text that was put`] : []),
    ];
  }

  /** How often an event was written before its final state: that many former versions are kept. */
  formerVersions(uid: string, found: Found | undefined): number {
    const steps = this.#steps.get(uid) ?? [];
    const lasts = steps.filter((step) => step.to === (found?.serial ?? 0));
    return Math.max(0, ...lasts.map((last) => chainTo(steps, last).length - 1));
  }
}

function chainTo(steps: readonly Step[], last: Step): readonly Step[] {
  const chain = [last];
  for (let step: Step | undefined = last; step !== undefined && step.from !== 0;) {
    const { from }: Step = step;
    step = steps.find(({ to }) => to === from);
    if (step !== undefined) chain.push(step);
  }
  return chain;
}

const lostBy = (chain: readonly Step[], steps: readonly Step[]): readonly Step[] => {
  const deletes = (step: Step): boolean => step.to === 0;
  // Two deletions of one version are the same: the second found nothing to delete.
  return steps.filter(
    (step) =>
      step.acknowledged &&
      !chain.includes(step) &&
      !(deletes(step) && chain.some((one) => deletes(one) && one.from === step.from)),
  );
};

const describe = (steps: readonly Step[]): string =>
  steps
    .map(
      ({ from, to, acknowledged }) =>
        `${String(from)}→${to === 0 ? "deleted" : String(to)}${acknowledged ? "" : "?"}`,
    )
    .join(" ");
