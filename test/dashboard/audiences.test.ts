// Which audience the list of contacts shows, and what its switch offers.
import { expect } from 'chai';
import { audienceChoice, shownAudienceId } from '../../dashboard/resources/contacts/list/audience-choice.ts';

const FIRST = { id: 'a', name: 'Default', default: true };
const SECOND = { id: 'b', name: 'Second', default: false };
const THIRD = { id: 'c', name: 'Third', default: false };
const ALL = [THIRD, SECOND, FIRST];
const OF_SECOND = { audience_id: 'b' };

/** What no choice is called, and the names that are offered. */
function offered(...[shown]: Parameters<typeof audienceChoice>) {
  return audienceChoice(shown).map(({ none, options }) => [none, options.map(({ label }) => label)]);
}

describe('The switch between audiences', () => {
  const cases: [string, Parameters<typeof audienceChoice>[0], string | undefined, unknown[]][] = [
    ['is none for one', { audiences: [FIRST], chosen: undefined, segment: undefined }, 'a', []],
    [
      'says the default one without a choice',
      { audiences: ALL, chosen: undefined, segment: undefined },
      'a',
      [['Default', ['Third', 'Second']]],
    ],
    [
      'keeps the chosen one among the others',
      { audiences: ALL, chosen: 'b', segment: undefined },
      'b',
      [['Default', ['Third', 'Second']]],
    ],
    [
      'says that of the segment, which is what the API answers',
      { audiences: ALL, chosen: undefined, segment: OF_SECOND },
      'b',
      [['Second', ['Third', 'Default']]],
    ],
    [
      'says the default one where a link names it',
      { audiences: ALL, chosen: 'a', segment: undefined },
      'a',
      [['Default', ['Third', 'Second', 'Default']]],
    ],
    [
      'has words where the default one is not read',
      { audiences: [THIRD, SECOND], chosen: undefined, segment: undefined },
      undefined,
      [['Default audience', ['Third', 'Second']]],
    ],
  ];
  for (const [title, shown, id, choice] of cases)
    it(title, () => {
      expect(shownAudienceId(shown)).to.equal(id);
      expect(offered(shown)).to.deep.equal(choice);
    });
});
