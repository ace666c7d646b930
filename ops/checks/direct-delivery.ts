// Where mail goes straight to the servers of its recipients (SMTP_URL=mx:): may this machine connect to port 25 of others,
// from each address of MX_SOURCES, and does DNS have these addresses as it should: by name (PTR), and in SPF?
// The certificate with which others would meet us is that of `inbound` (checkInbound).
import { spf } from 'mailauth/lib/spf/index.js';
import { AuthenticationQuestions } from '../../shared/mail/parse/authentication-questions.ts';
import type { RecordType } from '../../shared/mail/parse/thread-messages.ts';
import { isDirect, type MxSource } from '../../shared/platform/config/mx-settings.ts';
import type { Dns } from '../../shared/platform/net/dns/answer.ts';
import { createConfiguredDns } from '../../shared/platform/net/dns/dns.ts';
import {
  evaluateSource,
  findSourcesInDns,
} from '../../shared/resources/messaging/domains/compliance/source-names.ts';
import type { Service } from '../service.ts';
import { askForGreeting, type SmtpAnswer } from './ask-smtp-server.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const port25 = findingsOf('port_25');
const ptr = findingsOf('ptr');
const spfOfSource = findingsOf('spf');
/** Large providers, which greet every client that they do not block. */
const PROVIDERS = ['gmail.com', 'outlook.com', 'yahoo.com'];
/** The name of the record that is judged; it is in no DNS. */
const OWN_RECORD = 'spf.invalid';

export const checkDirectDelivery: Check = async ({ service }) =>
  isDirect(service) ? await checkSources(service) : [];

/** @param service `spfMechanisms` belong to the provider that delivers directly */
export async function checkSources(service: Service): Promise<Finding[]> {
  const dns = createConfiguredDns({ ...service, outboundReach: 'public' });
  const { sources, port } = service.mx;
  const ways = sources.length > 0 ? sources : [undefined];
  const named = (await findSourcesInDns(sources, dns)).map((source) => {
    const { met, message } = evaluateSource(source);
    return (met ? ptr.met : met === null ? ptr.advice : ptr.unmet)(message);
  });
  return [
    ...(await Promise.all(ways.map((source) => checkPort25(source, dns, port)))),
    ...named,
    ...(await Promise.all(sources.map((source) => checkSpf(source, service, dns)))),
  ];
}

/** One greeting is enough: then the port is open. */
async function checkPort25(source: MxSource | undefined, dns: Dns, port: number): Promise<Finding> {
  const from = source?.address ?? 'the default address of the system';
  const answers = await Promise.all(
    PROVIDERS.map(async (provider) => ({ provider, answer: await greet(provider, source, dns, port) })),
  );
  const open = answers.find(({ answer }) => answer?.kind === 'met');
  if (open)
    return port25.met(`A server of ${open.provider} accepts connections from ${from} on port ${port}.`);
  const words = answers.flatMap(({ provider, answer }) =>
    answer && answer.kind !== 'met' ? [`${provider}: ${answer.words}`] : [],
  );
  if (words.length === 0)
    return port25.advice(
      `DNS returned no server of ${PROVIDERS.join(', ')} to test ${from} with. Try again.`,
    );
  return port25.unmet(
    `No server accepts connections from ${from} on port ${port} (${words.join('; ')}). Check that this machine has the address, ask your hosting provider to open port ${port}, and check block lists for the address.`,
  );
}

/** @returns undefined: DNS has no server with an address of this family */
async function greet(
  provider: string,
  source: MxSource | undefined,
  dns: Dns,
  port: number,
): Promise<SmtpAnswer | undefined> {
  const exchanges = await dns.mx(provider);
  const [first] = exchanges.kind === 'found' ? exchanges.values : [];
  if (!first) return undefined;
  const addresses = await dns.addresses(first.exchange);
  const wanted = source?.family ?? 4;
  const found =
    addresses.kind === 'found' ? addresses.values.find(({ family }) => family === wanted) : undefined;
  return found && (await askForGreeting({ address: found.address, port }, source?.address));
}

/** Judges what the records of domains say, as a receiving server does (RFC 7208). */
async function checkSpf(
  { address, hostname }: MxSource,
  { spfMechanisms }: Service,
  dns: Dns,
): Promise<Finding> {
  const questions = new AuthenticationQuestions(dns, address);
  const { status } = await spf({
    ip: address,
    helo: hostname,
    sender: `postmaster@${OWN_RECORD}`,
    mta: 'unknown',
    async resolver(name, type) {
      if (name === OWN_RECORD && type === 'TXT') return [[`v=spf1 ${spfMechanisms} -all`]];
      const answer = await questions.answer(type as RecordType, name);
      if ('values' in answer) return answer.values as string[];
      throw Object.assign(new Error(answer.code), answer);
    },
  });
  if (status.result === 'pass') return spfOfSource.met(`The SPF records of domains allow ${address}.`);
  const message = `SPF_INCLUDE (${spfMechanisms}) does not allow ${address}. Add ip4: or ip6: with the address, or remove SPF_INCLUDE.`;
  return (status.result === 'temperror' ? spfOfSource.advice : spfOfSource.unmet)(message);
}
