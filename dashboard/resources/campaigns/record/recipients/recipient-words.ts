// What is said of the recipients of a campaign: the types by which they are listed, and what became of one. Pure.

import type { CampaignRecipientItem } from '../../../../api/generated/types.ts';
import { amountText } from '../../../../format/amount-text.ts';
import { capitalised } from '../../../../format/capitalised.ts';
import { leftOutWords } from '../../edit/audience/audience-words.ts';

/** The first type of the list. */
export const FIRST_TYPE = 'sent';

/** Type → word. */
const TYPES: Readonly<Record<string, string>> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  failed: 'Failed',
  suppressed: 'Suppressed',
  complained: 'Complained',
  unsubscribed: 'Unsubscribed',
  left_out: 'Left out',
};

/** The other types. */
export const TYPE_OPTIONS = Object.entries(TYPES).map(([id, label]) => ({ id, label }));

/** The name of a deleted or erased contact: a campaign stores no address. */
export function recipientName({ contact_id, email }: CampaignRecipientItem): string {
  if (contact_id === null) return 'Erased person';
  return email || 'Deleted contact';
}

/** "3 times", "by machines only, 3 times", why it was left out, how it bounced; empty: its type says it all. */
export function recipientDetails(recipient: CampaignRecipientItem): string {
  const { count, machine_only, bounce_type, reason, clicked_links } = recipient;
  if (reason !== null) return leftOutWords(reason);
  if (bounce_type !== null) return `${capitalised(bounce_type)} bounce`;
  if (count === null) return '';
  const times = count === 1 ? 'Once' : `${amountText(count)} times`;
  if (machine_only) return `${times}, only by machines`;
  const [most] = clicked_links ?? [];
  return most ? `${times}, mostly ${most.url || 'a link of an erased person'}` : times;
}
