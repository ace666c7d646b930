// When was the last backup? Another mechanism than ours may make them, so none is not a fault.
import { BACKUP_WITHIN_MS, findLastBackupAt } from '../../shared/resources/foundation/backups/last.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, advice } = findingsOf('backup');

export const checkBackups: Check = async ({ database, clock }) => {
  const at = await findLastBackupAt(database);
  if (!at) {
    return [
      advice(
        'There is no backup from ops backup yet. Enable posthorn-backup.timer, unless you use other backups (docs/backup.md).',
      ),
    ];
  }
  const last = `The last backup is from ${at.toISOString()}`;
  const isFresh = clock.now().getTime() - at.getTime() <= BACKUP_WITHIN_MS;
  return [
    isFresh
      ? met(`${last}.`)
      : advice(`${last}. If you use posthorn-backup.timer, check its log (docs/backup.md).`),
  ];
};
