// The sink: the SMTP server that receives the mail of a run, in its own process. It can simulate a distant server: then
// each reply is sent that many milliseconds after its command arrived, and replies to pipelined commands travel
// together.
//
//   sink-main.js [delay of each reply in milliseconds [addresses, separated by commas, with STARTTLS]]
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { freePort } from '../../dev/processes/ports.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { createSession, GREETING, type Replies } from './session.ts';
import { createTally } from './tally.ts';

/** Questions of the bench. */
export type SinkQuestion =
  | { type: 'reach'; messages: number }
  | { type: 'report' }
  | { type: 'sample' }
  /** Keep the messages from now on, and give them. */
  | { type: 'keep' }
  | { type: 'kept' }
  | { type: 'times'; first: number };

const delayMs = Number(process.argv[2] ?? 0);
const secureAddresses = process.argv[3]?.split(',');

await serveParent(async () => {
  const tally = createTally();
  let kept: string[] | undefined;
  const sockets = new Set<Socket>();
  const secureContext = secureAddresses && makeSecureContext();
  const serve = (socket: Socket, offersTls: boolean) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A sender that closes its connection is not an error of the sink.
    socket.on('error', () => {});
    const reply = ({ lines, taken, quit, startsTls }: Replies) => {
      if (quit) socket.end(lines);
      else socket.write(lines);
      for (const each of taken) {
        tally.add(each);
        kept?.push(`${each.recipients}\r\n${each.message.toString('latin1')}`);
      }
      if (!startsTls) return;
      socket.removeAllListeners('data');
      serve(new TLSSocket(socket, { isServer: true, secureContext }), false);
    };
    const replyInTime = delayMs > 0 ? (replies: Replies) => void setTimeout(reply, delayMs, replies) : reply;
    socket.on('data', createSession(replyInTime, offersTls));
    if (!(socket instanceof TLSSocket))
      replyInTime({ lines: GREETING, taken: [], quit: false, startsTls: false });
  };
  const port = await freePort();
  const servers = (secureAddresses ?? ['127.0.0.1']).map((address) =>
    createServer({ noDelay: true }, (socket) => serve(socket, secureContext !== undefined)).listen(
      port,
      address,
    ),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return {
    announcement: { port },
    async answer(question: SinkQuestion) {
      if (question.type === 'reach') return { atMs: await tally.reach(question.messages) };
      if (question.type === 'sample') return { message: tally.sample().toString('latin1') };
      if (question.type === 'keep') kept = [];
      if (question.type === 'kept') return { messages: kept };
      if (question.type === 'times') return { takenAtMs: tally.times(question.first) };
      return tally.report();
    },
    stop() {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
});

/** A certificate as most servers have it: RSA 2048. One context, so that a session can be resumed with every address. */
function makeSecureContext() {
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    '-',
    '-subj',
    '/CN=mx.bench.local',
  ];
  const pem = execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return createSecureContext({ key: pem, cert: pem, minVersion: 'TLSv1.3' });
}
