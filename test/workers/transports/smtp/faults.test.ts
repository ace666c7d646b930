import { expect } from 'chai';
import { freePort } from '../../../../dev/ports.ts';
import type { SmtpTimeouts } from '../../../../workers/transports/smtp/timeouts.ts';
import type { Delivery, SmtpStage } from '../../../../workers/transports/transport.ts';
import { eventually } from '../../../support/eventually.ts';
import type { Fault, FaultStage } from '../../../support/smtp-sink/faults.ts';
import { goOn, makeMail, type RelayBench, useRelay } from './support/use-relay.ts';

const NO_TIME: SmtpTimeouts = {
  connectMs: 150,
  greetingMs: 150,
  ehloMs: 150,
  tlsMs: 150,
  authMs: 150,
  mailMs: 150,
  rcptMs: 150,
  dataMs: 150,
  blockMs: 150,
  contentMs: 150,
};
/** Where a fault of the server shows, and whether the server may have the mail. */
const STAGES: [struck: FaultStage, shown: SmtpStage, uncertain: boolean][] = [
  ['connect', 'greeting', false],
  ['greeting', 'greeting', false],
  ['ehlo', 'ehlo', false],
  ['starttls', 'tls', false],
  ['tls', 'tls', false],
  ['auth', 'auth', false],
  ['mail', 'mail', false],
  ['rcpt', 'rcpt', false],
  ['data', 'data', false],
  ['after-data', 'content', true],
];
const auth = { user: 'u', pass: 'p' };

/** Sends one mail to a server with a fault; the next mail must go through as if nothing had been. */
async function meet(
  bench: RelayBench,
  fault: Fault,
  { pipelining = true, timeouts = {} as Partial<SmtpTimeouts> } = {},
): Promise<Delivery> {
  const faults = [{ ...fault, times: 1 }];
  const sink = await bench.sink({ tls: 'starttls', auth, faults, extensions: { pipelining } });
  const relay = bench.relay(`${sink.url}?tls=insecure`, {
    maxConnections: 1,
    timeouts,
    limits: { restMs: 0 },
  });
  const delivery = await relay.send(makeMail('first'), goOn);
  expect((await relay.send(makeMail('second'), goOn)).kind).to.equal('accepted');
  expect(sink.messages.at(-1)?.raw).to.deep.equal(makeMail('second').raw);
  await eventually('only the working connection is left', () => sink.connections().open === 1);
  return delivery;
}

describe('A server that breaks', () => {
  const bench = useRelay();

  for (const [struck, shown, uncertain] of STAGES) {
    const unreachable = { kind: 'unreachable', stage: shown, ...(uncertain ? { uncertain } : {}) };

    for (const how of ['fin', 'rst'] as const) {
      it(`by ${how} at ${struck} is unreachable at ${shown}${uncertain ? ', uncertain' : ''}`, async () => {
        const { reason, ...rest } = (await meet(bench, { stage: struck, kind: 'drop', how })) as Unreachable;
        expect(rest).to.deep.equal(unreachable);
        expect(reason).to.match(/clos|ECONNRESET|disconnected|socket hang up/i);
      });
    }

    it(`by silence at ${struck} is unreachable at ${shown} in time`, async () => {
      const startedAt = performance.now();
      const { reason, ...rest } = (await meet(
        bench,
        { stage: struck, kind: 'silence' },
        { timeouts: NO_TIME },
      )) as Unreachable;
      expect(rest).to.deep.equal(unreachable);
      expect(reason).to.match(/took longer than (150|300|450) ms/);
      expect(performance.now() - startedAt).to.be.within(149, 5_000);
    });

    it(`by garbage at ${struck} is unreachable at ${shown}${uncertain ? ', uncertain' : ''}`, async () => {
      const { reason, ...rest } = (await meet(bench, { stage: struck, kind: 'garbage' })) as Unreachable;
      expect(rest).to.deep.equal(unreachable);
      expect(reason).to.be.a('string').that.is.not.empty;
    });

    it(`by slowness at ${struck} is none, as long as it keeps within the time`, async () => {
      expect((await meet(bench, { stage: struck, kind: 'delay', ms: 30 })).kind).to.equal('accepted');
      expect((await meet(bench, { stage: struck, kind: 'trickle', ms: 1 })).kind).to.equal('accepted');
    });
  }
});

describe('A server that refuses', () => {
  const bench = useRelay();

  for (const stage of ['greeting', 'ehlo', 'auth', 'mail', 'rcpt', 'data', 'after-data'] as const) {
    for (const reply of ['451 4.3.0 not now', '554 5.7.1 never', '421 4.3.2 shutting down']) {
      for (const pipelining of [true, false]) {
        it(`${reply.slice(0, 3)} at ${stage} ${pipelining ? 'with' : 'without'} pipelining is understood`, async () => {
          const delivery = await meet(bench, { stage, kind: 'answer', reply }, { pipelining });
          const [code = '', enhanced = '', ...words] = reply.split(' ');
          expect(delivery).to.deep.equal({
            kind: 'refused',
            stage: stage === 'after-data' ? 'content' : stage,
            reply: { code: Number(code), enhanced, text: words.join(' ') },
          });
        });
      }
    }
  }

  it('STARTTLS cannot be reached safely', async () => {
    const delivery = await meet(bench, { stage: 'starttls', kind: 'answer', reply: '454 4.7.0 no TLS now' });
    expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'tls' });
  });

  it('EHLO alone is asked with HELO', async () => {
    const sink = await bench.sink({
      faults: [{ stage: 'ehlo', kind: 'answer', reply: '502 what?', times: 1 }],
    });
    const relay = bench.relay(sink.url);
    expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(sink.commands.slice(0, 2)).to.deep.equal(['EHLO client.test', 'HELO client.test']);
  });
});

describe('A server that fails otherwise', () => {
  const bench = useRelay();

  it('by asking for the content of a mail that it has refused gets none', async () => {
    const sink = await bench.sink({
      faults: [
        { stage: 'rcpt', kind: 'answer', reply: '550 5.1.1 no', times: 1 },
        { stage: 'data', kind: 'answer', reply: '354 go ahead', times: 1 },
      ],
    });
    const relay = bench.relay(sink.url);
    expect(await relay.send(makeMail(), goOn)).to.deep.include({ kind: 'refused', stage: 'rcpt' });
    expect((await relay.send(makeMail('second'), goOn)).kind).to.equal('accepted');
    expect(sink.messages.map(({ raw }) => raw)).to.deep.equal([makeMail('second').raw]);
  });

  it('by answering DATA with a yes that is no go-ahead gets no content', async () => {
    const delivery = await meet(bench, { stage: 'data', kind: 'answer', reply: '250 2.0.0 fine' });
    expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'data' });
  });

  it('by taking its leave from an idle connection costs no mail', async () => {
    const sink = await bench.sink({
      faults: [{ stage: 'after-reply', kind: 'answer', reply: '421 4.4.2 idle too long', times: 1 }],
    });
    const relay = bench.relay(sink.url);
    for (let mail = 0; mail < 3; mail += 1)
      expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(sink.connections().total).to.equal(2);
  });

  for (const how of ['fin', 'rst'] as const) {
    it(`by ${how} in the middle of a long content has not got it for certain`, async () => {
      const sink = await bench.sink({
        faults: [{ stage: 'in-data', kind: 'drop', how, afterBytes: 100_000 }],
      });
      const delivery = await bench.relay(sink.url).send(makeMail('x'.repeat(20_000_000)), goOn);
      expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'content' });
      expect(delivery).not.to.have.property('uncertain');
    });
  }

  it('by a refusal in the middle of a long content is understood', async () => {
    const sink = await bench.sink({
      faults: [{ stage: 'in-data', kind: 'answer', reply: '552 5.3.4 too much', afterBytes: 100_000 }],
    });
    const delivery = await bench.relay(sink.url).send(makeMail('x'.repeat(20_000_000)), goOn);
    expect(delivery).to.deep.equal({
      kind: 'refused',
      stage: 'content',
      reply: { code: 552, enhanced: '5.3.4', text: 'too much' },
    });
  });

  it('by nobody listening cannot be connected to', async () => {
    const delivery = await bench.relay(`smtp://127.0.0.1:${await freePort()}`).send(makeMail(), goOn);
    expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'connect' });
    expect(delivery).to.have.property('reason').that.includes('ECONNREFUSED');
  });

  it('by a name that cannot exist cannot be connected to', async () => {
    // A label of more than 63 octets is refused before anybody is asked.
    const delivery = await bench.relay(`smtp://${'x'.repeat(64)}.test`).send(makeMail(), goOn);
    expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'connect' });
  });
});

type Unreachable = Extract<Delivery, { kind: 'unreachable' }>;
