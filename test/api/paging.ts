// Keyset pagination (docs/reference/pagination.md): the rules are the same for every list, and the test of each list
// runs all of them on its own rows.
import { expect } from 'chai';
import type { TestApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import type { SessionCredentials } from '../support/factories/people-factories.ts';

/** Rows to page through. */
export interface PagedRows {
  /** The API key of the caller, or the session of a person for a list that only people may read. */
  token: string | SessionCredentials;
  /** Ids of the items that the list has before the test creates any, oldest first. */
  existing?: readonly string[];
  /** Creates an item that is newer than all before. @returns its id */
  createItem(): Promise<string>;
  deleteItem(id: string): Promise<unknown>;
  /** Creates an item of another account. @returns its id */
  createForeignItem(): Promise<string>;
}

interface ListBody {
  object: string;
  has_more: boolean;
  data: { id: string }[];
}

/** Texts that are not an id of most lists. */
const NO_UUIDS = ['', 'x', '1', '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e', "'; DROP TABLE domains; --"];

/**
 * Describes the paging of one list.
 * @param createRows creates a new account with an empty list
 * @param badCursors texts that are not an id of this list
 * @param usual query of each request, unless it says otherwise: for a list that is answered as a whole without `limit`
 */
export function describePaging(
  app: TestApp,
  path: string,
  createRows: () => Promise<PagedRows>,
  badCursors: readonly string[] = NO_UUIDS,
  usual: Record<string, string> = {},
): void {
  /** Creates rows until the list has `count`. @returns a caller, and the list's ids, newest first */
  async function createPaged(count: number) {
    const rows = await createRows();
    const oldestFirst = [...(rows.existing ?? [])];
    while (oldestFirst.length < count) oldestFirst.push(await rows.createItem());
    const ids = oldestFirst.reverse();
    const idAt = (index: number): string => ids.at(index) ?? expect.fail(`The list has no item ${index}.`);
    const api = typeof rows.token === 'string' ? app.as(rows.token) : app.asPerson(rows.token);
    const ask = (query: Record<string, string>) => api.get(path).query({ ...usual, ...query });
    /** @returns the message */
    const refuse = async (query: Record<string, string> | string) =>
      expectError(await api.get(path).query(query), 422, 'validation_error');
    const page = async (query: Record<string, string>) => {
      const { status, body } = await ask(query);
      expect(status, JSON.stringify(body)).to.equal(200);
      const list: ListBody = body;
      expect(list.object).to.equal('list');
      return { ids: list.data.map(({ id }) => id), hasMore: list.has_more };
    };
    return { ...rows, ids, idAt, ask, page, refuse };
  }

  it('Lists objects newest first.', async () => {
    const { ids, page } = await createPaged(3);
    expect(await page({})).to.deep.equal({ ids, hasMore: false });
  });

  it('Answers a list as an object with object "list", has_more and data.', async () => {
    const { ids, ask } = await createPaged(2);
    const { body } = await ask({ limit: '1' });
    expect(body).to.have.all.keys('object', 'has_more', 'data');
    expect(body).to.include({ object: 'list', has_more: true });
    expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal(ids.slice(0, 1));
  });

  it('Answers 20 objects per page, or as many as limit asks for, from 1 to 100.', async () => {
    const { ids, idAt, page } = await createPaged(101);
    expect(await page({})).to.deep.equal({ ids: ids.slice(0, 20), hasMore: true });
    expect(await page({ limit: '100' })).to.deep.equal({ ids: ids.slice(0, 100), hasMore: true });
    // One more object than the page has follows the cursor.
    expect(await page({ after: idAt(79) })).to.deep.equal({ ids: ids.slice(80, 100), hasMore: true });
    const last = await page({ limit: '1', after: idAt(98) });
    expect(last).to.deep.equal({ ids: ids.slice(99, 100), hasMore: true });
  });

  it('Rejects a limit that is not a whole number from 1 to 100 with validation_error 422.', async () => {
    const { refuse } = await createPaged(1);
    for (const limit of ['0', '101', '-1', '1.5', 'ten', '', '1e400', 'NaN', '0x10'])
      expect(await refuse({ limit }), limit).to.include('limit');
  });

  it('Rejects a cursor that does not have the form of an id of the list with validation_error 422.', async () => {
    const { refuse } = await createPaged(1);
    expect(badCursors).to.have.length.above(0);
    for (const name of ['after', 'before'])
      for (const cursor of badCursors) expect(await refuse({ [name]: cursor }), cursor).to.include(name);
  });

  it('Rejects after together with before with validation_error 422.', async () => {
    const { refuse, idAt } = await createPaged(2);
    const message = await refuse({ after: idAt(0), before: idAt(1) });
    expect(message).to.equal('`after` and `before` cannot be combined.');
  });

  it('Rejects a near miss of a parameter of the list, such as limt, with validation_error 422 and names the right parameter.', async () => {
    const { refuse } = await createPaged(1);
    for (const [query, words] of [
      ['limt=5', '`limt` is not a parameter; use `limit`.'],
      ['Limit=5', '`Limit` is not a parameter; use `limit`.'],
      ['limit=0&aftre=x', '`aftre` is not a parameter; use `after`.'],
    ] as const)
      expect(await refuse(query)).to.equal(words);
  });

  it('Answers the next page to after with the last id of a page, until has_more is false.', async () => {
    const { ids, page } = await createPaged(5);
    const walked = [await page({ limit: '2' })];
    for (let last = walked[0]; last?.hasMore; last = walked.at(-1))
      walked.push(await page({ limit: '2', after: last.ids.at(-1) ?? '' }));
    expect(walked.map((each) => each.ids)).to.deep.equal([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  it('Answers the previous page to before with the first id of a page.', async () => {
    const { ids, idAt, page } = await createPaged(5);
    const last = await page({ limit: '2', after: idAt(2) });
    const middle = await page({ limit: '2', before: last.ids[0] ?? '' });
    const first = await page({ limit: '2', before: middle.ids[0] ?? '' });
    expect([last.ids, middle.ids, first.ids]).to.deep.equal([ids.slice(3), ids.slice(1, 3), ids.slice(0, 1)]);
  });

  it('Leaves the object that a cursor names out of the page.', async () => {
    const { ids, idAt, page } = await createPaged(3);
    expect((await page({ after: idAt(1) })).ids).to.deep.equal(ids.slice(2));
    expect((await page({ before: idAt(1) })).ids).to.deep.equal(ids.slice(0, 1));
  });

  it('Says in has_more whether more objects follow in the direction of the cursor.', async () => {
    const { idAt, page } = await createPaged(4);
    // Items on the side from which the page was reached do not count.
    expect((await page({ limit: '4' })).hasMore).to.equal(false);
    expect((await page({ limit: '2', after: idAt(0) })).hasMore).to.equal(true);
    expect((await page({ limit: '2', after: idAt(1) })).hasMore).to.equal(false);
    expect((await page({ limit: '2', before: idAt(3) })).hasMore).to.equal(true);
    expect((await page({ limit: '2', before: idAt(2) })).hasMore).to.equal(false);
    expect(await page({ after: idAt(-1) })).to.deep.equal({ ids: [], hasMore: false });
    expect(await page({ before: idAt(0) })).to.deep.equal({ ids: [], hasMore: false });
  });

  it('Answers the objects that are nearest to the cursor in before.', async () => {
    const { ids, idAt, page } = await createPaged(5);
    expect((await page({ limit: '2', before: idAt(4) })).ids).to.deep.equal(ids.slice(2, 4));
  });

  it('Accepts the id of a deleted object as a cursor.', async () => {
    const { ids, idAt, page, deleteItem } = await createPaged(4);
    await deleteItem(idAt(1));
    expect((await page({ after: idAt(1) })).ids).to.deep.equal(ids.slice(2));
    expect((await page({ before: idAt(1) })).ids).to.deep.equal(ids.slice(0, 1));
  });

  it('Accepts a cursor in capital letters.', async () => {
    const { ids, idAt, page } = await createPaged(2);
    for (const cursor of [idAt(0), idAt(0).toUpperCase()])
      expect((await page({ after: cursor })).ids).to.deep.equal(ids.slice(1));
  });

  it("Lists only the caller's objects, also after a cursor of another account.", async () => {
    const { ids, page, createForeignItem } = await createPaged(2);
    const cursor = await createForeignItem();
    await createForeignItem();
    expect((await page({})).ids).to.deep.equal(ids);
    expect((await page({ after: cursor })).ids).to.deep.equal(ids);
    expect((await page({ before: cursor })).ids).to.deep.equal([]);
  });

  it('Rejects a query parameter that is given twice, in brackets or with NUL with validation_error 422.', async () => {
    const { refuse } = await createPaged(1);
    for (const query of ['limit=1&limit=2', 'limit[]=1', 'limit[a]=1', 'after=%00', 'x=1&x=2'])
      await refuse(query);
  });

  it('Ignores an unknown query parameter.', async () => {
    const { ids, page } = await createPaged(1);
    const unknown = { colour: 'blue', page: '2', order: 'asc', id: 'x', test: '1', _: '1', constructor: 'x' };
    expect((await page(unknown)).ids).to.deep.equal(ids);
  });
}
