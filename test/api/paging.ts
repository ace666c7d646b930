// The rules of cursors (interface.md, Pagination; decisions.md §1), the same for every list: each list's test runs
// all of them on its own rows.
import { expect } from 'chai';
import type { TestApp } from '../support/app.ts';
import { expectError } from '../support/error-body.ts';

/** Rows to page through. */
export interface PagedRows {
  token: string;
  /** Ids that the list holds before the test makes any, oldest first. */
  existing?: readonly string[];
  /** Makes an item and answers its id; each is newer than the one before. */
  createItem(): Promise<string>;
  deleteItem(id: string): Promise<unknown>;
  /** Makes an item of another account. */
  createForeignItem(): Promise<string>;
}

interface ListBody {
  object: string;
  has_more: boolean;
  data: { id: string }[];
}

/** Describes the paging of one list. @param createRows makes a new account with an empty list */
export function describePaging(app: TestApp, path: string, createRows: () => Promise<PagedRows>): void {
  /** Makes rows until the list holds `count`. @returns a caller, and the list's ids, newest first */
  async function createPaged(count: number) {
    const rows = await createRows();
    const oldestFirst = [...(rows.existing ?? [])];
    while (oldestFirst.length < count) oldestFirst.push(await rows.createItem());
    const ids = oldestFirst.reverse();
    const idAt = (index: number): string => ids.at(index) ?? expect.fail(`The list has no item ${index}.`);
    const ask = (query: Record<string, string>) => app.as(rows.token).get(path).query(query);
    const page = async (query: Record<string, string>) => {
      const { status, body } = await ask(query);
      expect(status, JSON.stringify(body)).to.equal(200);
      const list: ListBody = body;
      expect(list.object).to.equal('list');
      return { ids: list.data.map(({ id }) => id), hasMore: list.has_more };
    };
    return { ...rows, ids, idAt, ask, page };
  }

  it('lists the newest first', async () => {
    const { ids, page } = await createPaged(3);
    expect(await page({})).to.deep.equal({ ids, hasMore: false });
  });

  it('answers 20 items when limit is absent', async () => {
    const { ids, page } = await createPaged(21);
    expect(await page({})).to.deep.equal({ ids: ids.slice(0, 20), hasMore: true });
  });

  it('answers has_more false when exactly limit items exist', async () => {
    const { ids, page } = await createPaged(2);
    expect(await page({ limit: '2' })).to.deep.equal({ ids, hasMore: false });
  });

  for (const limit of ['1', '100']) {
    it(`accepts limit ${limit}`, async () => {
      const { ids, page } = await createPaged(2);
      const size = Number(limit);
      expect(await page({ limit })).to.deep.equal({ ids: ids.slice(0, size), hasMore: size < 2 });
    });
  }

  for (const limit of ['0', '101', '-1', '1.5', 'ten', '', '1e400', 'NaN', '0x10']) {
    it(`rejects limit "${limit}" with validation_error 422`, async () => {
      const { ask } = await createPaged(1);
      expect(expectError(await ask({ limit }), 422, 'validation_error')).to.include('limit');
    });
  }

  it('pages forward with after, excluding the cursor', async () => {
    const { ids, idAt, page } = await createPaged(5);
    expect(await page({ limit: '2', after: idAt(1) })).to.deep.equal({ ids: ids.slice(2, 4), hasMore: true });
    expect(await page({ limit: '2', after: idAt(3) })).to.deep.equal({ ids: ids.slice(4), hasMore: false });
  });

  it('answers an empty page after the last item', async () => {
    const { idAt, page } = await createPaged(2);
    expect(await page({ after: idAt(-1) })).to.deep.equal({ ids: [], hasMore: false });
  });

  it('pages backward with before to the nearest page, newest first', async () => {
    const { ids, idAt, page } = await createPaged(5);
    expect(await page({ limit: '2', before: idAt(4) })).to.deep.equal({
      ids: ids.slice(2, 4),
      hasMore: true,
    });
    expect(await page({ limit: '2', before: idAt(2) })).to.deep.equal({
      ids: ids.slice(0, 2),
      hasMore: false,
    });
  });

  it('answers an empty page before the first item', async () => {
    const { idAt, page } = await createPaged(2);
    expect(await page({ before: idAt(0) })).to.deep.equal({ ids: [], hasMore: false });
  });

  it('comes back to the same page forward and backward', async () => {
    const { ids, idAt, page } = await createPaged(6);
    const forward = await page({ limit: '2', after: idAt(1) });
    expect(forward.ids).to.deep.equal(ids.slice(2, 4));
    const back = await page({ limit: '2', before: idAt(2) });
    expect(back.ids).to.deep.equal(ids.slice(0, 2));
  });

  it('goes on from a cursor whose object was deleted', async () => {
    const { ids, idAt, page, deleteItem } = await createPaged(4);
    await deleteItem(idAt(1));
    expect((await page({ after: idAt(1) })).ids).to.deep.equal(ids.slice(2));
    expect((await page({ before: idAt(1) })).ids).to.deep.equal(ids.slice(0, 1));
  });

  it('takes a cursor in upper case for the same id', async () => {
    const { ids, idAt, page } = await createPaged(2);
    expect((await page({ after: idAt(0).toUpperCase() })).ids).to.deep.equal(ids.slice(1));
  });

  it("shows only the caller's items for a cursor of another account", async () => {
    const { ids, page, createForeignItem } = await createPaged(2);
    expect((await page({ after: await createForeignItem() })).ids).to.deep.equal(ids);
  });

  for (const name of ['after', 'before']) {
    for (const cursor of [
      '',
      'x',
      '1',
      '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e',
      "'; DROP TABLE domains; --",
    ]) {
      it(`rejects ${name} "${cursor}", which is no UUID v7, with validation_error 422`, async () => {
        const { ask } = await createPaged(1);
        expect(expectError(await ask({ [name]: cursor }), 422, 'validation_error')).to.include(name);
      });
    }
  }

  it('rejects after and before together with validation_error 422', async () => {
    const { ask, idAt } = await createPaged(2);
    const message = expectError(await ask({ after: idAt(0), before: idAt(1) }), 422, 'validation_error');
    expect(message).to.equal('`after` and `before` must not be combined.');
  });

  for (const query of ['limit=1&limit=2', 'limit[]=1', 'limit[a]=1', 'after=%00', 'x=1&x=2']) {
    it(`rejects the query "${query}" with validation_error 422`, async () => {
      const { token } = await createPaged(1);
      expectError(await app.as(token).get(`${path}?${query}`), 422, 'validation_error');
    });
  }

  it('ignores a query parameter that it does not know', async () => {
    const { ids, page } = await createPaged(1);
    expect((await page({ colour: 'blue' })).ids).to.deep.equal(ids);
  });
}
