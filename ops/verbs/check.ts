// `ops check`: is everything there that the service needs? Each line is met, or says what to do.
import { checkClock } from '../checks/clock.ts';
import { checkDatabase } from '../checks/database.ts';
import { checkDomains } from '../checks/domains.ts';
import { checkEnvironment } from '../checks/environment.ts';
import type { Check, Finding } from '../checks/finding.ts';
import { checkMailHostname } from '../checks/mail-hostname.ts';
import { checkProvider } from '../checks/provider.ts';
import { checkPublicUrl } from '../checks/public-url.ts';
import { checkQueue } from '../checks/queue.ts';
import { checkSecrets } from '../checks/secrets.ts';
import { checkWorkers } from '../checks/workers.ts';
import type { OpsDeps, Verb } from '../verb.ts';

/** They need no table. */
const CHECKS: readonly Check[] = [checkProvider, checkPublicUrl, checkMailHostname];
/** They need a migrated database. */
const DATABASE_CHECKS: readonly Check[] = [checkSecrets, checkQueue, checkClock, checkDomains, checkWorkers];

export const checkVerb: Verb = {
  summary: 'Checks everything that the service needs; each line is met, or says what to do.',
  parameters: [],
  options: {},
  async run(_words, deps) {
    const [environment, database] = await Promise.all([checkEnvironment(deps), checkDatabase(deps)]);
    const checks = [...CHECKS, ...(hasUnmet(database) ? [] : DATABASE_CHECKS)];
    const findings = [...environment, ...database, ...(await runAll(checks, deps))];
    return { object: 'check', met: !hasUnmet(findings), checks: findings };
  },
  isBadNews: (result) => 'met' in result && result.met === false,
};

async function runAll(checks: readonly Check[], deps: OpsDeps): Promise<Finding[]> {
  const findings = await Promise.all(checks.map((check) => check(deps)));
  return findings.flat();
}

function hasUnmet(findings: readonly Finding[]): boolean {
  return findings.some(({ status }) => status === 'unmet');
}
