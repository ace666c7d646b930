// A number as the person writes it: 12,345 or 12 345, by Intl.
import { amountText, compactAmountText } from '../../format/amount-text.ts';

interface AmountProps {
  value: number;
  /** '12.3K', where there is little room; the exact number is in the title. */
  isCompact?: boolean | undefined;
}

export function Amount({ value, isCompact = false }: AmountProps) {
  const exact = amountText(value);
  const shown = isCompact ? compactAmountText(value) : exact;
  return shown === exact ? exact : <span title={exact}>{shown}</span>;
}
