// What the operations of domains need of the configuration.
import type { ServiceNames } from '../../../shared/resources/messaging/domains/domain-name.ts';
import {
  type MailHost,
  mailHostOf,
} from '../../../shared/resources/messaging/domains/records/dns-records.ts';
import type { ApiDeps } from '../../deps.ts';

/** The dependencies of the API with the names that the records of domains contain, and that no domain may have. */
export function withNames<Deps extends Pick<ApiDeps, 'config'>>(
  deps: Deps,
): Deps & { mailHost: MailHost; serviceNames: ServiceNames } {
  const { mailHostname, simulatorDomains } = deps.config;
  return { ...deps, mailHost: mailHostOf(deps.config), serviceNames: { mailHostname, simulatorDomains } };
}
