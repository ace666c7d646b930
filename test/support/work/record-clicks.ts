// Records clicks on links of mail, as the job that judges hits does, in one transaction.
import type { Pool } from 'pg';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { lockEmails } from '../../../shared/resources/messaging/emails/delivery/lock.ts';
import { lockHitRecipients } from '../../../shared/resources/messaging/emails/tracking/lock-recipients.ts';
import { recordHits } from '../../../shared/resources/messaging/emails/tracking/record-hits.ts';
import type { MadeEmail } from '../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { factoryIds as ids } from '../factories/factory-ids.ts';
import { SILENT_QUEUES } from '../queues/queues.ts';

/** A click of the first recipient of a mail, or of a machine in their place. */
export interface MadeClick {
  mail: Pick<MadeEmail, 'id' | 'recipients'>;
  link: string;
  machine?: 'scanner' | null;
}

const AT = new Date('2026-11-20T10:00:00Z');

/** Records them. */
export async function recordClicks(pool: Pool, clicks: readonly MadeClick[]): Promise<void> {
  const idOf = ({ mail }: MadeClick) => mail.recipients[0]?.id ?? '';
  const emailIds = [...new Set(clicks.map(({ mail }) => mail.id))];
  const recipientIds = [...new Set(clicks.map(idOf))];
  const hits = clicks.map((click) => ({
    recipientId: idOf(click),
    link: click.link,
    machine: click.machine ?? null,
    at: AT,
    ipAddress: '',
    userAgent: 'Test',
  }));
  await transaction(pool, async (client) => {
    await lockEmails(client, emailIds);
    const locked = await lockHitRecipients(client, recipientIds, emailIds);
    await recordHits(client, hits, locked, { ids, queues: SILENT_QUEUES });
  });
}
