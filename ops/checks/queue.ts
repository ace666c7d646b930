// Do the queues accept jobs?
import { type Check, findingsOf, wordsOf } from './finding.ts';

const { met, unmet } = findingsOf('queue');

export const checkQueue: Check = async ({ queues }) => {
  try {
    const { backend } = await queues();
    return [met(`The queues are in ${backend === 'redis' ? 'Redis' : 'Postgres'} and accept jobs.`)];
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause === undefined ? '' : ` ${wordsOf(cause)}.`;
    return [unmet(`${message}${reason} Check REDIS_URL, or DATABASE_URL without it.`)];
  }
};
