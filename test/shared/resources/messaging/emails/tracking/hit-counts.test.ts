// The counts of opens and clicks, held against what was recorded: random hits of people and machines, in random groups.
import { expect } from 'chai';
import fc from 'fast-check';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import { lockEmails } from '../../../../../../shared/resources/messaging/emails/delivery/lock.ts';
import { findMetrics } from '../../../../../../shared/resources/messaging/emails/metrics/find.ts';
import { lockHitRecipients } from '../../../../../../shared/resources/messaging/emails/tracking/lock-recipients.ts';
import { recordHits } from '../../../../../../shared/resources/messaging/emails/tracking/record-hits.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount } from '../../../../../support/factories/factories.ts';
import { createTrackedEmail } from '../../../../../support/factories/tracking-factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';

const RUNS = 40;
const MINUTE_MS = 60_000;
const FIRST = Date.parse('2026-11-17T21:00:00Z');
const RECIPIENTS = 4;

const hit = fc.record({
  recipient: fc.nat({ max: RECIPIENTS - 1 }),
  isClick: fc.boolean(),
  machine: fc.constantFrom(null, null, 'scanner' as const, 'privacy_proxy' as const),
  minute: fc.nat({ max: 300 }),
});
const groups = fc.array(fc.array(hit, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 });

describe('Counts opens and clicks of people and of machines apart, and a recipient once in `unique_opened` and `unique_clicked`, also of single emails.', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());

  it('for any hits, in any groups', async () => {
    const property = fc.asyncProperty(groups, async (given) => {
      const accountId = (await createAccount(database.pool)).id;
      const recipients = await prepare(accountId);
      for (const group of given) await record(group, recipients);
      await expectCounts(accountId, recipients, given.flat());
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  type Hit = ReturnType<typeof hit.generate>['value'];
  type Prepared = { id: string; emailId: string; tracksOpens: boolean };

  /** Two emails with two recipients each; the second one measures clicks only. */
  async function prepare(accountId: string): Promise<Prepared[]> {
    const recipients = [{ address: 'bo@customer.dev' }, { address: 'jim@customer.dev' }];
    const prepared: Prepared[] = [];
    for (const tracking of [3, 2]) {
      const email = await createTrackedEmail(database.pool, accountId, {
        recipients,
        tracking,
        sentAt: new Date(FIRST),
      });
      const made = email.recipients.map(({ id }) => ({ id, emailId: email.id, tracksOpens: tracking === 3 }));
      prepared.push(...made);
    }
    return prepared;
  }

  async function record(group: readonly Hit[], recipients: readonly Prepared[]): Promise<void> {
    const emailIds = [...new Set(recipients.map(({ emailId }) => emailId))];
    const hits = group.map(({ recipient, isClick, machine, minute }) => ({
      recipientId: recipients[recipient]?.id ?? '',
      link: isClick ? 'https://acme.dev/' : null,
      machine,
      at: new Date(FIRST + minute * MINUTE_MS),
      ipAddress: '192.0.2.1',
      userAgent: 'Test',
    }));
    await transaction(database.pool, async (client) => {
      await lockEmails(client, emailIds);
      const locked = await lockHitRecipients(
        client,
        recipients.map(({ id }) => id),
        emailIds,
      );
      await recordHits(client, hits, locked, { ids, queues: SILENT_QUEUES });
    });
  }

  async function expectCounts(
    accountId: string,
    recipients: readonly Prepared[],
    hits: readonly Hit[],
  ): Promise<void> {
    const hours = Array.from({ length: 6 }, (_, hour) => new Date(FIRST + 60 * hour * MINUTE_MS));
    const time = { startsAt: new Date(FIRST), endsAt: new Date(FIRST + 360 * MINUTE_MS), periods: hours };
    const asked = { accountId, time, dimensions: ['period' as const] };
    const counted = await findMetrics(database.pool, asked);
    const emailIds = [...new Set(recipients.map(({ emailId }) => emailId))];
    expect(await findMetrics(database.pool, { ...asked, emailIds })).to.deep.equal(counted);
    const [all] = await findMetrics(database.pool, { ...asked, dimensions: [] });
    const by = (isClick: boolean, isMachine: boolean) =>
      hits.filter((each) => each.isClick === isClick && (each.machine !== null) === isMachine);
    const whoOf = (some: readonly Hit[]) => new Set(some.map(({ recipient }) => recipient));
    const clickers = whoOf(by(true, false));
    const openers = new Set([
      ...whoOf(by(false, false)),
      ...[...clickers].filter((recipient) => recipients[recipient]?.tracksOpens),
    ]);
    expect(all?.counts.unique_opened ?? 0).to.equal(openers.size);
    expect(all?.counts.unique_clicked ?? 0).to.equal(clickers.size);
    expect(all?.counts.clicked ?? 0).to.equal(by(true, false).length);
    expect(all?.counts.machine_opened ?? 0).to.equal(by(false, true).length);
    expect(all?.counts.machine_clicked ?? 0).to.equal(by(true, true).length);
    // A click of a person who has not opened the mail before is an open too.
    const opened = all?.counts.opened ?? 0;
    expect(opened).to.be.within(by(false, false).length, by(false, false).length + clickers.size);
  }
});
