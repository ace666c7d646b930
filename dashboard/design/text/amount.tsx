// A number as the person writes it: 12,345 or 12 345, by Intl.

/** Made when the first number is drawn: the two take longer than the rest of what pages import. */
let formats: { exact: Intl.NumberFormat; compact: Intl.NumberFormat } | undefined;

interface AmountProps {
  value: number;
  /** '12.3K', where there is little room; the exact number is in the title. */
  isCompact?: boolean | undefined;
}

export function Amount({ value, isCompact = false }: AmountProps) {
  formats ??= {
    exact: new Intl.NumberFormat(),
    compact: new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }),
  };
  const exact = formats.exact.format(value);
  if (!isCompact || Math.abs(value) < 10_000) return exact;
  return <span title={exact}>{formats.compact.format(value)}</span>;
}
