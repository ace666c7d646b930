// Is the configuration complete and valid? Everything that is wrong is named at once.
import { listConfigProblems } from '../../shared/platform/config/config.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, advice, unmet } = findingsOf('environment');

export const checkEnvironment: Check = ({ service: { environment } }) => {
  const problems = listConfigProblems(environment).map(unmet);
  const findings = problems.length > 0 ? problems : [met('All configured variables are valid.')];
  const isProduction = environment['NODE_ENV'] === 'production';
  if (!isProduction) {
    findings.push(
      advice('NODE_ENV is not production. Set it to production wherever others can reach the service.'),
    );
  }
  if (!environment['OPS_TOKEN']) {
    findings.push(advice('OPS_TOKEN is not set, so the queue board and the metrics are not available.'));
  }
  // `npm start` has a limit of its own.
  if (isProduction && !environment['RATE_LIMIT_PER_MINUTE']) {
    findings.push(
      advice(
        'RATE_LIMIT_PER_MINUTE is not set, so each client address can send 60 emails a minute. Set it to what your applications need.',
      ),
    );
  }
  return Promise.resolve(findings);
};
