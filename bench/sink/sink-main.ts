// The SMTP server that takes the mail of a run, in a process of its own, as a relay would be on a machine of its own.
// It may be far away: then each answer leaves so many milliseconds after what it answers has come, and what was
// pipelined travels together.
//
//   sink-main.js [milliseconds that an answer takes]
import { createServer, type Socket } from 'node:net';
import { freePort } from '../../dev/ports.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { createSession, GREETING, type Replies } from './session.ts';
import { createTally } from './tally.ts';

/** What the bench may ask. */
export type SinkQuestion =
  | { type: 'reach'; messages: number }
  | { type: 'report' }
  | { type: 'sample' }
  | { type: 'times'; first: number };

const delayMs = Number(process.argv[2] ?? 0);

await serveParent(async () => {
  const tally = createTally();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A sender that hangs up is none of the sink's business.
    socket.on('error', () => {});
    const reply = ({ lines, taken, quit }: Replies) => {
      if (quit) socket.end(lines);
      else socket.write(lines);
      for (const message of taken) tally.add(message);
    };
    const replyInTime = delayMs > 0 ? (replies: Replies) => void setTimeout(reply, delayMs, replies) : reply;
    socket.on('data', createSession(replyInTime));
    replyInTime({ lines: GREETING, taken: [], quit: false });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    announcement: { port },
    async answer(question: SinkQuestion) {
      if (question.type === 'reach') return { atMs: await tally.reach(question.messages) };
      if (question.type === 'sample') return { message: tally.sample().toString('latin1') };
      if (question.type === 'times') return { takenAtMs: tally.times(question.first) };
      return tally.report();
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
});
