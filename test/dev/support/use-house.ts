// An `npm start` that several tests share: started before the tests of the enclosing `describe`, killed after them. No
// test may change it in a way that matters to the others, in whatever order they run.
import type { Announcement } from '../../../dev/announcement.ts';
import { removeDataDirectory } from './data-directory.ts';
import { type House, startLocalStack } from './house.ts';

/** The running `npm start`. Read its fields inside hooks and tests. */
export interface HouseUnderTest {
  readonly house: House;
  readonly dataDir: string;
  /** The content of its dev.json. */
  readonly announcement: Announcement;
}

/** Starts `npm start` on the data directory that `makeDirectory` makes. */
export function useLocalStack(makeDirectory: () => Promise<string>): HouseUnderTest {
  let dataDir: string | undefined;
  let started: Omit<HouseUnderTest, 'dataDir'> | undefined;
  before(async () => {
    dataDir = await makeDirectory();
    const house = startLocalStack({ dataDir });
    try {
      started = { house, announcement: await house.ready() };
    } finally {
      if (!started) await house.end('SIGKILL');
    }
  });
  after(async () => {
    await started?.house.end('SIGKILL');
    if (dataDir) await removeDataDirectory(dataDir);
  });
  const running = () => {
    if (!started || !dataDir) throw new Error('The house runs only inside hooks and tests.');
    return { ...started, dataDir };
  };
  return {
    get house() {
      return running().house;
    },
    get dataDir() {
      return running().dataDir;
    },
    get announcement() {
      return running().announcement;
    },
  };
}
