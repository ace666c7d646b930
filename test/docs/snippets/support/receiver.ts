// The receiver of webhooks that the curl snippets of a guide need in another terminal, which curl cannot be.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { GuideServer } from './use-guides.ts';

/** Runs a program next to a receiver that like those of the guide ends after a message. */
export async function withReceiver(server: GuideServer, run: () => Promise<void>): Promise<void> {
  const receiver = createServer((_, response) => {
    response.writeHead(204, { Connection: 'close' }).end();
    receiver.close();
  }).listen(server.receiverPort, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    await run();
  } finally {
    receiver.close();
  }
}
