// The engine of automations does what the model of a run does that was written apart from it: random graphs with
// random events, changes of the contact and workers that look at once, now and then, or late.
import { expect } from 'chai';
import fc from 'fast-check';
import { driveEngine } from '../../../../../support/automations/engine-driver.ts';
import { someStory } from '../../../../../support/automations/random-stories.ts';
import { predictEnding } from '../../../../../support/automations/run-model.ts';
import type { Ending } from '../../../../../support/automations/story.ts';
import { extent } from '../../../../../support/extent.ts';

const STORIES = extent('ENGINE_STORIES', 3_000, 30_000);
/** Outcomes of runs and of steps. */
const WORDS = [
  'running',
  'completed',
  'failed',
  'waiting',
  'skipped',
  'condition_met',
  'condition_not_met',
  'event_received',
  'timeout',
];

describe('The engine of automations', () => {
  it('ends random stories as the model does', () => expectToAgree(false));

  it('ends random stories of runs that wait for their turn as the model does', () => expectToAgree(true));
});

function expectToAgree(isBulk: boolean): void {
  const counts = new Map<string, number>();
  const agrees = fc.property(someStory, (each) => {
    const story = { ...each, isBulk };
    const expected = predictEnding(story);
    expect(plain(driveEngine(story))).to.deep.equal(plain(expected));
    for (const word of wordsOf(expected)) counts.set(word, (counts.get(word) ?? 0) + 1);
  });
  fc.assert(agrees, { numRuns: STORIES });
  // If some of this never happened, the test would prove less than it says.
  for (const word of WORDS) expect(counts.get(word), word).to.be.above(STORIES / 50);
}

/** Without fields that are undefined, and with null for missing elements. */
function plain(ending: Ending): unknown {
  return JSON.parse(JSON.stringify(ending));
}

/** What has happened in a story. */
function wordsOf({ status, steps }: Ending): string[] {
  return [
    status,
    ...steps.map((step) => (step.output as { result?: string } | undefined)?.result ?? step.status),
  ];
}
