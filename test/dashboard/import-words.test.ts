// How an import and its upload are put into words in the dashboard.
import { expect } from 'chai';
import { lostWords, uploadLabel } from '../../dashboard/resources/imports/new/upload-words.ts';
import {
  columnsInShort,
  countsOf,
  ignoredColumns,
  noColumnsWords,
  outcomeSentence,
  usedColumns,
} from '../../dashboard/resources/imports/record/outcome-words.ts';
import { addedWords } from '../../dashboard/resources/imports/row-words.ts';

const counts = (created: number, updated: number, skipped: number, failed: number) => ({
  total: created + updated + skipped + failed,
  created,
  updated,
  skipped,
  failed,
});

describe('An import in words', () => {
  const record = { on_conflict: 'update' };

  it('says how far it is, and how it ended', () => {
    const sentences: [
      status: Parameters<typeof outcomeSentence>[0]['status'],
      counts: ReturnType<typeof counts>,
      words: string,
    ][] = [
      ['queued', counts(0, 0, 0, 0), 'This import is queued'],
      ['in_progress', counts(0, 0, 0, 0), 'The first rows are being read.'],
      [
        'in_progress',
        counts(1, 2, 0, 0),
        '1 contact was added and 2 updated. You can leave this page. The import continues.',
      ],
      [
        'completed',
        counts(1_180, 20, 0, 3),
        '1,180 contacts were added and 20 updated. 3 rows were refused.',
      ],
      ['completed', counts(0, 0, 0, 1), '0 contacts were added and 0 updated. 1 row was refused.'],
      ['completed', counts(0, 0, 0, 0), 'The file has no rows.'],
      ['canceled', counts(0, 0, 0, 0), 'Import canceled: nothing was imported.'],
      [
        'failed',
        counts(2, 0, 0, 0),
        'Import stopped before the last row: 2 contacts were added and 0 updated.',
      ],
    ];
    for (const [status, given, words] of sentences)
      expect(outcomeSentence({ ...record, status, counts: given })).to.include(words);
    expect(
      outcomeSentence({ on_conflict: 'skip', status: 'completed', counts: counts(1, 0, 4, 0) }),
    ).to.equal('1 contact was added and 4 left unchanged.');
    expect(countsOf({ counts: counts(1, 2, 3, 4) }).map(([, count]) => count)).to.deep.equal([
      10, 1, 2, 3, 4,
    ]);
  });

  it('says in a row of the list what became of its rows', () => {
    expect(addedWords({ ...record, counts: counts(1_180, 20, 0, 3) })).to.equal('1,180 added, 20 updated');
    expect(addedWords({ on_conflict: 'skip', counts: counts(1, 0, 4, 0) })).to.equal('1 added, 4 unchanged');
    expect(addedWords({ ...record, counts: counts(0, 0, 0, 3) })).to.equal('');
  });

  it('says what its columns were', () => {
    const columns = { used: { Mail: 'email', '': 'properties.x' }, ignored: ['Note', ''] };
    expect(usedColumns({ columns })).to.deep.equal([
      'Mail → email',
      'A column without a name → properties.x',
    ]);
    expect(ignoredColumns({ columns })).to.deep.equal(['Note', 'A column without a name']);
    expect(columnsInShort({ columns, status: 'completed' })).to.equal('2 columns used, 2 left out');
    expect(columnsInShort({ columns: null, status: 'queued' })).to.equal('Columns: not read yet');
    expect(noColumnsWords({ columns, status: 'completed' })).to.equal('None');
    expect(noColumnsWords({ columns: null, status: 'queued' })).to.equal('Not read yet');
    expect(noColumnsWords({ columns: null, status: 'failed' })).to.equal('Not read');
  });

  it('is said to be lost as far as it had come', () => {
    const megabyte = 1024 * 1024;
    expect(uploadLabel({ sent: 1, of: 2 })).to.equal('Uploading the file');
    expect(uploadLabel({ sent: 2, of: 2 })).to.equal('Uploaded. Checking the file');
    expect(lostWords(undefined)).to.include('nothing was uploaded');
    expect(lostWords({ sent: 12 * megabyte, of: 200 * megabyte })).to.include('after 12 MB of 200 MB');
    expect(lostWords({ sent: 5, of: 5 })).to.include('It may have been imported');
  });
});
