// `ops check`: is everything there that the service needs? Each line is met, or says what to do.
import { SERVICE_VERSION as version } from '../../shared/platform/process/version.ts';
import { checkAlerts } from '../checks/alerts.ts';
import { checkBackups } from '../checks/backups.ts';
import { checkClock } from '../checks/clock.ts';
import { checkDatabase } from '../checks/database.ts';
import { checkDirectDelivery } from '../checks/direct-delivery.ts';
import { checkDomains } from '../checks/domains.ts';
import { checkEnvironment } from '../checks/environment.ts';
import { type Check, type Finding, findingsOf, wordsOf } from '../checks/finding.ts';
import { checkInbound } from '../checks/inbound.ts';
import { checkLanguageModel } from '../checks/language-model.ts';
import { checkMailHostname } from '../checks/mail-hostname.ts';
import { checkPools } from '../checks/pools.ts';
import { checkProvider } from '../checks/provider.ts';
import { checkProviders } from '../checks/providers.ts';
import { checkPublicUrl } from '../checks/public-url.ts';
import { checkQueue } from '../checks/queue.ts';
import { checkReputation } from '../checks/reputation.ts';
import { checkSecrets } from '../checks/secrets.ts';
import { checkSubmission } from '../checks/submission.ts';
import { checkWorkers } from '../checks/workers.ts';
import type { OpsDeps, Verb } from '../verb.ts';

/** Each by the name of its findings. */
type Checks = Readonly<Record<string, Check>>;

const FIRST: Checks = { environment: checkEnvironment, database: checkDatabase };
const WITHOUT_DATABASE: Checks = {
  provider: checkProvider,
  direct_delivery: checkDirectDelivery,
  public_url: checkPublicUrl,
  mail_hostname: checkMailHostname,
  language_model: checkLanguageModel,
};
/** They need a migrated database. */
const WITH_DATABASE: Checks = {
  secret_key: checkSecrets,
  providers: checkProviders,
  queue: checkQueue,
  clock: checkClock,
  domain: checkDomains,
  pools: checkPools,
  reputation: checkReputation,
  backup: checkBackups,
  workers: checkWorkers,
  inbound: checkInbound,
  submission: checkSubmission,
  alerts: checkAlerts,
};

export const checkVerb: Verb = {
  summary: 'Checks everything that the service needs. Each line is met or says what to do.',
  parameters: [],
  options: {},
  audit: 'none',
  async run(_words, deps) {
    const first = await runAll(FIRST, deps);
    const isUsable = !first.some(({ check, status }) => check === 'database' && status === 'unmet');
    const checks = { ...WITHOUT_DATABASE, ...(isUsable ? WITH_DATABASE : {}) };
    return reportOf([...first, ...(await runAll(checks, deps))]);
  },
  reportProblems: (problems) => reportOf(problems.map(findingsOf('environment').unmet)),
  isBadNews: (result) => 'met' in result && result.met === false,
};

async function runAll(checks: Checks, deps: OpsDeps): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      // The other checks still say what they found.
      check(deps).catch((error: unknown) => [findingsOf(name).unmet(`The check failed: ${wordsOf(error)}.`)]),
    ),
  );
  return findings.flat();
}

function reportOf(checks: readonly Finding[]): object {
  return { object: 'check', version, met: checks.every(({ status }) => status !== 'unmet'), checks };
}
