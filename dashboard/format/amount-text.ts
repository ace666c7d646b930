// Numbers as the person writes them: 12,345 or 12 345. Nothing here is made before the first number is drawn, because a
// formatter of Intl takes longer than the rest of what pages import.
let exact: Intl.NumberFormat | undefined;
let compact: Intl.NumberFormat | undefined;

/** "12,345" */
export function amountText(value: number): string {
  exact ??= new Intl.NumberFormat();
  return exact.format(value);
}

/** "12.3K", from 10,000 on: below that the number itself is read as soon. */
export function compactAmountText(value: number): string {
  if (Math.abs(value) < 10_000) return amountText(value);
  compact ??= new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
  return compact.format(value);
}
