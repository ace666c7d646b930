import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openPlace } from '../../runner/place.ts';
import { CRASH_SEED } from '../../support/extent.ts';
import { crashDraws } from './crash-draws.ts';
import type { CrashStack } from './crash-stack.ts';
import { inEachRound, scheduleDisruptions } from './disruptions.ts';

const drawn = (purpose: string, seed?: number) => {
  const draw = crashDraws(purpose, seed);
  return Array.from({ length: 100 }, () => draw(20, 10));
};

describe('The draws of crash flows', () => {
  it('are the same for the same seed and purpose, and others for another', () => {
    expect(drawn('kills', 7)).to.deep.equal(drawn('kills', 7));
    expect(drawn('kills', 8)).not.to.deep.equal(drawn('kills', 7));
    expect(drawn('freezes', 7)).not.to.deep.equal(drawn('kills', 7));
  });

  it('are all whole numbers of their range', () => {
    const all = [...new Set(drawn('kills', 7))].sort();
    expect(all).to.deep.equal([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });

  it('are the instants at which disruptions strike', () => {
    const faults = inEachRound(3, [{ between: [0.1, 0.9], strike: () => undefined }]);
    const instants = () => scheduleDisruptions({} as CrashStack, faults, 5_000).instants;
    expect(instants()).to.deep.equal(instants());
    const draw = crashDraws('disruptions');
    expect(instants()[0]).to.equal(draw(1_500, 166));
  });

  it('are named by the failures of a file that has drawn, whatever its name is', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'drawing-'));
    await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }');
    const place = openPlace({
      node: process.execPath,
      environment: process.env,
      grep: undefined,
      silenceMs: 60_000,
    });
    const failureOfFile = async (name: string, body: string) => {
      const file = path.join(directory, name);
      const source = new URL('crash-draws.ts', import.meta.url).href;
      await writeFile(
        file,
        `import { crashDraws } from '${source}'; it('fails', () => { ${body}; throw new Error('Broken.'); });`,
      );
      return (await place.run(file)).failures.join();
    };
    try {
      expect(await failureOfFile('a.test.ts', "crashDraws('kills')")).to.include(`CRASH_SEED=${CRASH_SEED}`);
      expect(await failureOfFile('crash.test.ts', 'void crashDraws')).not.to.include('CRASH_SEED');
    } finally {
      place.stop();
      await rm(directory, { recursive: true });
    }
  }).timeout(60_000);
});
