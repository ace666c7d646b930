// What the tests of the job that receives email have in common: a domain that takes mail, a sender whom DNS vouches for, and
// the job, called directly.

import { createConfiguredDns } from '../../../../shared/platform/net/dns/dns.ts';
import type { InboundRecipient } from '../../../../shared/resources/messaging/receiving/inbound/inbound-message.ts';
import { createReception } from '../../../../shared/resources/messaging/receiving/inbound/reception.ts';
import { receivingWork } from '../../../../shared/resources/messaging/receiving/work.ts';
import { open as openReceiveEmail } from '../../../../workers/jobs/receive-email.ts';
import type { OpenJob, WorkerDeps } from '../../../../workers/runtime/job.ts';
import { TEST_SECRET_KEYS } from '../../../support/factories/dkim-key.ts';
import { createDomain } from '../../../support/factories/factories.ts';
import { createDnsServer, type DnsServer } from '../../../support/net/dns-server.ts';
import { type Job, useAccountJob } from '../../support/use-job.ts';

export const CLIENT = { address: '192.0.2.1', helo: 'mail.customer.dev', mailFrom: 'bo@customer.dev' };
export const FILE = Buffer.from('a file of the message');

/** What messages are received with. */
type Surroundings = Pick<Job, 'clock' | 'pool' | 'deps' | 'row'> & { readonly accountId: string };

/** Prepares them for a suite; each test has an account and a domain of its own. */
export function useReceiving(): ReturnType<typeof useReceivingOf<ReturnType<typeof useAccountJob>>> {
  return useReceivingOf(useAccountJob());
}

/** The same in other surroundings, whose account is there before each test. */
export function useReceivingOf<Test extends Surroundings>(test: Test) {
  let dns: DnsServer;
  let deps: WorkerDeps;
  let job: OpenJob;
  let receiver: InboundRecipient;
  let domain: { id: string; name: string };
  before(async () => {
    dns = await createDnsServer();
    dns.publish('customer.dev', { type: 'TXT', value: 'v=spf1 ip4:192.0.2.1 -all' });
    const config = { ...test.deps.config, secretKeys: TEST_SECRET_KEYS, dnsServers: [dns.address] };
    deps = { ...test.deps, config, dns: createConfiguredDns(config) };
    job = openReceiveEmail(deps, receivingWork);
  });
  beforeEach(async () => {
    domain = await createDomain(test.pool, test.accountId, { receivingEnabled: true });
    receiver = { accountId: test.accountId, domainId: domain.id, address: `ana@${domain.name}` };
  });
  after(async () => {
    await job.drain?.();
    await dns.close();
  });
  return {
    test,
    get deps() {
      return deps;
    },
    get domain() {
      return domain;
    },
    get receiver() {
      return receiver;
    },
    /** Stores a message of Bo. @param fields the header fields that are its own @returns its id */
    async receive(fields: readonly string[] = [], client = CLIENT): Promise<string> {
      const reception = createReception({ ...deps, queues: { wake() {} }, mailHostname: 'mx.posthorn.dev' });
      const hasSubject = fields.some((field) => field.startsWith('Subject:'));
      const header = [
        'From: Bo <bo@customer.dev>',
        `To: ${receiver.address}`,
        ...fields,
        ...(hasSubject ? [] : ['Subject: Hello']),
      ];
      const content = Buffer.from([...header, ...messageBody()].join('\r\n'));
      const receivedAt = test.clock.now();
      const recipients = [receiver];
      await reception.store({ client, recipients, report: null, content, digest: null, receivedAt });
      const { id } = await test.row(
        'SELECT id FROM received_emails WHERE account_id = $1 ORDER BY id DESC LIMIT 1',
        [test.accountId],
      );
      return id;
    },
    /** Runs the job for messages. */
    run: (...received: string[]) => job.handle({ ids: received }, deps),
  };
}

/** A text and a file. */
function messageBody(): string[] {
  return [
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Hi Ana',
    '--b',
    'Content-Type: text/plain; name=notes.txt',
    'Content-Disposition: attachment; filename=notes.txt',
    'Content-Transfer-Encoding: base64',
    '',
    FILE.toString('base64'),
    '--b--',
    '',
  ];
}
