// A provider that accepts our login and refuses our mail: a probe that only logs in would open the gate every 15
// seconds for mail that is refused again. So the probe repeats the refused mail.
import { expect } from 'chai';
import { eventually } from '../../support/time/eventually.ts';
import type { StartedWorker } from '../support/started-worker.ts';
import { type RecipientRow, useSending } from './support/use-sending.ts';

const REFUSAL = '530 5.7.0 relaying needs another login';
const EMAILS = 3;

describe('A provider that accepts our login and refuses our mail', () => {
  const auth = { user: 'posthorn', pass: 'secret' };
  const sending = useSending({ auth });
  let worker: StartedWorker;
  before(async () => {
    const config = { smtpUrl: `${sending.sink.url}?tls=off` };
    worker = await sending.startWorker({ config, times: { checkEveryMs: 50 } });
  });
  after(() => worker.stop());

  const makeProbeDue = () => sending.pool.query('UPDATE providers SET next_probe_at = clock_timestamp()');
  const isTripped = async () =>
    (await sending.pool.query('SELECT FROM providers WHERE refused_at IS NOT NULL')).rowCount === 1;
  const countLogged = (message: string) => sending.logLines.filter(({ msg }) => msg === message).length;
  const linesOf = (command: string) => sending.sink.commands.filter((line) => line.startsWith(command));
  const isRefused = ({ state, attempts, smtp_reply }: RecipientRow) =>
    state === 'queued' && attempts === 0 && smtp_reply === REFUSAL;

  for (const stage of ['mail', 'rcpt', 'data'] as const) {
    it(`at ${stage} gets none while it refuses, with no attempt counted, and all of it when it accepts mail again`, async () => {
      sending.sink.setFault({ stage, kind: 'answer', reply: REFUSAL });
      // The first may have tripped the switch before the last is accepted, which is then refused by the API.
      const accepting = await Promise.allSettled(Array.from({ length: EMAILS }, () => sending.accept()));
      const ids = accepting.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      await eventually('one is refused, and none is on its way', async () => {
        await sending.tick();
        const recipients = await Promise.all(ids.map((id) => sending.recipient(id)));
        return recipients.every(({ claimed_by }) => claimed_by === null) && recipients.some(isRefused);
      });
      const askedBefore = linesOf('MAIL').length;
      for (const probes of [1, 2]) {
        await makeProbeDue();
        await eventually(
          'it is probed again',
          () => countLogged('the provider still refuses our login or settings') === probes,
        );
        await sending.tick();
        expect(await isTripped()).to.equal(true);
      }
      // Two probes, and no mail.
      expect(linesOf('MAIL')).to.have.length(askedBefore + 2);
      sending.sink.clearFaults();
      await makeProbeDue();
      await eventually('it is accepted', () => countLogged('the provider accepts us again') === 1);
      await eventually('all are delivered', async () => {
        // A sweep does this for rows whose wake-up came while the gate was closed.
        await sending.pool.query(
          'UPDATE email_recipients SET woken_at = NULL WHERE woken_at IS NOT NULL AND claimed_by IS NULL',
        );
        await sending.tick();
        const states = await Promise.all(ids.map(async (id) => (await sending.find(id)).status));
        return states.every((status) => status === 'delivered');
      });
      expect(sending.sink.count()).to.equal(ids.length);
      for (const id of ids) expect((await sending.recipient(id)).attempts).to.equal(1);
      expect(await isTripped()).to.equal(false);
    });
  }
});
