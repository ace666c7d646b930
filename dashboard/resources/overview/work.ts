// The words of the rows of work: what each number counts, for people who have never seen them.
import type { WorkKind } from '../../api/work.ts';

/** A number of a kind of work. */
export interface WorkNumber {
  id: 'waiting' | 'due' | 'held' | 'claimed' | 'stuck';
  label: string;
  about: string;
}

/** The numbers, in the order in which a row moves through them. */
export const WORK_NUMBERS: readonly WorkNumber[] = [
  {
    id: 'waiting',
    label: 'Waiting',
    about: 'Their time has not come: they are scheduled, or will be tried again.',
  },
  { id: 'due', label: 'Due', about: 'Their time has come, and a worker will take them.' },
  { id: 'held', label: 'Held', about: 'Their time has come, but something stops them, such as a pause.' },
  { id: 'claimed', label: 'Claimed', about: 'A worker is doing them now.' },
  {
    id: 'stuck',
    label: 'Stuck',
    about:
      'Due for more than a minute, or claimed by a worker that is dead. These are also counted as due or claimed.',
  },
];

/** How many rows of work are stuck. */
export function countStuck(kinds: readonly WorkKind[]): number {
  return kinds.reduce((sum, { stuck }) => sum + stuck, 0);
}
