// withTimeout: the result if it comes in time, else an error that names what took too long.
import { mock } from 'node:test';
import { expect } from 'chai';
import { TimeoutError, withTimeout } from '../../../../shared/platform/time/timeout.ts';

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  );

describe('withTimeout', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('returns a result that comes in time', async () => {
    expect(await withTimeout(100, 'The work', Promise.resolve(7))).to.equal(7);
  });

  it('throws the error of the promise', async () => {
    const error = new Error('it failed');
    expect(await failureOf(withTimeout(100, 'The work', Promise.reject(error)))).to.equal(error);
  });

  it('throws a TimeoutError that names the work, and not a millisecond before the time is over', async () => {
    let failure: unknown;
    const bounded = withTimeout(100, 'The work', new Promise(() => {})).catch((error: unknown) => {
      failure = error;
    });
    mock.timers.tick(99);
    await Promise.resolve();
    expect(failure).to.equal(undefined);
    mock.timers.tick(1);
    await bounded;
    expect(failure).to.be.instanceOf(TimeoutError);
    expect((failure as Error).message).to.equal('The work took longer than 100 ms.');
  });

  it('ignores a failure after the time is over', async () => {
    let fail: (error: Error) => void = () => {};
    const work = new Promise((_, reject) => {
      fail = reject;
    });
    const bounded = failureOf(withTimeout(100, 'The work', work));
    mock.timers.tick(100);
    await bounded;
    let unhandled = 0;
    const count = () => {
      unhandled += 1;
    };
    process.on('unhandledRejection', count);
    fail(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', count);
    expect(unhandled).to.equal(0);
  });
});

describe('withTimeout, on the real clock', () => {
  it('leaves no timer', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    // mocha sets its own timer for this test after the test has begun.
    await new Promise((resolve) => setImmediate(resolve));
    const before = timers();
    await withTimeout(60_000, 'The work', Promise.resolve());
    expect(timers()).to.equal(before);
  });
});
