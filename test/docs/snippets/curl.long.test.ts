// The curl snippets of all guides, on one server. other-languages.test.ts runs the first guide.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { testGuides, useGuideServer } from './support/use-guides.ts';

describe('The curl snippets of the guides', () => {
  const server = useGuideServer();

  /** A receiver in another terminal, which like those of the guide ends after a message. */
  async function withReceiver(run: () => Promise<void>): Promise<void> {
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

  testGuides(server, 'curl', { webhooks: withReceiver });
});
