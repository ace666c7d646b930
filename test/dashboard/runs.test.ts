// A run of an automation in words: its state as a sentence, and what each step has done.
import { expect } from 'chai';
import { eventNameOf } from '../../dashboard/resources/automations/run/event-name.ts';
import {
  type RunState,
  refetchDelay,
  runBadge,
  runSentence,
} from '../../dashboard/resources/automations/run/run-words.ts';
import type { RunStep } from '../../dashboard/resources/automations/run/step-kinds.ts';
import { isOffTheWay, storyOf } from '../../dashboard/resources/automations/run/step-words.ts';
import { STEP_TYPES } from '../../shared/contract/automations/values.ts';

const NOW = new Date('2026-11-20T12:00:00');
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000).toISOString();
const step = (parts: Partial<RunStep> = {}): RunStep => ({
  key: 'x',
  type: 'delay',
  status: 'waiting',
  output: null,
  error: null,
  started_at: hours(-2),
  completed_at: null,
  created_at: hours(-2),
  ...parts,
});
const run = (parts: Partial<RunState> = {}): RunState => ({
  status: 'running',
  reason: null,
  current_step: 'x',
  wake_at: hours(2),
  started_at: hours(-3),
  completed_at: null,
  steps: [step()],
  ...parts,
});

describe('A run of an automation, in words', () => {
  it('says where it stands, and why it has ended', () => {
    const ended = { current_step: null, wake_at: null, completed_at: hours(-1) };
    const cases: readonly (readonly [RunState, string, string])[] = [
      [run(), 'waiting', 'Waiting until 14:00 (in 2 h).'],
      [run({ wake_at: hours(24 * 20) }), 'waiting', 'Waiting until 10 Dec, 12:00.'],
      [
        run({ steps: [step({ type: 'wait_for_event' })] }),
        'waiting',
        'Waiting for paid, until 14:00 (in 2 h) at the latest.',
      ],
      [run({ wake_at: null, steps: [step({ status: 'running' })] }), 'running', 'Running: at step “x”.'],
      [
        run({ reason: 'daily_quota_exceeded' }),
        'waiting',
        'Held back: the daily email quota is used up. The next attempt is 14:00 (in 2 h).',
      ],
      [run({ status: 'completed', ...ended }), 'completed', 'Completed 1 h ago, 2 h after it started.'],
      [run({ status: 'failed', ...ended, reason: 'No From.' }), 'failed', 'Failed 1 h ago: No From.'],
      [
        run({ status: 'cancelled', ...ended, reason: 'stopped' }),
        'cancelled',
        'Cancelled 1 h ago: the automation was turned off.',
      ],
      [
        run({ status: 'cancelled', ...ended, completed_at: hours(-24 * 20), reason: 'contact_deleted' }),
        'cancelled',
        'Cancelled on 31 Oct: its contact was deleted.',
      ],
    ];
    for (const [shown, status, sentence] of cases) {
      expect(runSentence(shown, NOW, 'paid')).to.equal(sentence);
      expect(runBadge(shown).status).to.equal(status);
    }
    expect(runSentence(run({ steps: [step({ type: 'wait_for_event' })] }), NOW)).to.include(
      'Waiting for an event,',
    );
  });

  it('is looked at again while its steps are executed, and when its pause ends', () => {
    expect(refetchDelay(run({ status: 'failed' }), NOW)).to.equal(undefined);
    expect(refetchDelay(run({ wake_at: null }), NOW)).to.equal(2_000);
    expect(refetchDelay(run({ wake_at: hours(-5) }), NOW)).to.equal(2_000);
    expect(refetchDelay(run(), NOW)).to.equal(2 * 3_600_000 + 2_000);
    expect(refetchDelay(run({ wake_at: hours(24 * 40) }), NOW)).to.equal(2 ** 31 - 1);
  });

  it('counts the hours of a pause, and shows what the clocks show, on the day on which they are set back', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      const noon = '2026-10-24T10:00:00.000Z';
      const end = '2026-10-25T10:00:00.000Z';
      const now = new Date(noon);
      expect(runSentence(run({ wake_at: end }), now)).to.equal('Waiting until 25 Oct, 11:00 (in 1 d).');
      const context = { now, wakeAt: null, reason: null, eventName: undefined };
      const done = step({ status: 'completed', started_at: noon, completed_at: end });
      expect(storyOf(done, context).title).to.equal('Waited 1 d');
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('says of each step what it has done', () => {
    const context = { now: NOW, wakeAt: hours(2), reason: null, eventName: 'paid' };
    const done = { status: 'completed', completed_at: hours(-1) } as const;
    const said = (parts: Partial<RunStep>, more = {}) => {
      const { title, detail, emailId } = storyOf(step(parts), { ...context, ...more });
      return [title, detail, emailId].filter((each) => each !== undefined).join(' | ');
    };
    const mail = { to: ['bo@customer.dev'], email_id: 'e' };
    const cases: readonly (readonly [Partial<RunStep>, string])[] = [
      [{ type: 'trigger', ...done, output: { event_id: 'e', payload: null } }, 'Started by paid'],
      [{ type: 'send_email', ...done, output: mail }, 'Sent an email to bo@customer.dev | e'],
      [
        { type: 'send_email', status: 'skipped', output: { reason: 'topic' } },
        'No email sent: the contact opted out of the topic',
      ],
      [{ type: 'send_email', status: 'failed', error: { message: 'No From.' } }, 'Send an email | No From.'],
      [{ ...done }, 'Waited 1 h'],
      [{}, 'Waits until 14:00 (in 2 h)'],
      [{ type: 'wait_for_event' }, 'Waits for paid | Until 14:00 (in 2 h) at the latest'],
      [{ type: 'wait_for_event', ...done, output: { result: 'timeout' } }, 'paid did not arrive in 1 h'],
      [
        { type: 'wait_for_event', ...done, output: { result: 'event_received', payload: {} } },
        'paid arrived after 1 h',
      ],
      [{ type: 'condition', ...done, output: { result: 'condition_met' } }, 'The condition was met'],
      [{ type: 'condition', ...done, output: { result: 'condition_not_met' } }, 'The condition was not met'],
      [{ type: 'contact_update', status: 'running' }, 'Update the contact | In progress'],
      [
        { type: 'add_to_segment', status: 'pending', started_at: null },
        'Add the contact to a segment | Not reached yet',
      ],
      [{ status: 'skipped', started_at: null }, 'Not on the path of this run'],
      [{ status: 'skipped' }, 'Wait for a time: ended with the run'],
      // The run of an erased person.
      [{ type: 'condition', ...done }, 'Checked a condition'],
      [{ type: 'wait_for_event', ...done }, 'Waited 1 h for an event'],
      [{ type: 'send_email', ...done, status: 'skipped' }, 'Send an email: did nothing'],
    ];
    for (const [parts, words] of cases) expect(said(parts)).to.equal(words);
    expect(said({ type: 'send_email' }, { reason: 'reputation_paused' })).to.equal(
      'Send an email | Held back: sending is paused because of the reputation of the domain. Next attempt 14:00 (in 2 h).',
    );
    for (const type of STEP_TYPES) expect(said({ type, ...done }), type).to.match(/^[A-Z\p{L}].+/u);
    expect(isOffTheWay(step({ status: 'skipped', output: { reason: 'topic' } }))).to.equal(false);
  });

  it('names the event of a step only while the automation has the steps of the run', () => {
    const steps = [{ key: 'wait', type: 'wait_for_event', config: { event_name: 'paid' } }] as never;
    const began = { started_at: hours(-1) };
    expect(eventNameOf({ steps, updated_at: hours(-2) }, began, 'wait')).to.equal('paid');
    expect(eventNameOf({ steps, updated_at: hours(0) }, began, 'wait')).to.equal(undefined);
    expect(eventNameOf({ steps, updated_at: hours(-2) }, began, 'other')).to.equal(undefined);
    expect(eventNameOf(undefined, began, 'wait')).to.equal(undefined);
  });
});
