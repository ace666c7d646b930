// Whether a webhook works, as a dot and words: what fails says so, and what is disabled says why.
import type { WebhookItem } from '../../api/generated/types.ts';
import { Status } from '../../design/text/status.tsx';
import { useClock } from '../../format/clock.ts';
import { disabledWords, webhookBadge, webhookRowBadge } from './health-words.ts';
import css from './webhooks.module.css';

interface WebhookStatusProps {
  webhook: Pick<WebhookItem, 'status' | 'disabled_reason' | 'health'>;
  /** Whether it is in the head of the record, where the reason is below. */
  isBrief?: boolean;
}

/** The status. */
export function WebhookStatus({ webhook, isBrief = false }: WebhookStatusProps) {
  useClock();
  const look = (isBrief ? webhookBadge : webhookRowBadge)(webhook, new Date());
  return (
    <>
      <Status {...look} />
      {webhook.status === 'disabled' && !isBrief && (
        <span className={css['reason']}> {disabledWords(webhook)}</span>
      )}
    </>
  );
}
