// An `npm start` that several tests share: started before the tests of the enclosing `describe`, killed after them. No
// test may change it in a way that matters to the others, in whatever order they run.
import type { Announcement } from '../../../dev/announcement.ts';
import { removeDataDirectory } from './data-directory.ts';
import { type LocalStack, startLocalStack } from './local-stack.ts';

/** The running `npm start`. Read its fields inside hooks and tests. */
export interface LocalStackUnderTest {
  readonly stack: LocalStack;
  readonly dataDir: string;
  /** The content of its dev.json. */
  readonly announcement: Announcement;
}

/** Starts `npm start` on the data directory that `makeDirectory` makes. */
export function useLocalStack(makeDirectory: () => Promise<string>): LocalStackUnderTest {
  let dataDir: string | undefined;
  let started: Omit<LocalStackUnderTest, 'dataDir'> | undefined;
  before(async () => {
    dataDir = await makeDirectory();
    const stack = startLocalStack({ dataDir });
    try {
      started = { stack, announcement: await stack.ready() };
    } finally {
      if (!started) await stack.end('SIGKILL');
    }
  });
  after(async () => {
    await started?.stack.end('SIGKILL');
    if (dataDir) await removeDataDirectory(dataDir);
  });
  const running = () => {
    if (!started || !dataDir) throw new Error('The stack runs only inside hooks and tests.');
    return { ...started, dataDir };
  };
  return {
    get stack() {
      return running().stack;
    },
    get dataDir() {
      return running().dataDir;
    },
    get announcement() {
      return running().announcement;
    },
  };
}
