// Rates of bounces and complaints, as people see them.
import type { Figures } from './figures.ts';

/** Shares of the judged recipients. */
export interface Rates {
  bounceRate: number;
  complaintRate: number;
}

/** The precision, as in the rates of email metrics. */
const RATE_PARTS = 10_000;

/** The rates of figures, rounded down to four decimals; 0 when nothing was judged. */
export function ratesOf({ judged, bounced, complained }: Figures): Rates {
  const rate = (count: number) => (judged === 0 ? 0 : Math.floor((count * RATE_PARTS) / judged) / RATE_PARTS);
  return { bounceRate: rate(bounced), complaintRate: rate(complained) };
}

/** Such as `12.31 %`, rounded down: a rate below a threshold never reads as the threshold. */
export function percentOf(count: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.floor((count * RATE_PARTS) / whole) / 100} %`;
}
