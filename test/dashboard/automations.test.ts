// What the pages say of an automation: what starts it, its state, why its runs fail, and the numbers of its steps. Without a page.
import { expect } from 'chai';
import {
  missingFields,
  newAutomationBody,
  OWN_EVENT,
  STARTS,
} from '../../dashboard/resources/automations/new/new-automation.ts';
import { whereWords } from '../../dashboard/resources/automations/record/runs/where-words.ts';
import { failedRunsOf, stateSentence } from '../../dashboard/resources/automations/record/state-words.ts';
import { formerSteps, stepNumbers } from '../../dashboard/resources/automations/record/steps/step-numbers.ts';
import { AUTOMATION_STATES, runsText, triggerWords } from '../../dashboard/resources/automations/words.ts';
import { AUTOMATION_STATUSES, SCHEDULE_TRIGGER } from '../../shared/contract/automations/values.ts';
import { SERVICE_EVENTS } from '../../shared/contract/events/values.ts';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const HEALTH = { running: 0, failed_24h: 0, last_failed_at: null };
const ON = {
  status: 'enabled',
  trigger: 'order.paid',
  trigger_config: null,
  domain: 'acme.dev',
  health: HEALTH,
} as const;
const NO_MAIL = { id: 's', type: 'delay', completed: 0, skipped: {}, emails: null } as const;

describe('What is said of an automation', () => {
  it('has words for each state and for each event of the service', () => {
    expect(Object.keys(AUTOMATION_STATES)).to.have.members([...AUTOMATION_STATUSES]);
    const own = [...SERVICE_EVENTS, SCHEDULE_TRIGGER];
    for (const trigger of own) expect(triggerWords(trigger), trigger).to.not.include(trigger);
    expect(STARTS.map(({ id }) => id)).to.have.members([OWN_EVENT, ...own]);
    expect(triggerWords('order.paid')).to.equal('When `order.paid` arrives');
    // An event may have any name.
    expect(triggerWords('constructor')).to.equal('When `constructor` arrives');
    expect([0, 99, 100].map(runsText)).to.deep.equal(['0', '99', '100+']);
  });

  it('is its state as a sentence', () => {
    const running = (count: number) => ({ ...HEALTH, running: count });
    expect(stateSentence(ON, NOW)).to.equal(
      'This automation is on: a run starts when `order.paid` arrives for a contact of acme.dev. No runs are in progress.',
    );
    expect(stateSentence({ ...ON, trigger: 'contact.created', health: running(100) }, NOW)).to.equal(
      'This automation is on: a run starts when a contact of acme.dev is added. 100+ runs are in progress.',
    );
    const schedule = { at: '2026-12-01T09:00:00', timezone: 'Europe/Berlin' };
    expect(stateSentence({ ...ON, trigger: SCHEDULE_TRIGGER, trigger_config: schedule }, NOW)).to.match(
      /^This automation is on: each contact of acme\.dev starts at .*09:00.*\. No runs are in progress\.$/,
    );
    const off = { ...ON, status: 'disabled' } as const;
    expect(stateSentence(off, NOW)).to.equal('This automation is off: no new runs start.');
    expect(stateSentence({ ...off, health: running(1) }, NOW)).to.equal(
      'This automation is off: no new runs start. 1 run is finishing.',
    );
  });

  it('is why runs have failed, the most frequent reason first, and since when', () => {
    const run = (reason: string | null, at: string) => ({
      reason,
      started_at: '2026-11-01',
      completed_at: at,
    });
    expect(failedRunsOf([])).to.equal(undefined);
    expect(
      failedRunsOf([run('One', '2026-11-26'), run('Two', '2026-11-25'), run('Two', '2026-11-24')]),
    ).to.deep.equal({
      reasons: [
        { reason: 'Two', count: 2 },
        { reason: 'One', count: 1 },
      ],
      since: '2026-11-24',
      count: 3,
    });
    expect(failedRunsOf([run(null, '2026-11-26')])?.reasons).to.deep.equal([
      { reason: 'No reason is known.', count: 1 },
    ]);
  });

  it('is where a run stands', () => {
    const words = (status: 'running' | 'completed' | 'failed' | 'cancelled', reason: string | null) =>
      whereWords({ status, reason, current_step: status === 'running' ? 'pause' : null });
    expect(words('running', null)).to.equal('At pause');
    expect(words('running', 'daily_quota_exceeded')).to.equal(
      'Held back at pause: the daily email quota is used up',
    );
    expect(words('failed', 'Template not found.')).to.equal('Template not found.');
    expect(words('cancelled', 'stopped')).to.equal('The automation was turned off.');
    expect(words('completed', null)).to.equal('');
  });

  it('is what came to a step, with links to the runs that are listed', () => {
    const step = { ...NO_MAIL, key: 'a b', entered: 1_200, waiting: 1, failed: 2 };
    expect(stepNumbers('x', step).map(({ words, href }) => [words, href])).to.deep.equal([
      ['1,200 entered', undefined],
      ['1 waiting', '/automations/x/runs?runs_status=running&runs_step=a+b'],
      ['2 failed', '/automations/x/runs?runs_status=failed&runs_step=a+b'],
    ]);
    const emails = { sent: 3, delivered: 3, opened: 0, clicked: 0, bounced: 1 };
    const mail = {
      ...step,
      type: 'send_email',
      waiting: 0,
      failed: 0,
      skipped: { topic: 2, new_one: 1 },
      emails,
    } as const;
    expect(
      stepNumbers('x', mail)
        .slice(1)
        .map(({ words }) => words),
    ).to.deep.equal([
      '2 skipped, opted out of the topic',
      '1 skipped, new_one',
      '3 sent',
      '3 delivered',
      '1 bounced',
    ]);
    const runs = { started: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
    const stats = { object: 'automation_stats', id: 'x', counted_at: null, runs, steps: [step] } as const;
    expect(formerSteps({ ...stats, steps: [step] }, new Set(['a b']))).to.deep.equal([]);
    expect(formerSteps({ ...stats, steps: [step] }, new Set(['b']))).to.deep.equal([step]);
  });

  it('is made with an event of one’s own, one of the service, or a time', () => {
    const asked = {
      name: 'Trial',
      domain: 'acme.dev',
      event: 'trial.started',
      at: undefined,
      timezone: 'UTC',
    };
    expect(newAutomationBody({ ...asked, start: OWN_EVENT })).to.deep.equal({
      name: 'Trial',
      domain: 'acme.dev',
      trigger: 'trial.started',
    });
    expect(newAutomationBody({ ...asked, domain: undefined, start: 'contact.created' })).to.deep.equal({
      name: 'Trial',
      trigger: 'contact.created',
    });
    expect(newAutomationBody({ ...asked, start: SCHEDULE_TRIGGER, at: NOW })['trigger_config']).to.deep.equal(
      { at: NOW.toISOString(), timezone: 'UTC' },
    );
  });

  it('is not made before its name and its event or its time are known', () => {
    const asked = { name: 'Trial', domain: 'acme.dev', at: undefined, timezone: 'UTC' };
    const missing = (start: string, event = '', name = 'Trial') =>
      missingFields({ ...asked, start, event, name });
    expect(missing(OWN_EVENT, '', ' ')).to.deep.equal(['name', 'trigger']);
    expect(missing(OWN_EVENT, 'trial.started')).to.deep.equal([]);
    expect(missing(SCHEDULE_TRIGGER)).to.deep.equal(['trigger_config.at']);
    expect(missing('poll.voted')).to.deep.equal([]);
  });
});
