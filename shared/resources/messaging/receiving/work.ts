// Parsing and announcing received messages: each message that was answered 250 is a row. A message may crash the worker
// that parses it, and all other claimed rows of the worker are lost with it. So after the first death a row is due
// again at once, and after the second at a random time, which separates the deadly one from the others. A message that
// has killed three workers is listed without being parsed (workers/inbound/reader.ts).
import { defineWork } from '../../../platform/work/define-work.ts';
import { holdOfTurns } from '../../../platform/work/turns/turns.ts';

/** A message that has killed so many workers is listed with its envelope and its bytes alone. */
export const DEATHS_MAX = 3;

export const receivingWork = defineWork({
  group: 'inbound',
  queue: 'receive',
  queueInTurn: 'receive-in-turn',
  job: 'receive-email',
  concurrency: 4,
  table: 'received_emails',
  whileSuspended: 'go on',
  turns: {},
  held: holdOfTurns('received_emails', 'true', 'received emails'),
  onDeath: 'worker_deaths = worker_deaths + 1',
  waitAfterDeath: `CASE worker_deaths WHEN 0 THEN interval '0' ELSE random() * interval '1 minute' END`,
  lastAnswer: 'parse_error',
  about: `jsonb_build_object('account_id', account_id, 'size', size, 'worker_deaths', worker_deaths)`,
});
