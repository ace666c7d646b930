// bull-board: shows the jobs in the queues, on Postgres or Redis. Jobs carry only ids, so it shows no mail.
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { RequestHandler } from 'express';
import type { Queues } from '../../shared/platform/queues/connect.ts';

/** Where the board is mounted; its page builds its links from this path. */
export const BOARD_PATH = '/ops/queues';

/** The board as a handler to mount at BOARD_PATH. */
export function createQueuesBoard(queues: Queues): RequestHandler {
  const serverAdapter = new ExpressAdapter().setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.all().map((queue) => new BullMQAdapter(queue)),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Posthorn queues' } },
  });
  const board = serverAdapter.getRouter();
  board.disable('x-powered-by');
  return board;
}
