// Which provider a mail takes, as a table.
import { expect } from 'chai';
import {
  type ChoosableProvider,
  chooseProvider,
} from '../../../../workers/transports/providers/choose-provider.ts';

type Changes = Partial<Omit<ChoosableProvider, 'name'>>;
type Mail = Parameters<typeof chooseProvider>[0];

const NEW: Mail = { chosenProviders: [], provider: null, wasTried: false };

/** The providers `default`, `ses`, `eu` and `bulk`, each with an SPF mechanism of its own. */
function providersWith(changes: Record<string, Changes> = {}): ReadonlyMap<string, ChoosableProvider> {
  return new Map(
    ['default', 'ses', 'eu', 'bulk'].map((name) => {
      const plain = { isPaused: false, isAway: false, failover: null, spfMechanisms: `include:${name}.dev` };
      return [name, { name, ...plain, ...changes[name] }];
    }),
  );
}

const paused = { isPaused: true };
const away = { isAway: true };
const choosing = (...chosenProviders: string[]): Mail => ({ ...NEW, chosenProviders });
const same = { spfMechanisms: 'include:one.dev' };

describe('The choice of a provider', () => {
  const cases: [what: string, mail: Mail, expected: string, changes?: Record<string, Changes>][] = [
    ['takes the default one where none was chosen', NEW, 'default'],
    ['takes the first that was chosen', choosing('ses', 'eu'), 'ses'],
    ['passes over one that was removed', choosing('gone', 'eu'), 'eu'],
    ['keeps the one that it was tried by', { ...choosing('ses'), provider: 'eu', wasTried: true }, 'eu'],
    ['keeps the default one, which no row names', { ...choosing('ses'), wasTried: true }, 'default'],
    [
      'takes what was chosen where the one that it was tried by was removed',
      { ...choosing('ses'), provider: 'gone', wasTried: true },
      'ses',
    ],
    ['waits for a paused one whose SPF no other has', choosing('ses'), 'ses', { ses: paused }],
    [
      'leaves a paused one for the next whose SPF fits',
      choosing('ses', 'eu', 'bulk'),
      'bulk',
      { ses: { ...paused, ...same }, bulk: same },
    ],
    [
      'leaves a paused one for the default one, when that fits',
      choosing('ses'),
      'default',
      { ses: { isPaused: true, spfMechanisms: 'ip4:192.0.2.1 include:default.dev' } },
    ],
    [
      'takes none instead of a paused one that is paused or away, too',
      choosing('ses', 'eu', 'bulk'),
      'ses',
      {
        ses: { ...paused, ...same },
        eu: { ...paused, ...same },
        bulk: { ...away, ...same },
      },
    ],
    ['goes on with one that is away, without a failover', choosing('ses', 'eu'), 'ses', { ses: away }],
    ['takes the failover of one that is away', choosing('ses'), 'eu', { ses: { ...away, failover: 'eu' } }],
    ['takes the failover of a paused one', choosing('ses'), 'eu', { ses: { ...paused, failover: 'eu' } }],
    [
      'takes the failover of the failover',
      choosing('ses'),
      'bulk',
      { ses: { ...away, failover: 'eu' }, eu: { ...away, failover: 'bulk' } },
    ],
    [
      'stays with the first while two that name each other are away',
      choosing('ses'),
      'ses',
      { ses: { ...away, failover: 'eu' }, eu: { ...away, failover: 'ses' } },
    ],
    [
      'does so with mail that was tried, too',
      { ...NEW, provider: 'ses', wasTried: true },
      'eu',
      { ses: { ...away, failover: 'eu' } },
    ],
    [
      'takes one whose SPF the record has because it is that of the failover',
      choosing('ses', 'bulk'),
      'bulk',
      { ses: { ...paused, failover: 'eu' }, eu: { ...away, ...same }, bulk: same },
    ],
  ];
  for (const [what, mail, expected, changes] of cases)
    it(what, () => {
      expect(chooseProvider(mail, providersWith(changes))).to.equal(expected);
    });
});
