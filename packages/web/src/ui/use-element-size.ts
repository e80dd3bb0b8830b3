import { useLayoutEffect, useState, type RefObject } from "react";

interface ElementSize {
  readonly width: number;
  readonly height: number;
}

/** The inner size of an element, updated as it changes; zero before the first paint. */
export function useElementSize(ref: RefObject<Element | null>): ElementSize {
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const take = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    take();
    const observer = new ResizeObserver(take);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
