// A test of variants while it is written, without a screen; and when the checklist of a campaign is asked for.
import { expect } from 'chai';
import { checkDueAt } from '../../dashboard/resources/campaigns/edit/checklist/check-due.ts';
import {
  errorWords,
  findingCounts,
} from '../../dashboard/resources/campaigns/edit/checklist/finding-counts.ts';
import {
  type EditedTest,
  FIRST_TEST,
  hasRoom,
  hasSpare,
  isTestFinished,
  testedParts,
  withField,
  withMetric,
  withoutVariant,
  withParts,
  withVariant,
} from '../../dashboard/resources/campaigns/edit/variants/edited-test.ts';

const SUBJECTS = withField(FIRST_TEST, 1, 'subject', 'Short');
const keysOf = ({ variants }: EditedTest) => variants.map(({ key }) => key).join('');

describe('A test of variants that is written', () => {
  it('begins with two variants, and is finished once the second one has something of its own', () => {
    expect([keysOf(FIRST_TEST), isTestFinished(FIRST_TEST)]).to.deep.equal(['ab', false]);
    expect(isTestFinished(SUBJECTS)).to.equal(true);
    // The first one may differ in place of the second one, but a third is the same as the second then.
    expect(isTestFinished(withVariant(SUBJECTS))).to.equal(false);
  });

  it('keeps no field that is empty, but a key as it is typed', () => {
    expect(SUBJECTS.variants).to.deep.equal([{ key: 'a' }, { key: 'b', subject: 'Short' }]);
    expect(withField(SUBJECTS, 1, 'subject', '').variants).to.deep.equal(FIRST_TEST.variants);
    expect(keysOf(withField(SUBJECTS, 0, 'key', ''))).to.equal('b');
  });

  it('has two to five variants, each new one with a key that is free', () => {
    let test = withField(FIRST_TEST, 0, 'key', 'c');
    for (const keys of ['cba', 'cbad', 'cbade', 'cbade']) {
      test = withVariant(test);
      expect(keysOf(test)).to.equal(keys);
    }
    expect([hasRoom(test), hasSpare(test), hasSpare(FIRST_TEST)]).to.deep.equal([false, true, false]);
    expect(keysOf(withoutVariant(test, 1))).to.equal('cade');
  });

  it('tests the parts that some variant has of its own, and forgets those that are not tested any more', () => {
    const test = withField(withField(SUBJECTS, 0, 'text', 'Hello'), 0, 'from', 'ana@acme.dev');
    expect(testedParts(test)).to.deep.equal(['subject', 'from', 'body']);
    expect(withParts(test, ['body']).variants).to.deep.equal([{ key: 'a', text: 'Hello' }, { key: 'b' }]);
  });

  it('waits for nothing where a person decides', () => {
    const byHand = withMetric(FIRST_TEST, 'manual');
    expect(byHand).not.to.have.property('wait');
    expect(withMetric(byHand, 'click_rate')).to.include({ winner_metric: 'click_rate', wait: '4 hours' });
  });
});

describe('The checklist of a campaign', () => {
  it('is asked for a second after a save, and five seconds after an answer', () => {
    expect(checkDueAt(10_000, undefined)).to.equal(11_000);
    expect(checkDueAt(10_000, 5_000)).to.equal(11_000);
    expect(checkDueAt(10_000, 9_000)).to.equal(14_000);
  });

  it('counts what it has found, and errors hold the send', () => {
    const error = { level: 'error' } as const;
    const warning = { level: 'warning' } as const;
    expect(findingCounts([error, warning, warning])).to.equal('1 error, 2 warnings');
    expect(findingCounts([])).to.equal('');
    expect(errorWords([error, error, warning])).to.equal('The checklist has 2 errors.');
    expect([errorWords([warning]), errorWords(undefined)]).to.deep.equal([undefined, undefined]);
  });
});
