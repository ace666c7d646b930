// Seeded mutations of whole SMTP conversations: whatever a client sends, the server does not crash, leaves no connection
// open and no upload, and answers 250 to the end of a message only when the message is stored.
import { expect } from 'chai';
import { converse, mutatedClients } from '../../../bench/receiving/mutated-clients.ts';
import { extent, SEED } from '../../support/extent.ts';
import { eventually } from '../../support/time/eventually.ts';
import { startTestInbound, type TestInbound } from '../support/use-inbound.ts';

const MUTATIONS = extent('SMTP_MUTATIONS', 2_000, 20_000);
const AT_ONCE = 100;

/** Replies to the end of a message that is taken; the library says "queued" for them only. */
const takenIn = (said: string) => said.match(/^250 2\.6\.0 .*queued/gm)?.length ?? 0;

describe('Mutated SMTP conversations', () => {
  let inbound: TestInbound;
  before(async () => {
    const limits = {
      connectionsOfNetwork: 1_000,
      connectionsOfSite: 1_000,
      idleMs: 1_000,
      windowMs: 1_000,
      windowBytes: 1,
    };
    inbound = await startTestInbound({ ...limits, settings: { maxBytes: 300_000 } });
  });
  after(() => inbound.server.stop());

  it('crash nothing, leave no connection and no upload, and are answered 250 only for stored mail', async () => {
    const clients = mutatedClients(MUTATIONS, SEED);
    let taken = 0;
    let spoken = 0;
    const work = Array.from({ length: AT_ONCE }, async () => {
      for (let next = clients.pop(); next; next = clients.pop()) {
        const said = await converse(inbound.server.port, next);
        taken += takenIn(said);
        if (said.startsWith('220 ')) spoken += 1;
      }
    });
    await Promise.all(work);
    await eventually('no connection is left', () => inbound.server.connections() === 0);
    await eventually(
      'nothing is in flight',
      async () => (await inbound.metric('mail_inbound_bytes_in_flight')) === 0,
    );
    const count = (outcome: string) => inbound.metric('mail_inbound_messages_total', { outcome });
    const stored = await count('stored');
    const repeated = await count('repeated');
    expect(taken, 'some are taken').to.be.within(MUTATIONS / 50, stored + repeated);
    expect(inbound.reception.stored.length).to.equal(stored);
    expect(inbound.reception.uploads.size).to.equal(0);
    for (const outcome of ['refused', 'gone']) expect(await count(outcome), outcome).to.be.above(0);
    expect(await count('failed')).to.equal(0);
    expect(inbound.log.filter((line) => /"level":[56]0/.test(line))).to.deep.equal([]);
    expect(spoken).to.equal(MUTATIONS);
    expect((await inbound.send('a: b\r\n')).slice(0, 3), 'it still works').to.equal('250');
  });
});
