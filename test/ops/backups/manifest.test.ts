// When secrets of a restored backup are lost.
import { expect } from 'chai';
import { compareSecrets } from '../../../ops/backups/manifest.ts';

describe('compareSecrets', () => {
  const kind = 'DKIM key';
  const cases: [title: string, before: number, decrypted: number, unreadable: number, lost: number][] = [
    ['is content when one was unreadable before', 1, 1, 1, 0],
    ['finds that more are unreadable than before', 0, 1, 1, 1],
    ['finds that the backup was made with another key, and none opens', 2, 0, 2, 1],
  ];
  for (const [title, before, decrypted, unreadable, lost] of cases) {
    it(title, () => {
      const manifest = { keys: null, secrets: [{ kind, decrypted: 2 - before, unreadable: before }] };
      expect(compareSecrets(manifest, [{ kind, decrypted, unreadable }])).to.have.length(lost);
    });
  }
});
