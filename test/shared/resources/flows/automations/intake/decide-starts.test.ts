// decideStarts: which runs events start, from plain data.
import { expect } from 'chai';
import {
  ACTIVE_RUNS_MAX,
  ACTIVE_RUNS_OF_CONTACT_MAX,
  CHAIN_MAX,
  RUNS_OF_CAUSE_MAX,
} from '../../../../../../shared/contract/limits.ts';
import {
  type BeyondQuota,
  decideStarts,
  type StartFacts,
} from '../../../../../../shared/resources/flows/automations/intake/decide-starts.ts';
import type { TriggeredAutomation } from '../../../../../../shared/resources/flows/automations/intake/find-affected.ts';
import type {
  IncomingBatchEvent,
  IncomingEvent,
} from '../../../../../../shared/resources/flows/events/incoming-event.ts';

const about = { accountId: 'account', contactId: 'bo', payload: null, at: new Date(0) };
const EVENT = {
  ...about,
  kind: 'custom',
  id: 'event',
  name: 'cart',
  domainId: 'shop',
  chain: [],
  lane: 'event',
} satisfies IncomingEvent;
const BATCH: IncomingBatchEvent = {
  ...about,
  kind: 'batch',
  name: 'service:enroll',
  automationId: 'a',
  epoch: 0,
  batchId: 'batch',
  chain: [],
  lane: 'bulk',
};

const automation = (fields: Partial<TriggeredAutomation> = {}): TriggeredAutomation => ({
  id: 'a',
  accountId: 'account',
  domainId: 'shop',
  audienceId: 'all',
  trigger: 'cart',
  isEnabled: true,
  reentry: 'always',
  answers: 'hourly',
  versionId: 'version',
  epoch: 0,
  runLimit: null,
  ...fields,
});

/** @returns for each event why automations start no run of it (null: they do), or what is answered to it */
async function decide(
  events: readonly IncomingEvent[],
  facts: Partial<StartFacts> = {},
  beyondQuota: BeyondQuota = 'record',
) {
  const all: StartFacts = {
    contacts: new Map([['bo', { id: 'bo', emailKey: 'bo@customer.dev', audienceId: 'all' }]]),
    automations: [automation()],
    runs: [],
    entries: [],
    answered: [],
    versions: new Map(),
    causes: new Map(),
    quotaLeft: new Map(),
    ...facts,
  };
  return (await decideStarts(events, all, beyondQuota)).map((decided) =>
    'refused' in decided ? decided.refused : decided.starts.map(({ reason }) => reason),
  );
}
const active = (count: number, automationId = 'a') => [{ automationId, contactId: 'bo', active: count }];

describe('deciding which runs start', () => {
  it('starts a run of each automation with the trigger', async () => {
    const others = [
      automation({ id: 'b' }),
      automation({ trigger: 'paid' }),
      automation({ domainId: 'blog' }),
      automation({ accountId: 'other' }),
    ];
    expect(await decide([EVENT], { automations: [automation(), ...others] })).to.deep.equal([[null, null]]);
    const service = {
      ...EVENT,
      kind: 'service',
      audienceId: 'all',
      emailKey: 'x',
    } as unknown as IncomingEvent;
    expect(
      await decide([service], { automations: [automation(), automation({ audienceId: 'few' })] }),
    ).to.deep.equal([[null]]);
  });

  it('starts nothing of an automation that is disabled, and nothing of a batch for an earlier epoch', async () => {
    expect(await decide([EVENT], { automations: [automation({ isEnabled: false })] })).to.deep.equal([
      ['disabled'],
    ]);
    expect(await decide([BATCH])).to.deep.equal([[null]]);
    expect(await decide([BATCH], { automations: [automation({ epoch: 1 })] })).to.deep.equal([['disabled']]);
  });

  it('starts nothing in a loop: an automation that has led to the event, or too long a chain', async () => {
    const chain = Array.from({ length: CHAIN_MAX }, (_, place) => `${place}`);
    expect(
      await decide([
        { ...EVENT, chain: ['b', 'a'] },
        { ...EVENT, chain },
        { ...EVENT, chain: chain.slice(1) },
      ]),
    ).to.deep.equal([['loop'], ['loop'], [null]]);
  });

  it('starts no more runs than a cause may start: what happens directly, and what its runs cause', async () => {
    const automations = Array.from({ length: 3 }, (_, place) => automation({ id: `${place}` }));
    const many = Array.from({ length: RUNS_OF_CAUSE_MAX + 2 }, (_, place) => automation({ id: `${place}` }));
    const [direct] = await decide([EVENT], { automations: many });
    expect(direct).to.deep.equal([...Array(RUNS_OF_CAUSE_MAX).fill(null), 'loop', 'loop']);
    const started = Array.from({ length: RUNS_OF_CAUSE_MAX - 1 }, (_, place) => `other ${place}`);
    const caused = { ...EVENT, chain: ['b'], causeId: 'cause' };
    expect(
      await decide([caused, caused], { automations, causes: new Map([['cause', started]]) }),
    ).to.deep.equal([
      [null, 'loop', 'loop'],
      ['loop', 'loop', 'loop'],
    ]);
    // Each event that a client sends is a cause of its own.
    expect(await decide([EVENT, EVENT], { automations })).to.deep.equal([
      Array(3).fill(null),
      Array(3).fill(null),
    ]);
  });

  it('counts what earlier events have started: the reentry `once` and `when_done`', async () => {
    const once = automation({ reentry: 'once' });
    const whenDone = automation({ reentry: 'when_done' });
    expect(await decide([EVENT, EVENT], { automations: [once] })).to.deep.equal([[null], ['once']]);
    const entries = [{ automationId: 'a', emailKey: 'bo@customer.dev' }];
    expect(await decide([EVENT], { automations: [once], entries })).to.deep.equal([['once']]);
    expect(await decide([EVENT, EVENT], { automations: [whenDone] })).to.deep.equal([[null], ['active']]);
    expect(await decide([EVENT], { automations: [whenDone], runs: active(1) })).to.deep.equal([['active']]);
  });

  it('starts no more runs than may be active, in the automation and of the contact', async () => {
    expect(await decide([EVENT, EVENT], { runs: active(ACTIVE_RUNS_MAX - 1) })).to.deep.equal([
      [null],
      ['limit'],
    ]);
    const runs = active(ACTIVE_RUNS_OF_CONTACT_MAX - 1, 'other');
    const automations = [automation(), automation({ id: 'b' })];
    expect(await decide([EVENT, EVENT], { automations, runs })).to.deep.equal([
      [null, 'limit'],
      ['limit', 'limit'],
    ]);
  });

  it('starts what the quota has left, or refuses an event as a whole and leaves it to the next ones', async () => {
    const automations = ['a', 'b'].map((id) => automation({ id, runLimit: 9 }));
    const quotaLeft = new Map([['account', 1]]);
    expect(await decide([EVENT, EVENT], { automations, quotaLeft })).to.deep.equal([
      [null, 'quota'],
      ['quota', 'quota'],
    ]);
    const single = automation({ id: 'c', trigger: 'paid', runLimit: 9 });
    const events = [EVENT, { ...EVENT, name: 'paid' }, { ...EVENT, name: 'paid' }];
    const refused = { outcome: 'over_quota', limit: 9 };
    const facts = { automations: [...automations, single], quotaLeft };
    expect(await decide(events, facts, 'refuse')).to.deep.equal([refused, [null], refused]);
  });

  it('does nothing for a contact that is gone', async () => {
    expect(await decide([EVENT], { contacts: new Map() })).to.deep.equal([{ outcome: 'gone' }]);
  });
});
