// The funnel of an automation after a random history of its runs, compared with a count that was written apart
// (docs/reference/automation-stats.md#what-is-counted).
import { expect } from 'chai';
import { HOUR_MS } from '../../../../shared/platform/time/durations.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectStatsToEqualRuns, type StatsRecord } from '../../../support/automations/counted-apart.ts';
import { createRandom, pick } from '../../../support/random.ts';
import { TRIGGER } from '../owner.ts';
import { createFunnelOwner, type FunnelOwner } from './funnel.ts';

const SEED = Number(process.env['STATS_SEED'] ?? 20_261_121);
const HAPPENINGS = 400;
/** What happens between two looks at the funnel. */
const LOOK_EACH = 15;
const ADDRESSES = Array.from({ length: 40 }, (_, number) => `person${number}@customer.dev`);

const PAID = { field: 'event.paid', operator: 'eq', value: true };
const UPDATE = { first_name: { var: 'event.name' } };

/** What the history must contain. */
const SEEN = [
  'running',
  'completed',
  'failed',
  'cancelled',
  'waiting',
  'unsubscribed',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
];

/** The names of all numbers above 0. */
function namesOf({ runs, steps }: StatsRecord): string[] {
  const numbers = [
    runs,
    ...steps.flatMap(({ waiting, skipped, emails }) => [{ waiting }, skipped, emails ?? {}]),
  ];
  return numbers.flatMap((counts) =>
    Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [name] : [])),
  );
}

describe('The funnel of an automation after a random history', function () {
  this.timeout(600_000);
  const app = useApp();
  const random = createRandom(SEED);
  let owner: FunnelOwner;
  let id: string;

  it('Counts each run once, whatever has happened to it.', async () => {
    owner = await createFunnelOwner(app);
    const made = await owner.made({ status: 'enabled', ...(await graph()) });
    id = made.id;
    const seen = new Set<string>();
    for (let number = 1; number <= HAPPENINGS; number += 1) {
      await pick(random, HISTORY)();
      if (number % LOOK_EACH !== 0) continue;
      const stats = await owner.stats({ id });
      await expectStatsToEqualRuns(app.pool, stats);
      for (const name of namesOf(stats)) seen.add(name);
    }
    const missing = SEEN.filter((name) => !seen.has(name));
    expect(missing, `seed ${SEED}`).to.deep.equal([]);
    expect((await owner.stats({ id })).steps.length).to.be.above(7);
  });

  /** paid → (met) wait → mail → pause → goodbye, (not met) update → broken */
  const graph = async () => {
    const mail = await owner.mailStep('mail');
    const goodbye = await owner.mailStep('goodbye');
    const wait = { event_name: 'order', timeout: '5 hours' };
    return {
      steps: [
        TRIGGER,
        { key: 'paid', type: 'condition', config: PAID },
        { key: 'wait', type: 'wait_for_event', config: wait },
        mail,
        { key: 'pause', type: 'delay', config: { duration: '3 hours' } },
        goodbye,
        { key: 'update', type: 'contact_update', config: UPDATE },
        { key: 'remove', type: 'contact_delete', config: {} },
      ],
      connections: [
        { from: 'start', to: 'paid' },
        { from: 'paid', to: 'wait', type: 'condition_met' },
        { from: 'paid', to: 'update', type: 'condition_not_met' },
        { from: 'wait', to: 'mail' },
        { from: 'mail', to: 'pause' },
        { from: 'pause', to: 'goodbye' },
        { from: 'update', to: 'remove' },
      ],
    };
  };
  const send = (event: string, payload: object) =>
    owner.api
      .post('/events/send')
      .send({ event, email: pick(random, ADDRESSES), payload })
      .expect(202);
  const change = (fields: object) => owner.change(id, fields).expect(200);
  /** One of the newest runs with such a status. */
  const oneRun = async (status: string): Promise<string | undefined> => {
    const { body } = await owner.api.get(`/automations/${id}/runs`).query({ status });
    return pick(random, body.data as ({ id: string } | undefined)[])?.id;
  };
  const ask = async (status: string, operation: 'cancel' | 'retry') => {
    const run = await oneRun(status);
    // Another run may be one too many for a retry.
    if (run) await owner.api.post(`/automations/${id}/runs/${run}/${operation}`);
  };
  const aContact = async (): Promise<string | undefined> => {
    const { body } = await owner.api.get('/contacts').query({ limit: 100 });
    return pick(random, body.data as ({ id: string } | undefined)[])?.id;
  };
  /** One of the newest: of others it is known already what becomes of them. */
  const aMail = async () => pick(random, (await owner.mails({ id })).slice(-5));

  const start = () =>
    send('user.signed_up', { paid: random() < 0.7, name: 'x'.repeat(random() < 0.5 ? 3 : 2_000) });
  const move = async () => {
    app.clock.advance(Math.floor(random() * 3 * HOUR_MS));
    await owner.moveAll();
  };
  const report = async () => {
    const mail = await aMail();
    if (mail)
      await owner.record(mail, pick(random, ['delivered', 'sent', 'bounced', 'complained', 'delayed']));
  };
  const touch = async () => {
    const mail = await aMail();
    if (mail) await owner.touch(mail, pick(random, ['opened', 'clicked']));
  };
  const unsubscribe = async () => {
    const contact = await aContact();
    if (contact) await owner.api.patch(`/contacts/${contact}`).send({ unsubscribed: random() < 0.8 });
  };
  const remove = async () => {
    const contact = await aContact();
    if (contact && random() < 0.3) await owner.api.delete(`/contacts/${contact}`);
  };
  const stop = async () => {
    if (random() < 0.7) return;
    await owner.api.post(`/automations/${id}/stop`).send({ cancel_runs: random() < 0.7 });
    if (random() < 0.5) await owner.runBatches({ id });
    await change({ status: 'enabled' });
  };
  const edit = async () => {
    if (random() < 0.3) await change({ status: 'enabled', ...(await graph()) });
    const { steps } = await owner.shown(id);
    const step = steps.find(({ key }) => key.startsWith('pause'));
    const path = `/automations/${id}/steps/${step?.id}`;
    await change({ status: 'disabled' });
    await owner.api.patch(path).send({ key: `pause${Math.floor(random() * 1_000)}` });
    await change({ status: 'enabled' });
  };

  const HISTORY: readonly (() => PromiseLike<unknown>)[] = [
    start,
    start,
    start,
    start,
    move,
    move,
    move,
    move,
    report,
    report,
    report,
    touch,
    touch,
    () => send('order', {}),
    () => send('order', {}),
    unsubscribe,
    unsubscribe,
    remove,
    stop,
    edit,
    () => ask('running', 'cancel'),
    () => ask('failed', 'retry'),
    () => ask('cancelled', 'retry'),
  ];
});
