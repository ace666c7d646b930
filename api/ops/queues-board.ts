// bull-board: shows the jobs in the queues, on Postgres or Redis. Jobs carry only ids, so it shows no mail.
import type { Express, RequestHandler } from 'express';
import type { Queues } from '../../shared/platform/queues/connect.ts';

/** The path of the board; its page builds its links from this path. */
export const BOARD_PATH = '/ops/queues';

/** The board as a handler to mount at BOARD_PATH. The first request loads it: that takes 0.2 s of CPU. */
export function createQueuesBoard(queues: Queues): RequestHandler {
  let board: Promise<Express> | undefined;
  return async (request, response, next) => {
    board ??= loadBoard(queues);
    (await board)(request, response, next);
  };
}

async function loadBoard(queues: Queues): Promise<Express> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const serverAdapter = new ExpressAdapter().setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.all().map((queue) => new BullMQAdapter(queue)),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Posthorn queues' } },
  });
  const board: Express = serverAdapter.getRouter();
  board.disable('x-powered-by');
  return board;
}
