// The words of suppressions on the screen: why an address is on the list.
import type { SuppressionItem } from '../../api/generated/types.ts';

/** Origin → what it is called. */
export const ORIGINS: Readonly<Record<SuppressionItem['origin'], string>> = {
  bounce: 'bounced',
  complaint: 'complained',
  manual: 'added by hand',
};

/** Origins for the filter. */
export const ORIGIN_OPTIONS = [
  { id: 'bounce', label: 'Bounced' },
  { id: 'complaint', label: 'Complained' },
  { id: 'manual', label: 'Added by hand' },
] as const satisfies readonly { id: SuppressionItem['origin']; label: string }[];

/** Origin → why an address is on the list, in a sentence. */
export const CAUSES: Readonly<Record<SuppressionItem['origin'], string>> = {
  bounce: 'A mail server rejected the address.',
  complaint: 'The recipient reported an email as spam.',
  manual: 'A member of this account or an operator added it.',
};
