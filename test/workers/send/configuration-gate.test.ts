// The circuit breaker for the provider: while it refuses our login or settings, no process sends, one of them
// probes from time to time, and all continue when it accepts us again.
import { expect } from 'chai';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { type ConfigurationGate, createConfigurationGate } from '../../../workers/send/configuration-gate.ts';
import { SEND_TIMES } from '../../../workers/send/times.ts';
import { useDatabase } from '../../support/database/database.ts';
import { failureOf } from '../../support/failure-of.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal } from '../../support/time/signal.ts';

const REFUSAL = '535 5.7.8 wrong name or password';
const REFUSED = { stage: 'rcpt', from: 'b-1@send.acme.dev', to: 'bo@customer.dev' } as const;

describe('The configuration gate', () => {
  after(() => Promise.all(gates.splice(0).map((gate) => gate.stop())));
  const database = useDatabase();
  const gates: ConfigurationGate[] = [];
  const logLines: { msg: string; reason?: string }[] = [];
  const destination = { write: (line: string) => void logLines.push(JSON.parse(line)) };
  const log = createLog({ level: 'debug', process: 'test', destination });
  const provider = { refusal: undefined as string | undefined, probes: 0, probing: 0, mostAtOnce: 0 };

  beforeEach(() => {
    Object.assign(provider, { refusal: undefined, probes: 0, probing: 0, mostAtOnce: 0 });
    logLines.length = 0;
  });
  afterEach(async () => {
    await Promise.all(gates.splice(0).map((gate) => gate.stop()));
    await database.pool.query('DELETE FROM sending_switches');
  });

  /** Creates the gate of a process whose relay probes the provider of this test. */
  function createGate(
    on: Pick<Database, 'query'> = database.pool,
    lookEveryMs = 50,
    isDirect = false,
  ): ConfigurationGate {
    const sendTimes = { ...SEND_TIMES, lookEveryMs };
    const probe = async (refused: unknown) => {
      expect(refused).to.deep.equal(REFUSED);
      provider.probes += 1;
      provider.probing += 1;
      provider.mostAtOnce = Math.max(provider.mostAtOnce, provider.probing);
      await database.pool.query('SELECT pg_sleep(0.1)');
      provider.probing -= 1;
      return provider.refusal;
    };
    const gate = createConfigurationGate({ database: on as Database, log, sendTimes }, { probe, isDirect });
    gates.push(gate);
    return gate;
  }

  const makeProbeDue = () =>
    database.pool.query('UPDATE sending_switches SET next_probe_at = clock_timestamp()');
  const isTripped = async () => (await database.pool.query('SELECT FROM sending_switches')).rowCount === 1;

  it('is always open with direct delivery, and clears what a relay has tripped', async () => {
    await createGate().close(REFUSAL, REFUSED);
    await makeProbeDue();
    const gate = createGate(database.pool, 50, true);
    await eventually('it is cleared', async () => !(await isTripped()));
    expect(gate.isOpen()).to.equal(true);
  });

  it('is open at first, without a probe', async () => {
    const gate = createGate();
    expect(gate.isOpen()).to.equal(true);
    await gate.stop();
    expect([gate.isOpen(), provider.probes]).to.deep.equal([true, 0]);
  });

  it('closes at once in the process that was refused, and in the others within seconds', async () => {
    const [here, there] = [createGate(), createGate()];
    const closing = here.close(REFUSAL, REFUSED);
    expect(here.isOpen()).to.equal(false);
    await closing;
    await eventually('it is closed there', () => !there.isOpen());
    expect(provider.probes).to.equal(0);
  });

  it('is closed in a process that starts while the switch is tripped', async () => {
    await createGate().close(REFUSAL, REFUSED);
    const late = createGate(database.pool, HOUR_MS);
    await eventually('it is closed', () => !late.isOpen());
  });

  it('logs once, however many mails were refused', async () => {
    const gate = createGate();
    await Promise.all(Array.from({ length: 3 }, () => gate.close(REFUSAL, REFUSED)));
    const refusals = logLines.filter(({ reason }) => reason === REFUSAL);
    expect(refusals.map(({ msg }) => msg)).to.deep.equal(['the provider refuses our login or settings']);
  });

  it('stays closed while a probe is refused, and logs it', async () => {
    provider.refusal = '535 5.7.8 still wrong';
    const gate = createGate();
    await gate.close(REFUSAL, REFUSED);
    await makeProbeDue();
    await eventually('it was probed', () => logLines.some(({ reason }) => reason === provider.refusal));
    expect(gate.isOpen()).to.equal(false);
    expect(await isTripped()).to.equal(true);
  });

  it('opens in all processes when the probe of one is accepted, and only one probes', async () => {
    const many = Array.from({ length: 6 }, () => createGate());
    await many[0]?.close(REFUSAL, REFUSED);
    await eventually('all are closed', () => many.every((gate) => !gate.isOpen()));
    await makeProbeDue();
    await eventually('all are open', () => many.every((gate) => gate.isOpen()));
    expect([provider.probes, provider.mostAtOnce]).to.deep.equal([1, 1]);
    expect(await isTripped()).to.equal(false);
  });

  it('has one probe at a time while the provider keeps refusing', async () => {
    provider.refusal = REFUSAL;
    const many = Array.from({ length: 6 }, () => createGate());
    await many[0]?.close(REFUSAL, REFUSED);
    for (const probes of [1, 2]) {
      await makeProbeDue();
      await eventually('it was probed', () => provider.probes >= probes && provider.probing === 0);
    }
    expect([provider.probes, provider.mostAtOnce]).to.deep.equal([2, 1]);
    expect(many[0]?.isOpen()).to.equal(false);
  });

  it('stays closed when the state that it has read is older than the refusal', async () => {
    const { given: looked, give: answer } = createSignal();
    let isLooking = false;
    const query = async (...statement: Parameters<Database['query']>) => {
      const result = await database.pool.query(...statement);
      if (JSON.stringify(statement).includes('find-configuration-switch') && !isLooking) {
        isLooking = true;
        await looked;
      }
      return result;
    };
    const gate = createGate({ query } as unknown as Database);
    await eventually('it has looked', () => isLooking);
    await gate.close(REFUSAL, REFUSED);
    answer();
    await gate.stop();
    expect(gate.isOpen()).to.equal(false);
  });

  it('is closed in this process although the switch could not be written, and the caller gets the error', async () => {
    const error = new Error('Postgres is away');
    const gate = createGate({ query: () => Promise.reject(error) } as unknown as Database);
    expect(await failureOf(gate.close(REFUSAL, REFUSED))).to.equal(error);
    expect(gate.isOpen()).to.equal(false);
  });
});
