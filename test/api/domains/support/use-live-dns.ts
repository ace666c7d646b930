// The API with a DNS server of the test, for operations that ask DNS at the moment of the request.
import type { ApiDeps } from '../../../../api/deps.ts';
import type { Config } from '../../../../shared/platform/config/config.ts';
import { requireDomain } from '../../../../shared/resources/messaging/domains/find.ts';
import { findDkimKeys } from '../../../../shared/resources/messaging/domains/keys/dkim-key.ts';
import {
  type DomainRecord,
  listDomainRecords,
  mailHostOf,
} from '../../../../shared/resources/messaging/domains/records/dns-records.ts';
import { type Caller, createCaller } from '../../../support/api/account.ts';
import { type TestApp, useApp } from '../../../support/api/app.ts';
import { createDomain } from '../../../support/factories/factories.ts';
import { createDnsServer, type DnsServer } from '../../../support/net/dns-server.ts';
import { publishRecords } from './publish-records.ts';

/** MAIL_HOSTNAME of the service. */
export const MAIL_HOSTNAME = 'mail.posthorn.dev';

/** The API and its DNS server. */
export interface LiveDns {
  app: TestApp;
  dns(): DnsServer;
  /** A new account with a verified domain. */
  addDomain(name?: string): Promise<LiveDomain>;
}

/** A domain of a test. */
export interface LiveDomain extends Caller {
  id: string;
  name: string;
  records: readonly DomainRecord[];
  /** Publishes its records; all by default. */
  publish(isWanted?: (record: DomainRecord) => boolean): void;
  /** GET /domains/:id/<path>, which must answer 200. @returns the body */
  // biome-ignore lint/suspicious/noExplicitAny: an answer.
  get(path: string): Promise<any>;
}

/** Starts both for the tests of the enclosing `describe`. */
export function useLiveDns(changes: Partial<Config> = {}, deps: Partial<ApiDeps> = {}): LiveDns {
  let server: DnsServer;
  let added = 0;
  before(async () => {
    server = await createDnsServer();
  });
  const app = useApp({
    config: () => ({
      dnsServers: [server.address],
      mailHostname: MAIL_HOSTNAME,
      spfMechanisms: `a:${MAIL_HOSTNAME}`,
      publicUrl: 'https://posthorn.dev',
      smtpUrl: 'smtp://127.0.0.1:25',
      ...changes,
    }),
    deps,
  });
  after(() => server.close());
  const listRecords = async (accountId: string, id: string) => {
    const domain = await requireDomain(app.pool, accountId, id);
    return listDomainRecords(domain, await findDkimKeys(app.pool, [id]), mailHostOf(app.deps.config));
  };
  const addDomain: LiveDns['addDomain'] = async (given) => {
    added += 1;
    const caller = await createCaller(app);
    const { id, name } = await createDomain(app.pool, caller.accountId, {
      name: given ?? `d${added}.live${added}.dev`,
    });
    const records = await listRecords(caller.accountId, id);
    return {
      ...caller,
      id,
      name,
      records,
      publish: (isWanted = () => true) => publishRecords(server, records.filter(isWanted)),
      get: (path) => caller.read(`/domains/${id}/${path}`),
    };
  };
  return { app, dns: () => server, addDomain };
}
