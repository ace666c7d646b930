// The Python snippets of all guides, on one server, and then all guides again in another language. other-languages.test.ts
// runs the first guide.
import { withReceiver } from './support/receiver.ts';
import { testGuides, testGuidesTwice, useGuideServer } from './support/use-guides.ts';

describe('The Python snippets of the guides', () => {
  const server = useGuideServer();
  testGuidesTwice(server, 'python', { 'webhooks in curl': (run) => withReceiver(server, run) });
  testGuides(server, 'pytest');
});
