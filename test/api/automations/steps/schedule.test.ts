// The scheduled trigger (docs/reference/automation-steps.md#the-scheduled-trigger).
import { expect } from 'chai';
import { TRIGGER_MAX_DAYS } from '../../../../shared/contract/limits.ts';
import { DAY_MS, SECOND_MS } from '../../../../shared/platform/time/durations.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { DELAY } from '../owner.ts';
import { createStepWriter, type StepWriter } from './writer.ts';

const SCHEDULE = 'service:schedule';
const zone = 'Europe/Berlin';

describe('The trigger service:schedule', () => {
  const app = useApp();
  let owner: StepWriter;
  beforeEach(async () => {
    app.clock.set(new Date());
    owner = await createStepWriter(app);
  });
  const inDays = (days: number, more = 0) =>
    new Date(app.clock.now().getTime() + days * DAY_MS + more).toISOString();
  const step = (config: object) => ({
    key: 'start',
    type: 'trigger',
    config: { event_name: SCHEDULE, ...config },
  });
  const scheduled = (config: unknown) => ({ trigger: SCHEDULE, trigger_config: config, steps: [DELAY] });

  it('Takes `at` and `timezone` from `trigger_config` or from the config of the trigger step, and answers them in both.', async () => {
    const config = { at: inDays(1), timezone: zone };
    for (const fields of [
      scheduled(config),
      { steps: [step(config), DELAY] },
      { steps: [step(config), DELAY], trigger_config: config },
      { steps: [step({ at: config.at }), DELAY], trigger_config: config },
      { steps: [DELAY, step({})], trigger_config: { ...config, colour: 'blue' } },
    ]) {
      const made = await owner.made(fields);
      expect(made).to.deep.include({ trigger: SCHEDULE, trigger_config: config });
      const { domain } = owner;
      expect(made.steps[0]?.config).to.deep.equal({ event_name: SCHEDULE, domain: domain.name, ...config });
    }
  });

  /** Expects that a time is the one given: it is refused from then on. */
  const expectInstant = async (at: string, timezone: string, instant: string) => {
    app.clock.set(new Date(Date.parse(instant) - 1));
    expect((await owner.made(scheduled({ at, timezone }))).trigger_config).to.deep.equal({ at, timezone });
    app.clock.advance(1);
    await owner.refuseGraph(scheduled({ at, timezone }), 'trigger_config.at');
  };

  it('Reads a scheduled time without an offset in its time zone.', async () => {
    await expectInstant('2030-01-15T09:00:00', zone, '2030-01-15T08:00:00Z');
    await expectInstant('2030-07-15 09:00', 'America/New_York', '2030-07-15T13:00:00Z');
    await expectInstant('2030-01-15', 'Asia/Kathmandu', '2030-01-14T18:15:00Z');
    await expectInstant('2030-01-15T09:00:00+02:00', 'America/New_York', '2030-01-15T07:00:00Z');
    await expectInstant('2030-01-15T09:00:00.250Z', zone, '2030-01-15T09:00:00.250Z');
  });

  it('Moves a scheduled time that the clock skips forward, and takes the first of two that it shows.', async () => {
    await expectInstant('2030-03-31T02:30', zone, '2030-03-31T01:30:00Z');
    await expectInstant('2030-10-27T02:30', zone, '2030-10-27T00:30:00Z');
    await expectInstant('2030-11-03T01:30', 'America/New_York', '2030-11-03T05:30:00Z');
  });

  it('Rejects a scheduled trigger whose config is missing or wrong, or differs in its two places, with validation_error 422 that names the field.', async () => {
    const good = { at: inDays(1), timezone: zone };
    for (const config of [undefined, null, {}]) await owner.refuseGraph(scheduled(config), 'trigger_config');
    for (const [path, config] of [
      ['trigger_config.at', { timezone: zone }],
      ['trigger_config.timezone', { at: good.at }],
      ...['tomorrow', '2030-02-30', '2030-01-15T25:00', 5].map(
        (at) => ['trigger_config.at', { ...good, at }] as const,
      ),
      ...['Mars/Base', '+02:00', 'CEST', 'local', 'x'.repeat(10_000), 5].map(
        (timezone) => ['trigger_config.timezone', { ...good, timezone }] as const,
      ),
    ] as const)
      await owner.refuseGraph(scheduled(config), path);
    await owner.refuseGraph({ steps: [step({ ...good, at: 'soon' })] }, 'steps[0].config.at');
    await owner.refuseGraph(
      { steps: [step({ ...good, timezone: 'UTC' })], trigger_config: good },
      'trigger_config.timezone',
    );
  });

  it('Rejects a scheduled time that is not in the future or is more than 366 days ahead with validation_error 422.', async () => {
    expect(TRIGGER_MAX_DAYS).to.equal(366);
    for (const at of [inDays(0, 1), inDays(366)])
      expect((await owner.made(scheduled({ at, timezone: 'UTC' }))).trigger).to.equal(SCHEDULE);
    for (const at of [inDays(0), inDays(-1), inDays(366, 1), inDays(366, SECOND_MS)])
      await owner.refuseGraph(scheduled({ at, timezone: 'UTC' }), 'trigger_config.at');
  });

  it('Rejects `at` and `timezone` for every other trigger with validation_error 422.', async () => {
    const config = { at: inDays(1), timezone: zone };
    await owner.refuseGraph({ trigger_config: config }, 'trigger_config.at');
    await owner.refuseGraph(
      { trigger: 'user.left', steps: [DELAY], trigger_config: { timezone: zone } },
      'trigger_config.timezone',
    );
    await owner.refuseGraph({ steps: [step({ ...config, event_name: 'user.left' })] }, 'steps[0].config.at');
    const { id } = await owner.made(scheduled(config));
    const { status, body } = await owner.change(id, { trigger: 'user.left' });
    expect([status, body.trigger_config]).to.deep.equal([200, null]);
  });

  it('Keeps a scheduled time that has passed in a disabled automation, and refuses to enable it with validation_error 422.', async () => {
    const config = { at: inDays(1), timezone: 'UTC' };
    const { id, steps } = await owner.made(scheduled(config));
    app.clock.advance(DAY_MS);
    for (const fields of [{ name: 'Renamed' }, { steps }, { trigger_config: config }]) {
      const { status, body } = await owner.change(id, fields);
      expect([status, body.trigger_config]).to.deep.equal([200, config]);
    }
    const refused = expectError(await owner.change(id, { status: 'enabled' }), 422, 'validation_error');
    expect(refused).to.include('`trigger_config.at`');
    const later = { at: inDays(1), timezone: 'UTC' };
    const { status, body } = await owner.change(id, { status: 'enabled', trigger_config: later });
    expect([status, body.status, body.trigger_config]).to.deep.equal([200, 'enabled', later]);
  });
});
