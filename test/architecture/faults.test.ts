// The deliberate faults of test/faults/ apply to the source of today: `npm run test:faults` is not run with each change.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { failureOf } from '../support/failure-of.ts';

const FOLDER = 'test/faults';
const check = (...args: string[]) => promisify(execFile)('git', ['apply', '--check', ...args]);

describe('The deliberate faults', () => {
  const patches = readdirSync(FOLDER).filter((name) => name.endsWith('.patch'));

  it('apply each to the source of today', async () => {
    const applied = await Promise.all(
      patches.map((name) =>
        check(`${FOLDER}/${name}`).then(
          () => [],
          () => [name],
        ),
      ),
    );
    expect(applied.flat()).to.deep.equal([]);
    expect(patches).to.have.length.above(40);
  });

  it('would not, if what they change were another text', async () => {
    const { message } = await failureOf(check('--reverse', `${FOLDER}/${patches[0]}`));
    expect(message).to.include('does not apply');
  });
});
