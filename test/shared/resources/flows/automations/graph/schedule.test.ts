// When the scheduled trigger is due, and what its config may be.
import { expect } from 'chai';
import fc from 'fast-check';
import { DAY_MS } from '../../../../../../shared/platform/time/durations.ts';
import { scheduledAt } from '../../../../../../shared/resources/flows/automations/graph/schedule.ts';
import { delay, expectRefusal, NOW, read, triggerStep } from './support/read.ts';

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Santiago',
];
const SCHEDULE = { at: '2026-12-01T09:00:00', timezone: 'Europe/Berlin' };
const scheduled = { trigger: 'service:schedule', steps: [delay('a')] };

describe('The scheduled trigger', () => {
  const at = (text: string, timezone: string) => scheduledAt({ at: text, timezone })?.toISOString();

  it('reads a time without an offset in its time zone, and one with an offset as it is', () => {
    expect(at('2026-12-01T09:00:00', 'Europe/Berlin')).to.equal('2026-12-01T08:00:00.000Z');
    expect(at('2026-07-01 09:00', 'America/New_York')).to.equal('2026-07-01T13:00:00.000Z');
    expect(at('2026-12-01', 'Asia/Kathmandu')).to.equal('2026-11-30T18:15:00.000Z');
    expect(at('2026-12-01T09:00:00.125Z', 'Europe/Berlin')).to.equal('2026-12-01T09:00:00.125Z');
    expect(at('2026-12-01T09:00-05:00', 'Europe/Berlin')).to.equal('2026-12-01T14:00:00.000Z');
    expect(at('2026-12-01T09:00+0530', 'europe/berlin')).to.equal('2026-12-01T03:30:00.000Z');
    expect(at('2026-12-01T09:00', 'europe/berlin')).to.equal('2026-12-01T08:00:00.000Z');
    expect(at('tomorrow', 'UTC')).to.equal(undefined);
  });

  it('moves a time that the clock skips forward, and takes the first of two', () => {
    expect(at('2026-03-29T02:30', 'Europe/Berlin')).to.equal('2026-03-29T01:30:00.000Z');
    expect(at('2027-03-14T02:30', 'America/New_York')).to.equal('2027-03-14T07:30:00.000Z');
    expect(at('2026-10-25T02:30', 'Europe/Berlin')).to.equal('2026-10-25T00:30:00.000Z');
    expect(at('2026-11-01T01:30', 'America/New_York')).to.equal('2026-11-01T05:30:00.000Z');
    expect(at('2026-04-05T01:45', 'Australia/Lord_Howe')).to.equal('2026-04-04T14:45:00.000Z');
  });

  it('is the first moment at which the clock shows the time', () => {
    const someTime = fc.date({
      min: new Date('2024-01-01'),
      max: new Date('2028-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(someTime, fc.constantFrom(...ZONES), (instant, timezone) => {
        const shown = clockOf(instant, timezone);
        const found = scheduledAt({ at: shown, timezone });
        expect(found && clockOf(found, timezone)).to.equal(shown);
        expect(found?.getTime()).to.be.at.most(Math.floor(instant.getTime() / 1_000) * 1_000);
      }),
      { numRuns: 300 },
    );
  });

  it('takes its config from the body, from its step, or the same from both', () => {
    const step = { ...triggerStep('start', 'service:schedule') };
    for (const body of [
      { ...scheduled, trigger_config: SCHEDULE },
      { steps: [{ ...step, config: { ...step.config, ...SCHEDULE } }] },
      { steps: [{ ...step, config: { ...step.config, ...SCHEDULE } }], trigger_config: SCHEDULE },
      { steps: [{ ...step, config: { ...step.config, at: SCHEDULE.at } }], trigger_config: SCHEDULE },
      { steps: [step], trigger_config: { ...SCHEDULE, colour: 'blue' } },
    ])
      expect(read(body).triggerConfig).to.deep.equal(SCHEDULE);
    for (const trigger_config of [null, {}, { at: null }])
      expect(read({ trigger: 'x', trigger_config }).triggerConfig).to.equal(null);
  });

  it('refuses a config that is missing, wrong or for another trigger', () => {
    const faults: [path: string, config: unknown][] = [
      ['trigger_config', undefined],
      ['trigger_config', null],
      ['trigger_config', {}],
      ['trigger_config', 'tomorrow'],
      ['trigger_config.timezone', { at: SCHEDULE.at }],
      ['trigger_config.at', { timezone: 'UTC' }],
      ...[5, 'tomorrow', '2026-13-01', '2026-12-01T25:00', ''].map((time): [string, unknown] => [
        'trigger_config.at',
        { ...SCHEDULE, at: time },
      ]),
      ...[5, 'Mars/Base', '+02:00', 'UTC+2', 'local', '', 'x'.repeat(1_000)].map(
        (timezone): [string, unknown] => ['trigger_config.timezone', { ...SCHEDULE, timezone }],
      ),
    ];
    for (const [path, config] of faults)
      expectRefusal(() => read({ ...scheduled, trigger_config: config }), path);
    expectRefusal(() => read({ trigger: 'x', trigger_config: SCHEDULE }), 'trigger_config.at');
    const step = { ...triggerStep(), config: { event_name: 'x', timezone: 'UTC' } };
    expectRefusal(() => read({ steps: [step] }), 'steps[0].config.timezone');
    const other = { ...step, config: { event_name: 'service:schedule', ...SCHEDULE } };
    expectRefusal(
      () => read({ steps: [other], trigger_config: { ...SCHEDULE, timezone: 'UTC' } }),
      'trigger_config.timezone',
    );
  });

  it('is in the future, and at most 366 days ahead', () => {
    const dueIn = (ms: number) => ({
      ...scheduled,
      trigger_config: { at: new Date(NOW.getTime() + ms).toISOString(), timezone: 'UTC' },
    });
    for (const ms of [1, 366 * DAY_MS]) expect(read(dueIn(ms)).trigger).to.equal('service:schedule');
    for (const ms of [-DAY_MS, 0, 366 * DAY_MS + 1])
      expectRefusal(() => read(dueIn(ms)), 'trigger_config.at');
  });

  it('keeps the config that a change of the automation does not give, also when its time has passed', () => {
    const former = {
      ...read({ ...scheduled, trigger_config: SCHEDULE }),
      triggerConfig: { ...SCHEDULE, at: '2026-11-01T09:00' },
    };
    for (const body of [{}, { steps: [delay('b')] }, { trigger_config: former.triggerConfig }])
      expect(read(body, former).triggerConfig).to.deep.equal(former.triggerConfig);
    expectRefusal(() => read({ trigger_config: null }, former), 'trigger_config');
    expectRefusal(() => read({ trigger_config: { at: SCHEDULE.at } }, former), 'trigger_config.timezone');
    expect(read({ trigger: 'x' }, former)).to.deep.include({ trigger: 'x', triggerConfig: null });
  });
});

/** What the clock of a time zone shows, to the second. */
function clockOf(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(instant);
}
