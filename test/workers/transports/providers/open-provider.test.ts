// The switch of a provider: while it refuses our login or settings, no process sends by it, one of them probes from time to time,
// and all continue when it accepts us again. One that accepts no connection is noted, and probed too.
import { expect } from 'chai';
import type { Database } from '../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { HOUR_MS } from '../../../../shared/platform/time/durations.ts';
import {
  type StoredProvider,
  stateOfProvider,
} from '../../../../shared/resources/foundation/providers/provider.ts';
import { findProviders } from '../../../../shared/resources/foundation/providers/stored.ts';
import { clearProviderSwitch } from '../../../../shared/resources/foundation/providers/switch.ts';
import { repeat } from '../../../../workers/runtime/repeat.ts';
import { Destination } from '../../../../workers/transports/pacing/destination.ts';
import { OpenProvider } from '../../../../workers/transports/providers/open-provider.ts';
import type { Delivery, Transport } from '../../../../workers/transports/transport.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { createTestClock } from '../../../support/time/clock.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { createSignal } from '../../../support/time/signal.ts';

const REFUSAL = '535 5.7.8 wrong name or password';
const REFUSED = { stage: 'rcpt', from: 'b-1@send.acme.dev', to: 'bo@customer.dev' } as const;

/** A provider in a process that looks at its row. */
interface Gate {
  provider: OpenProvider;
  stop(): Promise<void>;
}

describe('A provider that refuses us', () => {
  after(() => Promise.all(gates.splice(0).map((gate) => gate.stop())));
  const database = useDatabase();
  const clock = createTestClock();
  const gates: Gate[] = [];
  const logLines: { msg: string; reason?: string }[] = [];
  const destination = { write: (line: string) => void logLines.push(JSON.parse(line)) };
  const log = createLog({ level: 'debug', process: 'test', destination });
  const probed = { refusal: undefined as string | undefined, probes: 0, probing: 0, mostAtOnce: 0 };
  let delivery: Delivery;

  beforeEach(() => {
    Object.assign(probed, { refusal: undefined, probes: 0, probing: 0, mostAtOnce: 0 });
    logLines.length = 0;
  });
  afterEach(async () => {
    await Promise.all(gates.splice(0).map((gate) => gate.stop()));
    await clearProviderSwitch(database.pool);
  });

  const stored = async (on: Pick<Database, 'query'> = database.pool) => {
    const [provider] = await findProviders(on as Database);
    return provider ?? expect.fail('There is no default provider.');
  };
  let row: StoredProvider;
  before(async () => {
    row = await stored();
  });

  /** Opens the provider in a process whose transport probes the provider of this test. */
  function open(
    on: Pick<Database, 'query'> = database.pool,
    checkEveryMs = 50,
    isDirect = false,
  ): OpenProvider {
    const transport: Transport = {
      name: 'test',
      isDirect,
      send: () => Promise.resolve(delivery),
      async probe(refused) {
        if (probed.refusal !== 'no connection') expect(refused).to.deep.equal(REFUSED);
        probed.probes += 1;
        probed.probing += 1;
        probed.mostAtOnce = Math.max(probed.mostAtOnce, probed.probing);
        await database.pool.query('SELECT pg_sleep(0.1)');
        probed.probing -= 1;
        return probed.refusal;
      },
      close: () => Promise.resolve(),
    };
    const surroundings = {
      lane: 'transactional' as const,
      processes: () => 1,
      now: () => clock.now(),
      nowMs: () => 0,
      random: () => 0,
      onNarrowed: () => {},
    };
    const provider = new OpenProvider(row, {
      database: on as Database,
      clock,
      log,
      connections: 20,
      transport,
      delivery: 'accept' as const,
      destinations: { of: (paced, source, gate) => new Destination(paced, source, surroundings, gate) },
    });
    const look = async () => {
      const { refusals } = provider;
      provider.adopt(await stored(on), refusals);
    };
    const looking = repeat({ name: 'providers', everyMs: checkEveryMs, log, run: look });
    const stop = async () => {
      await looking.stop();
      await provider.close();
    };
    gates.push({ provider, stop });
    return provider;
  }

  const makeProbeDue = () => database.pool.query('UPDATE providers SET next_probe_at = clock_timestamp()');
  const isTripped = async () => (await stored()).refusedAt !== null;
  const send = (provider: OpenProvider) => provider.send({} as never, { beforeData: () => true }, undefined);

  it('takes mail while it delivers directly, and what a relay has tripped is cleared', async () => {
    await open().refuse(REFUSAL, REFUSED);
    await makeProbeDue();
    const provider = open(database.pool, 50, true);
    expect(provider.isOpen).to.equal(true);
    await eventually('it is cleared', async () => !(await isTripped()));
  });

  it('takes mail at first, without a probe', () => {
    const provider = open();
    expect([provider.isOpen, provider.hold, probed.probes]).to.deep.equal([true, undefined, 0]);
  });

  it('takes none at once in the process that was refused, and in the others within seconds', async () => {
    const here = open();
    const there = open();
    const refusing = here.refuse(REFUSAL, REFUSED);
    expect([here.isOpen, here.hold?.reply]).to.deep.equal([false, 'active']);
    await refusing;
    await eventually('it takes none there', () => !there.isOpen);
    expect(there.hold?.reply).to.equal('refused');
    expect(probed.probes).to.equal(0);
  });

  it('takes none in a process that starts while the switch is tripped', async () => {
    await open().refuse(REFUSAL, REFUSED);
    const late = open(database.pool, HOUR_MS);
    await eventually('it takes none', () => !late.isOpen);
  });

  it('is logged once, however many mails were refused', async () => {
    const provider = open();
    await Promise.all(Array.from({ length: 3 }, () => provider.refuse(REFUSAL, REFUSED)));
    const refusals = logLines.filter(({ reason }) => reason === REFUSAL);
    expect(refusals.map(({ msg }) => msg)).to.deep.equal(['the provider refuses our login or settings']);
  });

  it('takes none while a probe is refused, which is logged', async () => {
    probed.refusal = '535 5.7.8 still wrong';
    const provider = open();
    await provider.refuse(REFUSAL, REFUSED);
    await makeProbeDue();
    await eventually('it was probed', () => logLines.some(({ reason }) => reason === probed.refusal));
    expect(provider.isOpen).to.equal(false);
    expect(await isTripped()).to.equal(true);
  });

  it('takes mail in all processes when the probe of one is accepted, and only one probes', async () => {
    const many = Array.from({ length: 6 }, () => open());
    await many[0]?.refuse(REFUSAL, REFUSED);
    await eventually('none takes mail', () => many.every(({ isOpen }) => !isOpen));
    await makeProbeDue();
    await eventually('all take mail', () => many.every(({ isOpen }) => isOpen));
    expect([probed.probes, probed.mostAtOnce]).to.deep.equal([1, 1]);
    expect(await isTripped()).to.equal(false);
  });

  it('has one probe at a time while it keeps refusing', async () => {
    probed.refusal = REFUSAL;
    const many = Array.from({ length: 6 }, () => open());
    await many[0]?.refuse(REFUSAL, REFUSED);
    for (const probes of [1, 2]) {
      await makeProbeDue();
      await eventually('it was probed', () => probed.probes >= probes && probed.probing === 0);
    }
    expect([probed.probes, probed.mostAtOnce]).to.deep.equal([2, 1]);
    expect(many[0]?.isOpen).to.equal(false);
  });

  it('takes none when the row that was read is older than the refusal', async () => {
    const { given: looked, give: answer } = createSignal();
    let isLooking = false;
    const query = async (...statement: Parameters<Database['query']>) => {
      const result = await database.pool.query(...statement);
      if (JSON.stringify(statement).includes('find-providers') && !isLooking) {
        isLooking = true;
        await looked;
      }
      return result;
    };
    const provider = open({ query } as unknown as Database);
    await eventually('it has looked', () => isLooking);
    await provider.refuse(REFUSAL, REFUSED);
    answer();
    await gates.at(-1)?.stop();
    expect(provider.isOpen).to.equal(false);
  });

  it('takes none in this process although that could not be written, and the caller gets the error', async () => {
    const error = new Error('Postgres is away');
    const provider = open({ query: () => Promise.reject(error) } as unknown as Database);
    expect(await failureOf(provider.refuse(REFUSAL, REFUSED))).to.equal(error);
    expect(provider.isOpen).to.equal(false);
  });

  it('is noted when it accepts no connection, is probed, and noted when it does', async () => {
    probed.refusal = 'no connection';
    const provider = open();
    delivery = { kind: 'unreachable', stage: 'connect', reason: 'ECONNREFUSED' };
    await send(provider);
    await eventually('it is noted', () => stateOfProvider(provider.stored) === 'unreachable');
    expect([provider.isOpen, (await stored()).lastRefusal]).to.deep.equal([true, 'ECONNREFUSED']);
    await makeProbeDue();
    await eventually('it is probed', () => probed.probes > 0 && probed.probing === 0);
    expect((await stored()).unreachableSince).to.not.equal(null);
    probed.refusal = undefined;
    delivery = { kind: 'accepted', reply: { code: 250, text: 'ok' } };
    await eventually('it takes mail', async () => {
      await send(provider);
      return (await stored()).unreachableSince === null;
    });
  });

  it('is noted too when it refuses before the mail', async () => {
    const provider = open();
    const reply = { code: 421, text: '4.3.2 too busy' };
    for (const stage of ['rcpt', 'greeting'] as const) {
      delivery = { kind: 'refused', stage, reply };
      await send(provider);
    }
    await eventually('it is noted', () => stateOfProvider(provider.stored) === 'unreachable');
    expect((await stored()).lastRefusal).to.include('too busy');
  });
});
