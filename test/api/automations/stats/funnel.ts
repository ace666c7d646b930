// What the tests of funnels share: an account whose automations run, their funnels, and what becomes of mail.
import { expect } from 'chai';
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { lockEmails } from '../../../../shared/resources/messaging/emails/delivery/lock.ts';
import {
  type AttemptResult,
  recordOutcomes,
} from '../../../../shared/resources/messaging/emails/delivery/record.ts';
import { lockHitRecipients } from '../../../../shared/resources/messaging/emails/tracking/lock-recipients.ts';
import { recordHits } from '../../../../shared/resources/messaging/emails/tracking/record-hits.ts';
import type { HitMachine } from '../../../../shared/resources/messaging/tracking/hits/hit.ts';
import { claimEmail, outcomeOf } from '../../../shared/resources/messaging/emails/delivery/outcomes.ts';
import type { TestApp } from '../../../support/api/app.ts';
import type { StatsRecord, StepRecord } from '../../../support/automations/counted-apart.ts';
import { createTemplate } from '../../../support/factories/template-factories.ts';
import { createRunner, type Runner } from '../runs/runner.ts';

/** An account whose funnels are looked at. */
export interface FunnelOwner extends Runner {
  /** GET /automations/:id/stats, which must succeed. */
  stats(automation: { id: string }): Promise<StatsRecord>;
  /** A step of the funnel, by its key. */
  step(automation: { id: string }, key: string): Promise<StepRecord>;
  /** A step that sends the mail of a template of its own. */
  mailStep(key?: string): Promise<{ key: string; type: 'send_email'; config: { template: { id: string } } }>;
  /** Moves the runs of the account that are woken or due. */
  moveAll(): Promise<void>;
  /** The mails of an automation, the oldest first. */
  mails(automation: { id: string }): Promise<SentMail[]>;
  /** Records what has become of a mail. */
  record(mail: SentMail, result: AttemptResult): Promise<void>;
  /** The recipient of a mail does something with it. */
  touch(mail: SentMail, ...types: ('opened' | 'clicked')[]): Promise<void>;
  /** A scanner opens a mail and clicks in it. */
  scan(mail: SentMail): Promise<void>;
}

/** A mail of a run, with its recipient. */
export interface SentMail {
  id: string;
  accountId: string;
  recipients: { id: string; address: string }[];
}

/** Creates an account. */
export async function createFunnelOwner(app: TestApp): Promise<FunnelOwner> {
  const runner = await createRunner(app);
  const { accountId, domain } = runner;
  const { database, ids, queues } = app.deps;
  const stats = ({ id }: { id: string }): Promise<StatsRecord> => runner.read(`/automations/${id}/stats`);
  const hit = async (
    { id, recipients: [recipient] }: SentMail,
    types: readonly ('opened' | 'clicked')[],
    machine: HitMachine | null,
  ) => {
    const client = { ipAddress: '192.0.2.1', userAgent: 'Test', machine, at: app.clock.now() };
    const recipientId = recipient?.id ?? '';
    const hits = types.map((type) => ({
      ...client,
      recipientId,
      link: type === 'clicked' ? 'https://acme.dev/' : null,
    }));
    await transaction(database, async (session) => {
      await lockEmails(session, [id]);
      const locked = await lockHitRecipients(session, [recipientId], [id]);
      await recordHits(session, hits, locked, { ids, queues });
    });
  };
  return {
    ...runner,
    stats,
    async step(automation, key) {
      const { steps } = await stats(automation);
      return steps.find((step) => step.key === key) ?? expect.fail(`There is no step ${key}.`);
    },
    async mailStep(key = 'mail') {
      const template = await createTemplate(app.pool, accountId, { from: `a@${domain.name}` });
      return { key, type: 'send_email', config: { template: { id: template.id } } };
    },
    async moveAll() {
      const { rows } = await app.pool.query<{ id: string }>(
        `UPDATE automation_runs SET woken_at = clock_timestamp()
         WHERE account_id = $1 AND claimed_by IS NULL AND (woken_at IS NOT NULL OR next_attempt_at <= $2) RETURNING id`,
        [accountId, app.clock.now()],
      );
      if (rows.length > 0) await runner.advance(...rows.map(({ id }) => id));
    },
    async mails({ id }) {
      const { rows } = await app.pool.query<SentMail>(
        `SELECT emails.id, emails.account_id AS "accountId",
                json_build_array(json_build_object('id', recipient.id, 'address', address)) AS recipients
         FROM emails JOIN email_recipients AS recipient ON email_id = emails.id
         WHERE automation_id = $1 ORDER BY emails.id`,
        [id],
      );
      return rows;
    },
    async record(mail, result) {
      const token = await claimEmail(app.pool, mail);
      await recordOutcomes({ database, ids, queues }, [outcomeOf({ ...mail, token }, { result })]);
    },
    touch: (mail, ...types) => hit(mail, types, null),
    scan: (mail) => hit(mail, ['opened', 'clicked'], 'scanner'),
  };
}
