// The Python snippets of all guides, on one server.
import { testGuides, useGuideServer } from './support/use-guides.ts';

describe('The Python snippets of the guides', () => {
  const server = useGuideServer();
  testGuides(server, 'python');
  testGuides(server, 'pytest');
});
