// GET /emails/:id of mail that went straight to the recipient's server (docs/reference/emails.md#events).
import { expect } from 'chai';
import { createSystemClock } from '../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../shared/platform/time/ids.ts';
import {
  type RecipientOutcome,
  recordOutcomes,
} from '../../../../shared/resources/messaging/emails/delivery/record.ts';
import { claimEmail, outcomeOf } from '../../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { useApp } from '../../../support/api/app.ts';
import { useSender } from '../sender.ts';

const RESULTS = ['delivered', 'delayed', 'bounced', 'failed'] as const;

describe('GET /emails/:id of direct mail', () => {
  const app = useApp();
  const ids = createIds(createSystemClock());
  const sender = useSender(app);
  const eventsOf = async (name: string, wire: Partial<RecipientOutcome>) => {
    const { id } = await sender.sent({ to: RESULTS.map((result) => `${result}@${name}.dev`) });
    const { rows: recipients } = await app.pool.query(
      'SELECT id, address FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [id],
    );
    const email = { id, accountId: sender.accountId, recipients };
    const claimed = { ...email, token: await claimEmail(app.pool, email) };
    const outcomes = RESULTS.map((result, index) =>
      outcomeOf(claimed, { result, nextAttemptAt: result === 'delayed' ? new Date() : null, ...wire }, index),
    );
    await recordOutcomes({ ...app.deps, ids }, outcomes);
    return (await sender.read(`/emails/${id}`)).events as { type: string; server?: string; tls?: object }[];
  };

  it("Answers server and tls in the events delivered, delivery_delayed, bounced and failed of mail that went straight to the recipient's server, and no tls of mail through a relay.", async () => {
    const server = 'mx.customer.dev';
    const tls = { version: null, verified: false, policy: 'opportunistic' } as const;
    const direct = await eventsOf('direct', { server, tls });
    expect(direct.map((event) => [event.type, event.server, event.tls])).to.have.deep.members([
      ['sent', undefined, undefined],
      ...['delivered', 'delivery_delayed', 'bounced', 'failed'].map((type) => [type, server, tls]),
    ]);
    const relayed = await eventsOf('relayed', { server });
    for (const event of relayed) expect(event).not.to.have.property('tls');
    expect(relayed.find(({ type }) => type === 'delivered')).not.to.have.property('server');
  });
});
