// Does the database answer, has each connection a session of its own, is it new enough, and is it migrated to this version?
import { describeDatabaseFailure } from '../../shared/platform/db/describe-failure.ts';
import { findMigrationState } from '../../shared/platform/db/migrations/is-migrated.ts';
import { findServerProblem } from '../../shared/platform/db/migrations/server-version.ts';
import { requireUsableServer } from '../../shared/platform/db/sessions/usable-server.ts';
import { type Check, findingsOf, wordsOf } from './finding.ts';

const { met, unmet, advice } = findingsOf('database');
const RELEASE = 'run the release process (node dist/shared/resources/migrate-main.js)';

export const checkDatabase: Check = async ({ database, service }) => {
  try {
    await requireUsableServer(service.databaseUrl);
    const problem = await findServerProblem(database);
    if (problem !== undefined) return [unmet(problem)];
    const { missing, unknown } = await findMigrationState(database);
    if (missing.length > 0) {
      return [unmet(`The database is missing migrations, starting with ${missing[0]}: ${RELEASE}.`)];
    }
    if (unknown.length > 0) {
      return [
        advice(`The database has migrations of a newer version (${unknown.join(', ')}). Run that version.`),
      ];
    }
    return [met('The database answers and is migrated to this version.')];
  } catch (error) {
    return [unmet(describeDatabaseFailure(error) ?? `The database cannot be used: ${wordsOf(error)}.`)];
  }
};
