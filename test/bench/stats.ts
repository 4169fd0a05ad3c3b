/** The middle value, or the mean of the two middle ones. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? upper)) / 2 : upper;
}

/** How long it takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Times both sides in turn, so that whatever else the machine does meets both. The first round warms up and does not count. */
export async function interleaved(rounds: number, a: () => Promise<number>, b: () => Promise<number>): Promise<{ a: number[]; b: number[] }> {
  const times = { a: [] as number[], b: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const [timeA, timeB] = [await a(), await b()];
    if (round === 0) continue;
    times.a.push(timeA);
    times.b.push(timeB);
  }
  return times;
}

export type Result = {
  name: string;
  /** What the goal is about, e.g. `1.12 ×`. */
  measured: string;
  goal: string;
  met: boolean;
  /** The numbers behind it. */
  detail: string;
};

const ms = (value: number) => `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`;

/** `min … median … max` of the samples. */
export function spread(samples: number[]): string {
  return `${ms(median(samples))} (${ms(Math.min(...samples))} to ${ms(Math.max(...samples))})`;
}
