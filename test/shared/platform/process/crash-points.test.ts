// An armed crash point kills its process like a power failure: no handler runs, nothing is cleaned up. So the test runs
// it in another process.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const MAIN = fileURLToPath(new URL('./crash-point-main.ts', import.meta.url));

/** Passes points in another process. @returns the points that it survived, and the signal that ended it */
function pass(crashAt: string | undefined, ...points: string[]) {
  const { CRASH_AT: _, ...environment } = process.env;
  const env = crashAt === undefined ? environment : { ...environment, CRASH_AT: crashAt };
  const { stdout, signal, status } = spawnSync(process.execPath, ['--import', 'tsx/esm', MAIN, ...points], {
    env,
    encoding: 'utf8',
  });
  return { survived: stdout.split('\n').filter(Boolean), signal, status };
}

describe('a crash point', () => {
  const points = ['accept-commit-sent', 'accept-committed', 'send-claimed', 'send-answered'];

  for (const [index, point] of points.entries()) {
    it(`named ${point} kills the process when it is passed, and no other one does`, () => {
      expect(pass(point, ...points)).to.deep.equal({
        survived: points.slice(0, index),
        signal: 'SIGKILL',
        status: null,
      });
    });
  }

  it('with a number kills at the pass with this number', () => {
    const passes = ['send-claimed', 'send-answered', 'send-claimed', 'send-claimed', 'send-claimed'];
    expect(pass('send-claimed:3', ...passes)).to.deep.equal({
      survived: passes.slice(0, 3),
      signal: 'SIGKILL',
      status: null,
    });
  });

  it('that is passed less often than its number does nothing', () => {
    expect(pass('send-claimed:3', 'send-claimed', 'send-claimed').status).to.equal(0);
  });

  it('that is not armed does nothing', () => {
    expect(pass(undefined, ...points)).to.deep.equal({ survived: points, signal: null, status: 0 });
  });
});
