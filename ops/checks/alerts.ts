// Are operators mailed when something is wrong, and does the server that takes this mail accept it? It is asked without sending.
import { findDataDirectory } from '../../shared/platform/db/data-directory.ts';
import { stateOfProvider } from '../../shared/resources/foundation/providers/provider.ts';
import { findProviders } from '../../shared/resources/foundation/providers/stored.ts';
import type { OpsDeps } from '../verb.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';
import { probeUrl } from './provider.ts';

const { met, advice, unmet } = findingsOf('alerts');
const VARIABLE = 'ALERT_SMTP_URL';

export const checkAlerts: Check = async ({ database, service }) => {
  const { alerts, mailHostname } = service;
  if (alerts.to.length === 0)
    return [
      advice(
        'ALERT_TO is not set, so you are not alerted by email when something is wrong. Set it to your address.',
      ),
    ];
  const data = await findDataDirectory(database);
  const disk =
    'path' in data
      ? `worker-schedule watches the disks of / and ${data.path} if it runs on this machine`
      : `the disk of Postgres is not watched from this machine, because ${data.unseen}`;
  const way = alerts.smtpUrl === undefined ? 'through any provider that accepts mail' : `through ${VARIABLE}`;
  const mailed = met(`Alerts go to ${alerts.to.join(', ')}, ${way}; ${disk}.`);
  if (alerts.smtpUrl === undefined) return [...(await adviseWay(database)), mailed];
  const probed = await probeUrl(alerts.smtpUrl, { mailHostname, variable: VARIABLE, name: VARIABLE });
  return [...probed.filter(({ status }) => status === 'unmet').map(({ message }) => unmet(message)), mailed];
};

/** Mail about a provider is not sent by that provider. */
async function adviseWay(database: OpsDeps['database']): Promise<Finding[]> {
  const active = (await findProviders(database)).filter((each) => stateOfProvider(each) === 'active');
  if (active.length > 1) return [];
  return [advice(`If your only provider fails, alerts about it cannot be sent. Set ${VARIABLE}.`)];
}
