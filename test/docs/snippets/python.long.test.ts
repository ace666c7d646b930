// The Python snippets of all guides, on one server. other-languages.test.ts runs the first guide.
import { testGuides, useGuideServer } from './support/use-guides.ts';

describe('The Python snippets of the guides', () => {
  const server = useGuideServer();
  testGuides(server, 'python');
  testGuides(server, 'pytest');
});
