// What is recorded of the engagement of addresses (docs/architecture/engagement.md): of which mail, by whom, and that it costs
// what it must and no more.
import { expect } from 'chai';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import {
  type Engagement,
  type EngagementKind,
  recordEngagement,
} from '../../../../../shared/resources/audience/engagement/record.ts';
import { recordOutcomes } from '../../../../../shared/resources/messaging/emails/delivery/record.ts';
import type { EmailSource } from '../../../../../shared/resources/messaging/emails/email.ts';
import { recordReports } from '../../../../../shared/resources/messaging/emails/reports/record-report.ts';
import { lockHitRecipients } from '../../../../../shared/resources/messaging/emails/tracking/lock-recipients.ts';
import {
  type RecordedHit,
  recordHits,
} from '../../../../../shared/resources/messaging/emails/tracking/record-hits.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explainWork, readingsOf } from '../../../../support/database/prepared-plans.ts';
import { createTopic } from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { createTrackedEmail } from '../../../../support/factories/tracking-factories.ts';
import { SILENT_QUEUES } from '../../../../support/queues/queues.ts';
import { createClaimedEmail, type MadeEmail, outcomeOf } from '../../messaging/emails/delivery/outcomes.ts';

const ADDRESS = 'Bo@customer.dev';
const KEY = 'bo@customer.dev';
const LAST_MOMENT = new Date('2026-11-20T23:59:59.999Z');
const NEXT_DAY = new Date('2026-11-21T00:00:00Z');
const HITS_KEPT = 200;
const WRITERS = 24;
const ADDRESSES = 40;
const ROWS = 20_000;

describe('The engagement of an address', () => {
  const database = useDatabase();
  const deps = { ids: createIds(createSystemClock()), queues: SILENT_QUEUES };
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  /** `received opened clicked` of each address, a day each. */
  const shown = async (): Promise<Record<string, string>> => {
    const { rows } = await database.pool.query<{ key: string; days: string }>(
      `SELECT email_key AS key,
              concat_ws(' ', coalesce(received_on::text, '-'), coalesce(opened_on::text, '-'), coalesce(clicked_on::text, '-')) AS days
       FROM contact_engagement WHERE account_id = $1`,
      [accountId],
    );
    return Object.fromEntries(rows.map(({ key, days }) => [key, days]));
  };
  const happened = (kind: EngagementKind, at: Date, address = ADDRESS): Engagement => ({
    accountId,
    address,
    kind,
    at,
  });
  const record = (...all: Engagement[]) =>
    transaction(database.pool, (client) => recordEngagement(client, all));
  const createMail = (source: EmailSource) =>
    createTrackedEmail(database.pool, accountId, {
      source,
      sentAt: NEXT_DAY,
      recipients: [{ address: ADDRESS }],
    });
  const hit = (email: MadeEmail, ...hits: Partial<RecordedHit>[]) => {
    const recipientId = email.recipients[0]?.id ?? '';
    const given = { recipientId, link: null, at: NEXT_DAY, machine: null, ipAddress: '', userAgent: '' };
    return transaction(database.pool, async (client) => {
      const locked = await lockHitRecipients(client, [recipientId], [email.id]);
      await recordHits(
        client,
        hits.map((each) => ({ ...given, ...each })),
        locked,
        deps,
      );
    });
  };

  it('is recorded of mail of campaigns and automations and of mail with a topic, and of no other', async () => {
    const { id: topicId } = await createTopic(database.pool, accountId);
    for (const [source, topic, days] of [
      ['api', null, undefined],
      ['batch', null, undefined],
      ['smtp', topicId, '2026-11-20 - -'],
      ['automation', null, '2026-11-20 - -'],
      ['campaign', null, '2026-11-20 - -'],
    ] as const) {
      const address = `${source}@customer.dev`;
      const email = await createClaimedEmail(database.pool, accountId, { source, recipients: [{ address }] });
      await database.pool.query('UPDATE emails SET topic_id = $2 WHERE id = $1', [email.id, topic]);
      const outcome = outcomeOf(email, { result: 'delivered', at: LAST_MOMENT });
      await recordOutcomes({ database: database.pool, ...deps }, [outcome]);
      expect((await shown())[address], source).to.equal(days);
    }
  });

  it('is that mail was delivered, by an attempt or a report, and not that it was sent or has failed', async () => {
    const emails = [];
    for (const result of ['sent', 'bounced', 'failed', 'delayed'] as const) {
      const email = await createClaimedEmail(database.pool, accountId, {
        source: 'campaign',
        recipients: [{ address: ADDRESS }],
      });
      await recordOutcomes({ database: database.pool, ...deps }, [outcomeOf(email, { result })]);
      emails.push(email);
    }
    expect(await shown()).to.deep.equal({});
    const recipientId = emails[0]?.recipients[0]?.id ?? '';
    await transaction(database.pool, (client) =>
      recordReports(client, deps, [
        { recipientId, result: 'delivered', reportId: deps.ids.next(), at: NEXT_DAY },
      ]),
    );
    expect(await shown()).to.deep.equal({ [KEY]: '2026-11-21 - -' });
  });

  it('has the first day on which measured mail was delivered, whatever comes later', async () => {
    const first = async () =>
      (
        await database.pool.query(
          'SELECT measured_on::text AS day FROM contact_engagement WHERE account_id = $1',
          [accountId],
        )
      ).rows;
    const received = (at: Date, isMeasured: boolean) => ({ ...happened('received', at), isMeasured });
    await record(received(LAST_MOMENT, false));
    expect(await first()).to.deep.equal([{ day: null }]);
    // The day of the mail is there already, and that it was measured is not.
    await record(received(NEXT_DAY, true));
    await record(received(LAST_MOMENT, true));
    await record(received(NEXT_DAY, true), { ...happened('opened', NEXT_DAY), isMeasured: true });
    expect(await first()).to.deep.equal([{ day: '2026-11-20' }]);
    for (const [tracking, day] of [
      [0, null],
      [2, '2026-11-21'],
    ] as const) {
      await database.pool.query('DELETE FROM contact_engagement WHERE account_id = $1', [accountId]);
      const email = await createClaimedEmail(database.pool, accountId, {
        source: 'campaign',
        recipients: [{ address: ADDRESS }],
      });
      await database.pool.query('UPDATE emails SET tracking = $2 WHERE id = $1', [email.id, tracking]);
      const outcome = outcomeOf(email, { result: 'delivered', at: NEXT_DAY });
      await recordOutcomes({ database: database.pool, ...deps }, [outcome]);
      expect(await first(), String(tracking)).to.deep.equal([{ day }]);
    }
  });

  it('is what people do and machines do not; who follows a link has opened the mail, whether or not opens are measured', async () => {
    const email = await createMail('campaign');
    const link = 'https://acme.dev';
    await hit(email, { machine: 'privacy_proxy' }, { link, machine: 'scanner' });
    await hit(await createMail('api'), { link });
    expect(await shown()).to.deep.equal({});
    await hit(email, { at: LAST_MOMENT });
    expect(await shown()).to.deep.equal({ [KEY]: '- 2026-11-20 -' });
    await database.pool.query('UPDATE emails SET tracking = 2 WHERE id = $1', [email.id]);
    await hit(email, { link });
    expect(await shown()).to.deep.equal({ [KEY]: '- 2026-11-21 2026-11-21' });
  });

  it('is recorded of hits also when their events are not kept any more', async () => {
    const email = await createMail('campaign');
    await hit(email, ...Array.from({ length: HITS_KEPT }, () => ({ at: LAST_MOMENT })));
    await hit(email, { at: NEXT_DAY });
    const { rows } = await database.pool.query(
      'SELECT count(*)::integer FROM email_events WHERE email_id = $1',
      [email.id],
    );
    expect(rows).to.deep.equal([{ count: HITS_KEPT }]);
    expect(await shown()).to.deep.equal({ [KEY]: '- 2026-11-21 -' });
  });

  it('changes once a day and kind: what has that day or a later one is neither written nor locked', async () => {
    const version = async () =>
      (await database.pool.query('SELECT ctid, xmin, xmax FROM contact_engagement')).rows;
    await record(
      happened('received', NEXT_DAY),
      happened('opened', NEXT_DAY),
      happened('opened', LAST_MOMENT),
    );
    expect(await shown()).to.deep.equal({ [KEY]: '2026-11-21 2026-11-21 -' });
    const before = await version();
    await record(happened('received', NEXT_DAY, KEY), happened('opened', LAST_MOMENT));
    await record(happened('received', new Date('2026-11-21T23:59:59Z')));
    expect(await version()).to.deep.equal(before);
    await record(happened('clicked', LAST_MOMENT));
    expect(await shown()).to.deep.equal({ [KEY]: '2026-11-21 2026-11-21 2026-11-20' });
    expect(await version()).not.to.deep.equal(before);
  });

  it('is exact when many record it of the same addresses at the same time, and none of them fails', async () => {
    const all = Array.from({ length: ADDRESSES }, (_, number) => `${number}@customer.dev`);
    const writers = Array.from({ length: WRITERS }, (_, writer) => {
      const kind = (['received', 'opened', 'clicked'] as const)[writer % 3] ?? 'received';
      const at = new Date(Date.UTC(2026, 0, 1 + writer));
      const own = writer % 2 === 0 ? all : [...all].reverse();
      return record(...own.map((address) => happened(kind, at, address)));
    });
    await Promise.all(writers);
    const days = await shown();
    expect(Object.keys(days)).to.have.members(all);
    for (const each of Object.values(days)) expect(each).to.equal('2026-01-22 2026-01-23 2026-01-24');
  });

  it('is one statement that finds its rows by their key', async () => {
    await database.pool.query(
      `INSERT INTO contact_engagement SELECT $1, n || '@customer.dev', '2026-01-01' FROM generate_series(1, $2::integer) AS n`,
      [accountId, ROWS],
    );
    await database.pool.query('ANALYZE contact_engagement');
    const all = [1, 2, ROWS + 1].map((number) => happened('opened', NEXT_DAY, `${number}@customer.dev`));
    const statements = await explainWork(database.url, { plansOnce: true }, (explaining) =>
      recordEngagement(explaining, all),
    );
    expect(statements.map(({ name }) => name)).to.deep.equal(['record-engagement']);
    const readings = readingsOf(statements, /^contact_engagement/);
    expect(readings).not.to.have.lengthOf(0);
    for (const { node, read } of readings) expect(read, JSON.stringify(node)).to.be.at.most(all.length);
  });
});
