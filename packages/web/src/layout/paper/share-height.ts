/**
 * Divides a height among rows that need different amounts of it. If there is enough, each gets what it needs and the
 * small ones grow first; if not, the tall ones give way first, and none gets less than `least` as long as that is
 * possible.
 */
export function shareHeight(needs: readonly number[], total: number, least: number): number[] {
  const wanted = needs.map((need) => Math.max(need, least));
  const isEnough = wanted.reduce((sum, need) => sum + need, 0) <= total;
  const clamp = (level: number): number[] =>
    wanted.map((need) => (isEnough ? Math.max(need, level) : Math.min(need, level)));
  let [low, high] = [0, Math.max(total, 0)];
  // Bisects until the difference is negligible; the sum only grows with the level.
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (clamp(middle).reduce((sum, height) => sum + height, 0) > total) high = middle;
    else low = middle;
  }
  return clamp(low);
}
