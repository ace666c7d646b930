// Does everyone send? Domains and accounts that are paused wait for an operator (docs/reference/reputation.md).
import {
  listWatchedReputations,
  type WatchedSubject,
} from '../../shared/resources/messaging/domains/reputation/list-watched.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, advice } = findingsOf('reputation');
/** The most domains that are shown; paused ones come first. */
const SHOWN = 20;

export const checkReputation: Check = async ({ database, clock }) => {
  const { rows } = await listWatchedReputations(database, SHOWN, clock.now());
  const paused = rows.filter(({ reputation }) => reputation.status === 'paused');
  if (paused.length === 0) return [met('No domain or account is paused because of its reputation.')];
  return paused.map((row) => advice(describe(row)));
};

function describe({ subject, id, name, reputation: { cause, changedAt } }: WatchedSubject): string {
  const what = subject === 'domain' ? `The domain ${name}` : `The account ${id}`;
  const since = changedAt ? ` since ${changedAt.toISOString()}` : '';
  return cause?.kind === 'operator'
    ? `${what} was paused by an operator${since}. Resume it with resume-domain.`
    : `${what} is paused${since} because of its ${cause?.kind ?? 'figures'}. list-reputation shows the numbers, and lift-reputation lifts the pause.`;
}
