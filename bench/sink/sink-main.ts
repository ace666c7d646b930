// The SMTP server that takes the mail of a run, in a process of its own, as a relay would be on a machine of its own.
import { createServer, type Socket } from 'node:net';
import { freePort } from '../../dev/ports.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { createSession, GREETING } from './session.ts';
import { createTally } from './tally.ts';

/** What the bench may ask. */
export type SinkQuestion = { type: 'reach'; mails: number } | { type: 'report' } | { type: 'sample' };

await serveParent(async () => {
  const tally = createTally();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A sender that hangs up is none of the sink's business.
    socket.on('error', () => {});
    const session = createSession({
      reply: (lines) => socket.write(lines),
      onMessage: tally.add,
      onQuit: () => socket.end(),
    });
    socket.on('data', session);
    socket.write(GREETING);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    announcement: { port },
    async answer(question: SinkQuestion) {
      if (question.type === 'reach') return { atMs: await tally.reach(question.mails) };
      if (question.type === 'sample') return { message: tally.sample().toString('latin1') };
      return tally.report();
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
});
