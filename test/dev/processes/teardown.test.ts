import { expect } from 'chai';
import { createTeardown } from '../../../dev/processes/teardown.ts';

describe('createTeardown', () => {
  let done: string[];
  let errors: unknown[];

  beforeEach(() => {
    done = [];
    errors = [];
  });

  const create = () => createTeardown((error) => errors.push(error));

  it('runs the last step first, each step once', async () => {
    const teardown = create();
    await teardown.add(() => void done.push('first'));
    await teardown.add(() => void done.push('second'));
    await Promise.all([teardown.run(), teardown.run()]);
    expect(done).to.deep.equal(['second', 'first']);
  });

  it('runs a step at once that is added during the clean-up', async () => {
    const teardown = create();
    await teardown.run();
    await teardown.add(() => void done.push('late'));
    expect(done).to.deep.equal(['late']);
  });

  it('continues after a step that fails, and reports its error', async () => {
    const teardown = create();
    const failure = new Error('no');
    await teardown.add(() => void done.push('first'));
    await teardown.add(() => Promise.reject(failure));
    await teardown.run();
    expect(done).to.deep.equal(['first']);
    expect(errors).to.deep.equal([failure]);
  });
});
