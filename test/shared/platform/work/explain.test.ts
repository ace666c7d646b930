// Explanations of stuck rows: one sentence for every cause.
import { expect } from 'chai';
import {
  explainKind,
  explainStuckRow,
  type WorkSituation,
} from '../../../../shared/platform/work/explain.ts';
import type { StuckRow } from '../../../../shared/platform/work/stuck.ts';

const row = (changes: Partial<StuckRow>): StuckRow => ({
  table: 'email_recipients',
  id: 'an-id',
  state: 'woken',
  dueAt: new Date('2026-01-02T03:04:05Z'),
  wokenAt: new Date(),
  attempts: 0,
  lastAnswer: null,
  about: null,
  heldBy: null,
  worker: null,
  ...changes,
});
const healthy: WorkSituation = {
  queue: 'send',
  group: 'send',
  blockedReason: undefined,
  backlog: { oldestAt: undefined, paused: false, waitingJobs: 0 },
  aliveGroups: new Set(['send', 'schedule']),
  deadAfterMs: 60_000,
  now: new Date('2026-01-02T03:04:06Z'),
};
const worker = (silentS: number) => ({ host: 'box', pid: 7, silentS });
const blockedReason = 'Operators have paused all sending: abuse';

describe('The explanation of a stuck row', () => {
  const reasons: [row: Partial<StuckRow>, situation: Partial<WorkSituation>, sentence: string][] = [
    [{ state: 'claimed', worker: worker(3) }, {}, 'Its worker (process 7 on box) is working on it.'],
    [
      { state: 'claimed', worker: worker(61) },
      {},
      'Its worker (process 7 on box) has not responded for 61 s and is considered dead: the sweeper frees it within seconds.',
    ],
    [{ state: 'claimed' }, {}, 'Its worker crashed or stopped: the sweeper frees it within seconds.'],
    [
      { state: 'claimed' },
      { aliveGroups: new Set(['send']) },
      'Its worker crashed or stopped: it is not freed, because no worker-schedule process is running.',
    ],
    [{ state: 'woken' }, { blockedReason }, blockedReason],
    [{ state: 'due' }, { blockedReason }, blockedReason],
    [
      { state: 'woken' },
      { backlog: undefined },
      'The queue "send" does not answer: its wake-up is lost or still waits there.',
    ],
    [
      { state: 'woken' },
      { backlog: { oldestAt: new Date(), paused: true, waitingJobs: 5 } },
      'The queue "send" is paused. Resume it on /ops/queues.',
    ],
    [{ state: 'woken' }, { aliveGroups: new Set(['schedule']) }, 'No worker of the group send is running.'],
    [
      { state: 'woken' },
      { backlog: { oldestAt: new Date(), paused: false, waitingJobs: 5 } },
      'It waits for its turn. Jobs waiting in the queue "send": 5.',
    ],
    [
      { state: 'woken' },
      {},
      'Its wake-up was taken or lost; if it was lost, the sweeper wakes it again within 10 s.',
    ],
    [
      { state: 'woken' },
      { aliveGroups: new Set(['send']) },
      'Its wake-up is lost, and it is not woken again, because no worker-schedule process is running.',
    ],
    [{ state: 'due' }, {}, 'It just became due; the tick wakes it within seconds.'],
    [{ state: 'due', dueAt: new Date(0) }, {}, 'It waits for its turn, or the tick is late.'],
    [
      { state: 'due', dueAt: new Date(0) },
      { aliveGroups: new Set(['schedule']) },
      'No worker of the group send is running.',
    ],
    [{ state: 'held', heldBy: 'Its webhook is disabled.' }, { blockedReason }, 'Its webhook is disabled.'],
    [
      { state: 'due' },
      { aliveGroups: new Set(['send']) },
      'It is due but not woken, because no worker-schedule process is running.',
    ],
    [
      { state: 'waiting', attempts: 3, lastAnswer: '450 4.2.1 busy.' },
      { blockedReason },
      'Attempt 3 failed: 450 4.2.1 busy. The next attempt is at 2026-01-02T03:04:05.000Z.',
    ],
    [
      { state: 'waiting', attempts: 0 },
      {},
      'It is postponed. The next attempt is at 2026-01-02T03:04:05.000Z.',
    ],
    [
      { state: 'waiting', attempts: 1 },
      {},
      'Attempt 1 failed. The next attempt is at 2026-01-02T03:04:05.000Z.',
    ],
  ];
  it('is one sentence for every cause', () => {
    for (const [changes, situation, sentence] of reasons)
      expect(explainStuckRow(row(changes), { ...healthy, ...situation })).to.equal(sentence);
  });
});

describe('The explanation of a kind of work', () => {
  const kind = {
    group: 'send',
    blockedReason: undefined,
    aliveGroups: healthy.aliveGroups,
    heldBy: undefined,
  };
  const heldBy = 'Its webhook is disabled.';

  it('is that of its stuck rows, else of its oldest held one', () => {
    for (const [held, stuck, situation, sentence] of [
      [0, 0, { blockedReason }, null],
      [0, 1, { blockedReason }, blockedReason],
      [1, 0, { blockedReason, heldBy }, blockedReason],
      [1, 0, { heldBy }, 'The oldest row that is held: Its webhook is disabled.'],
      [1, 0, {}, 'The oldest row that is held: it is no longer held.'],
      [1, 1, { heldBy, aliveGroups: new Set(['schedule']) }, 'No worker of the group send is running.'],
      [
        0,
        1,
        { aliveGroups: new Set(['send']) },
        'Due rows are not woken, because no worker-schedule process is running.',
      ],
      [0, 1, {}, 'The workers are overloaded, or one crashed; the sweeper frees its rows within seconds.'],
    ] as const)
      expect(explainKind({ ...kind, ...situation, held, stuck }), `${sentence}`).to.equal(sentence);
  });
});
