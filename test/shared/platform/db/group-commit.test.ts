// Group commit without a database: how items form groups. The test decides when a write ends.
import { expect } from 'chai';
import {
  createGroupCommit,
  type GroupCommitOptions,
  TooManyWaitingError,
} from '../../../../shared/platform/db/group-commit.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { eventually } from '../../../support/time/eventually.ts';

/** Lets a write begin, or the promises that a finished one resolves reach their callers. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A running write. */
interface Write {
  items: readonly string[];
  /** Ends it: the result of each item is the item in upper case. */
  end(): void;
  fail(error: unknown): void;
}

function createTestGroups(options: Partial<GroupCommitOptions<string, string>> = {}) {
  const writes: Write[] = [];
  const groups = createGroupCommit<string, string>({
    write: (items) =>
      new Promise((resolve, reject) => {
        writes.push({ items, end: () => resolve(items.map((item) => item.toUpperCase())), fail: reject });
      }),
    sizeOf: (item) => item.length,
    maxItems: 3,
    maxBytes: 10,
    maxWaiting: 6,
    maxWaitingBytes: 20,
    maxWriting: 1,
    ...options,
  });
  return {
    ...groups,
    writes,
    /** Adds items without waiting for their results. */
    gather(...items: string[]): void {
      for (const item of items) groups.add(item).catch(() => {});
    },
    /** Adds items, and waits until a write of them may begin. */
    async begin(...items: string[]): Promise<void> {
      this.gather(...items);
      await nextTurn();
    },
    /** Ends write after write until none is left. @returns the items of each */
    async endAll() {
      const seen: (readonly string[])[] = [];
      await nextTurn();
      for (let index = 0; index < writes.length; index += 1) {
        seen.push(writes[index]?.items ?? []);
        writes[index]?.end();
        await nextTurn();
        // At its end the next write begins.
        await nextTurn();
      }
      return seen;
    },
  };
}

describe('a group commit', () => {
  it('writes the items of a turn of the event loop together at its end when no write is running', async () => {
    const groups = createTestGroups();
    await groups.begin('a', 'b');
    expect(groups.writes.map(({ items }) => items)).to.deep.equal([['a', 'b']]);
  });

  it('collects items during a write, in the order of arrival', async () => {
    const groups = createTestGroups();
    await groups.begin('a');
    await groups.begin('b');
    groups.gather('c', 'd');
    expect(await groups.endAll()).to.deep.equal([['a'], ['b', 'c', 'd']]);
  });

  it('gives each caller its own result', async () => {
    const { add, endAll } = createTestGroups();
    const adding = Promise.all([add('a'), add('b'), add('c')]);
    await endAll();
    expect(await adding).to.deep.equal(['A', 'B', 'C']);
  });

  it('has at most maxItems in a group', async () => {
    const { gather, endAll } = createTestGroups();
    gather('a', 'b', 'c', 'd', 'e');
    expect(await endAll()).to.deep.equal([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('has at most maxBytes in a group; a larger item is a group of its own', async () => {
    const { gather, endAll } = createTestGroups({ maxWaitingBytes: 100 });
    gather('a', 'bbbbbb', 'cccc', 'd', 'eeeeeeeeeeeeeee', 'f');
    expect(await endAll()).to.deep.equal([['a', 'bbbbbb'], ['cccc', 'd'], ['eeeeeeeeeeeeeee'], ['f']]);
  });

  it('writes at most maxWriting groups concurrently', async () => {
    const groups = createTestGroups({ maxWriting: 2 });
    const { writes } = groups;
    await groups.begin('a');
    await groups.begin('b');
    await groups.begin('c', 'd');
    expect(writes.map(({ items }) => items)).to.deep.equal([['a'], ['b']]);
    writes[1]?.end();
    await eventually('the third write begins', () => writes.length === 3);
    expect(writes.at(-1)?.items).to.deep.equal(['c', 'd']);
    await groups.endAll();
  });

  it('pauses between two writes when pauseMs is set, except for a full group', async () => {
    const groups = createTestGroups({ pauseMs: 60_000 });
    const { writes } = groups;
    await groups.begin('a');
    writes[0]?.end();
    await nextTurn();
    await groups.begin('b', 'c');
    expect(writes.map(({ items }) => items)).to.deep.equal([['a']]);
    await groups.begin('d');
    expect(writes.map(({ items }) => items)).to.deep.equal([['a'], ['b', 'c', 'd']]);
    writes[1]?.end();
    await nextTurn();
    groups.gather('e');
    const draining = groups.drain();
    expect(writes.at(-1)?.items).to.deep.equal(['e']);
    writes[2]?.end();
    await draining;
  });

  it('writes a group that is not full after the pause', async () => {
    const groups = createTestGroups({ pauseMs: 3 });
    const { writes } = groups;
    await groups.begin('a');
    writes[0]?.end();
    await nextTurn();
    groups.gather('b');
    await eventually('the second write begins', () => writes.length === 2);
    writes[1]?.end();
  });

  it('fails all items of a group with the error of its write, and continues', async () => {
    const groups = createTestGroups();
    const { writes, add } = groups;
    const failures = Promise.all([failureOf(add('b')), failureOf(add('c'))]);
    await nextTurn();
    const error = new Error('the write failed');
    writes[0]?.fail(error);
    expect(await failures).to.deep.equal([error, error]);
    const adding = add('d');
    await groups.endAll();
    expect(await adding).to.equal('D');
  });

  it('refuses an item when maxWaiting is reached, and accepts it again when there is room', async () => {
    const groups = createTestGroups();
    await groups.begin('a');
    groups.gather('b', 'c', 'd', 'e', 'f', 'g');
    expect(await failureOf(groups.add('h'))).to.be.instanceOf(TooManyWaitingError);
    expect((await groups.endAll()).flat()).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    groups.gather('i');
    expect((await groups.endAll()).flat()).to.include('i');
  });

  it('refuses an item when maxWaitingBytes is reached, and accepts it again when there is room', async () => {
    const { add, gather, endAll } = createTestGroups();
    gather('x'.repeat(10), 'y'.repeat(10));
    expect(await failureOf(add('z'))).to.be.instanceOf(TooManyWaitingError);
    await endAll();
    gather('x'.repeat(10), 'y'.repeat(10));
    expect(await failureOf(add('z'))).to.be.instanceOf(TooManyWaitingError);
    await endAll();
  });

  it('is drained when everything that was added is written', async () => {
    const { gather, drain, endAll } = createTestGroups();
    gather('a', 'b', 'c', 'd', 'e');
    let isDrained = false;
    const draining = drain().then(() => {
      isDrained = true;
    });
    await nextTurn();
    expect(isDrained).to.equal(false);
    expect((await endAll()).flat()).to.have.length(5);
    await draining;
  });

  it('is drained at once when nothing was added, and when the last write has failed', async () => {
    const { writes, add, drain } = createTestGroups();
    await drain();
    const failing = failureOf(add('a'));
    await nextTurn();
    writes[0]?.fail(new Error('the write failed'));
    await failing;
    await drain();
  });
});
