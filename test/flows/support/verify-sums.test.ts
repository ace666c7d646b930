// Tests of the crash flow's judge with invented faults, part 2: events, answers, quota, metrics.
import { expect } from 'chai';
import type { StoredEmail } from './evidence.ts';
import { email, kindsOf, type Made, shown } from './made-evidence.ts';

describe('The judge of the crash flow, of events, answers and sums', () => {
  describe('finds', () => {
    const faults: [fault: string, change: (made: Made) => void, kinds: string[]][] = [
      ...(
        [
          ['an event that is missing', (events) => void events.pop()],
          [
            'an event that is reported twice',
            (events) => void events.push({ type: 'delivered', recipient: 'plain@beside.dev' }),
          ],
          ['events in a wrong order', (events) => void events.reverse()],
          [
            'an event of another recipient',
            (events) => void events.splice(0, 1, { type: 'suppressed', recipient: 'x@y.dev' }),
          ],
        ] satisfies [string, (events: StoredEmail['events']) => void][]
      ).map(([fault, spoil]): [string, (made: Made) => void, string[]] => [
        fault,
        (made) => {
          spoil(email(made, 'plain').events);
          spoil(shown(made, 'plain').events);
        },
        ['wrong events'],
      ]),
      [
        'an answer with another status than the row',
        (made) => {
          shown(made, 'plain').status = 'sent';
        },
        ['wrong answer'],
      ],
      [
        'an answer with other events than there are',
        (made) => {
          shown(made, 'plain').events.pop();
        },
        ['wrong answer'],
      ],
      [
        'an email that the list leaves out',
        (made) => {
          made.listed.splice(3, 1);
        },
        ['wrong answer'],
      ],
      [
        'an email that the list leaves out at its end',
        (made) => {
          made.listed.pop();
        },
        ['wrong answer'],
      ],
      [
        'an email that the list has twice',
        (made) => made.listed.push({ id: 'id of canceled', status: 'canceled' }),
        ['wrong answer'],
      ],
      ...(['day', 'month'] as const).flatMap((period) =>
        [1, -1].map((difference): [string, (made: Made) => void, string[]] => [
          `a counter of the ${period} that is ${difference} off`,
          (made) => {
            for (const counter of made.usage) if (counter.period === period) counter.used += difference;
          },
          ['wrong quota'],
        ]),
      ),
      [
        'a counter of the quota that is missing',
        (made) => {
          made.usage.pop();
        },
        ['wrong quota'],
      ],
      [
        'a counter of a day on which nothing was sent',
        (made) => made.usage.push({ period: 'day', startsOn: '2026-11-19', used: 1 }),
        ['wrong quota'],
      ],
      ...['sent', 'delivered', 'suppressed', 'failed'].map(
        (name): [string, (made: Made) => void, string[]] => [
          `a count of ${name} that is one off`,
          (made) => {
            made.metrics = { ...made.metrics, [name]: (made.metrics[name] ?? 0) + 1 };
          },
          ['wrong metrics'],
        ],
      ),
      [
        'metrics without a value',
        (made) => {
          made.metrics = {};
        },
        ['wrong metrics'],
      ],
    ];

    for (const [fault, change, kinds] of faults) {
      it(fault, () => {
        expect(kindsOf(change)).to.deep.equal(kinds);
      });
    }
  });
});
