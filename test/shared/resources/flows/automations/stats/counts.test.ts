// Adding up the parts in which runs are counted.
import { expect } from 'chai';
import {
  addPart,
  type CountedSteps,
  NO_RUNS,
  type RunCounts,
} from '../../../../../../shared/resources/flows/automations/stats/counts.ts';

const REMOVED_MAX = 150;

const counted = (changes: Partial<CountedSteps> = {}): CountedSteps => ({
  stepId: 'step',
  versionId: 'v1',
  outcome: 'completed',
  reason: null,
  count: 1,
  ...changes,
});
const add = (steps: readonly CountedSteps[], counts: RunCounts = NO_RUNS, present = ['step']) =>
  addPart(counts, { runs: [], steps, mails: [] }, new Set(present));

describe('adding up counted runs', () => {
  it('adds parts in any order', () => {
    const mails = { sent: 2, delivered: 1, opened: 1, clicked: 0, bounced: 0 };
    const parts = [
      {
        runs: [{ status: 'running' as const, count: 2 }],
        steps: [counted({ outcome: 'waiting', count: 2 })],
        mails: [],
      },
      {
        runs: [{ status: 'failed' as const, count: 1 }],
        steps: [
          counted({ versionId: 'v3', outcome: 'failed' }),
          counted({ versionId: 'v2', outcome: 'here' }),
        ],
        mails: [{ stepId: 'step', ...mails }],
      },
      {
        runs: [{ status: 'running' as const, count: 3 }],
        steps: [counted({ count: 3 })],
        mails: [{ stepId: 'step', ...mails }],
      },
    ];
    const sum = (order: typeof parts) =>
      order.reduce((counts, part) => addPart(counts, part, new Set()), NO_RUNS);
    expect(sum(parts)).to.deep.equal({
      runs: { running: 5, completed: 0, failed: 1, cancelled: 0 },
      steps: {
        step: {
          versionId: 'v3',
          entered: 7,
          waiting: 2,
          completed: 3,
          failed: 1,
          skipped: {},
          mails: { sent: 4, delivered: 2, opened: 2, clicked: 0, bounced: 0 },
        },
      },
    });
    expect(sum(parts.toReversed())).to.deep.equal(sum(parts));
  });

  it('counts skipped steps by their reason, and those of a person who was erased as such', () => {
    const skipped = (reason: string | null, count: number) => counted({ outcome: 'skipped', reason, count });
    const first = add([skipped('topic', 2), skipped(null, 1)]);
    const { step } = add([skipped('topic', 1), skipped('suppressed', 4)], first).steps;
    expect(step?.skipped).to.deep.equal({ topic: 3, suppressed: 4, erased: 1 });
    expect(step?.entered).to.equal(8);
  });

  it('keeps as many removed steps as an automation can have, those of the newest versions', () => {
    const removed = Array.from({ length: REMOVED_MAX + 2 }, (_, number) =>
      counted({ stepId: `removed${number}`, versionId: `v${String(number).padStart(3, '0')}` }),
    );
    const oldest = counted({ versionId: 'v' });
    const { steps } = add([...removed, oldest]);
    expect(Object.keys(steps)).to.have.length(REMOVED_MAX + 1);
    expect(steps).to.not.have.any.keys('removed0', 'removed1');
    expect(steps).to.include.keys('removed2', 'step');
  });
});
