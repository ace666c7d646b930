// The curl snippets of all guides, on one server, and then all guides again in another language. other-languages.test.ts
// runs the first guide.
import { withReceiver } from './support/receiver.ts';
import { testGuidesTwice, useGuideServer } from './support/use-guides.ts';

describe('The curl snippets of the guides', () => {
  const server = useGuideServer();
  testGuidesTwice(server, 'curl', { 'webhooks in curl': (run) => withReceiver(server, run) });
});
