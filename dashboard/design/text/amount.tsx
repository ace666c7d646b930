// A number as the person writes it: 12,345 or 12 345, by Intl.
const EXACT = new Intl.NumberFormat();
const COMPACT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

interface AmountProps {
  value: number;
  /** '12.3K', where there is little room; the exact number is in the title. */
  isCompact?: boolean | undefined;
}

export function Amount({ value, isCompact = false }: AmountProps) {
  if (!isCompact || Math.abs(value) < 10_000) return EXACT.format(value);
  return <span title={EXACT.format(value)}>{COMPACT.format(value)}</span>;
}
