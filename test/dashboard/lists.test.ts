// Lists of the dashboard: their state in the URL, and what happens to rows that arrive while one reads.
import { expect } from 'chai';
import { readListView, writeListView } from '../../dashboard/lists/state/list-url.ts';
import { mergeNewRows } from '../../dashboard/lists/state/new-rows.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id, version: 1 }));
const changed = (...ids: string[]) => ids.map((id) => ({ id, version: 2 }));

describe('A list of the dashboard', () => {
  it('has its filters and its page in the URL, and knows no others', () => {
    const search = '?status=bounced&q=a%26b&limit=999&after=e7&tab=html';
    const view = readListView(search, ['status', 'q', 'tag']);
    expect(view).to.deep.equal({ filters: { status: 'bounced', q: 'a&b' }, cursor: { after: 'e7' } });
    expect(writeListView(view)).to.equal('?status=bounced&q=a%26b&after=e7');
    expect(writeListView({ filters: { q: '' }, cursor: undefined })).to.equal('');
    expect(readListView('?before=x', []).cursor).to.deep.equal({ before: 'x' });
    // The API refuses both together.
    expect(readListView('?before=x&after=y', []).cursor).to.deep.equal({ after: 'y' });
  });

  it('shows new rows at once while one is at its top', () => {
    const merged = mergeNewRows(rows('c', 'b'), rows('d', 'c', 'b'), false);
    expect(merged).to.deep.equal({ rows: rows('d', 'c', 'b'), waiting: 0 });
  });

  it('lets new rows wait while one reads further down, and shows what changes in the others', () => {
    const merged = mergeNewRows(rows('c', 'b', 'a'), [...rows('e', 'd'), ...changed('c', 'b')], true);
    expect(merged.waiting).to.equal(2);
    expect(merged.rows).to.deep.equal([...changed('c', 'b'), ...rows('a')]);
    const all = mergeNewRows(rows('c'), rows('z', 'y'), true);
    expect(all).to.deep.equal({ rows: rows('c'), waiting: 2 });
  });

  it('follows when rows are removed', () => {
    const merged = mergeNewRows(rows('c', 'b', 'a'), rows('c', 'a'), true);
    expect(merged).to.deep.equal({ rows: rows('c', 'a'), waiting: 0 });
  });
});
