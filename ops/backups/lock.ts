// A backup of a database, or its verification, is made once at a time: each reads all of it.
import type { Database, Queryable } from '../../shared/platform/db/connect.ts';
import { SQLSTATES, sqlstateOf } from '../../shared/platform/failures/sqlstates.ts';
import { BackupError } from './backup-error.ts';

/** Keys of the advisory locks: "back" and "veri" in ASCII. */
const LOCKS = {
  backup: { key: 0x6261636b, refusal: 'Another backup of this database is in progress.' },
  verification: { key: 0x76657269, refusal: 'Another verification of this database is in progress.' },
};

/** Does some work under a lock. @throws BackupError when another process holds it */
export async function underLock<Result>(
  database: Database,
  of: keyof typeof LOCKS,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  const { key, refusal } = LOCKS[of];
  const client = await database.connect();
  try {
    // The session of a process that has just ended keeps the lock for a moment.
    const lock = "SELECT set_config('lock_timeout', '500ms', true), pg_advisory_lock($1)";
    await client.query(lock, [key]).catch((cause) => {
      throw sqlstateOf(cause) === SQLSTATES.lockNotAvailable ? new BackupError(refusal, { cause }) : cause;
    });
    return await work(client);
  } finally {
    // Its session ends with the lock, and with a snapshot.
    client.release(true);
  }
}
