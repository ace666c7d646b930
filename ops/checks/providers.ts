// Do the providers that operators have added accept our login and our mail, and do those that send feedback send some?
import { FEEDBACK_FORMS } from '../../shared/mail/provider-feedback/kinds.ts';
import { kindOfHost, PROVIDER_NAMES } from '../../shared/mail/provider-feedback/provider-hosts.ts';
import { type FeedbackKind, hasFeedback } from '../../shared/mail/provider-feedback/provider-kind.ts';
import { isDirect } from '../../shared/platform/config/mx-settings.ts';
import { DAY_MS, HOUR_MS } from '../../shared/platform/time/durations.ts';
import {
  DEFAULT_PROVIDER,
  type StoredProvider,
} from '../../shared/resources/foundation/providers/provider.ts';
import { urlOfProvider } from '../../shared/resources/foundation/providers/url.ts';
import { type ListedProvider, listProviders } from '../../shared/resources/messaging/providers/list.ts';
import { parseSmtpUrl } from '../../workers/transports/smtp/servers.ts';
import type { OpsDeps } from '../verb.ts';
import { checkSources } from './direct-delivery.ts';
import { type Check, type Finding, findingsOf, wordsOf } from './finding.ts';
import { probeUrl } from './provider.ts';

const { unmet } = findingsOf('provider');
const feedback = findingsOf('feedback');
/** The guide to the providers' settings. */
const GUIDE = 'docs/providers.md#feedback-of-providers';
const NEVER_DELIVERED =
  'its mail counts as delivered when the provider reports it (SMTP_DELIVERY or --delivery is feedback), but this kind of provider reports nothing. Give it a kind.';

export const checkProviders: Check = async (deps) => {
  const now = deps.clock.now();
  const providers = await listProviders(deps.database, { now, isDirect: isDirect(deps.service) });
  return (await Promise.all(providers.map((provider) => check(provider, deps, now)))).flat();
};

async function check(provider: ListedProvider, deps: OpsDeps, now: Date): Promise<Finding[]> {
  let url: string | undefined;
  try {
    url = urlOfProvider(provider, deps.service.smtpUrl, deps.secrets);
  } catch (error) {
    return [unmet(`${provider.name}: its URL cannot be read, so its mail waits: ${wordsOf(error)}.`)];
  }
  // The default one has its own checks.
  const isDefault = provider.name === DEFAULT_PROVIDER;
  const probed = isDefault ? [] : await probeProvider(provider, url ?? '', deps);
  const { smtpDelivery } = deps.service;
  const ofDefault = isDefault && !isDirect({ smtpUrl: url }) ? smtpDelivery : null;
  const delivery = provider.delivery ?? ofDefault;
  return [...probed, ...checkFeedback({ ...provider, delivery }, url, now)];
}

/** Asks the servers of a provider, or what direct delivery needs. Never rejects for what they answer. */
export async function probeProvider(
  { name, spfInclude }: Pick<StoredProvider, 'name' | 'spfInclude'>,
  url: string,
  { service }: Pick<OpsDeps, 'service'>,
): Promise<Finding[]> {
  const { mailHostname, spfMechanisms } = service;
  const isDefault = name === DEFAULT_PROVIDER;
  if (!isDirect({ smtpUrl: url })) {
    const variable = isDefault ? 'SMTP_URL' : 'its URL (change-provider)';
    return await probeUrl(url, { mailHostname, variable, name: isDefault ? '' : name });
  }
  // SMTP_URL=mx: is checked already.
  if (!isDefault && isDirect(service)) return [];
  return await checkSources({ ...service, spfMechanisms: spfInclude ?? spfMechanisms });
}

/** Says whether a provider whose kind sends feedback sends some. @param url undefined: it is not known */
export function checkFeedback(
  provider: Pick<
    ListedProvider,
    'name' | 'kind' | 'delivery' | 'encryptedFeedbackKey' | 'lastFeedbackAt' | 'sentHour'
  >,
  url: string | undefined,
  now: Date,
): Finding[] {
  const { name, kind, delivery, encryptedFeedbackKey, lastFeedbackAt, sentHour } = provider;
  if (!hasFeedback(kind)) {
    const lacks = delivery === 'feedback' ? [feedback.unmet(`${name}: ${NEVER_DELIVERED}`)] : [];
    return kind === 'generic' ? [...lacks, ...adviseKind(name, url)] : lacks;
  }
  const switchOn = `give ${PROVIDER_NAMES[kind]} the URL that provider-webhook ${name} prints (${GUIDE})`;
  if (FEEDBACK_FORMS[kind].needsKey && encryptedFeedbackKey === null)
    return [
      feedback.unmet(`${name}: its feedback is refused without --feedback-key. Set it, then ${switchOn}.`),
    ];
  const isRecent = (time: Date | null, withinMs: number) =>
    time !== null && now.getTime() - time.getTime() < withinMs;
  if (isRecent(lastFeedbackAt, DAY_MS))
    return [feedback.met(`${name}: the last feedback arrived at ${lastFeedbackAt?.toISOString()}.`)];
  if (!isRecent(sentHour, DAY_MS + HOUR_MS)) return [];
  return [
    feedback.unmet(
      `${name}: it sent mail, but no feedback has arrived for a day, so bounces and complaints are lost: ${switchOn}.`,
    ),
  ];
}

/** Advice for a relay whose servers belong to a kind that sends feedback. */
function adviseKind(name: string, url: string | undefined): Finding[] {
  const kind = url === undefined ? undefined : kindOfServers(url);
  if (kind === undefined) return [];
  return [
    feedback.advice(
      `${name} is ${PROVIDER_NAMES[kind]}, which reports deliveries and bounces. Run change-provider ${name} --kind ${kind}, then provider-webhook ${name} (${GUIDE}).`,
    ),
  ];
}

function kindOfServers(url: string): FeedbackKind | undefined {
  if (isDirect({ smtpUrl: url })) return undefined;
  try {
    const [kind, ...others] = new Set(parseSmtpUrl(url).map(({ host }) => kindOfHost(host.toLowerCase())));
    return others.length === 0 ? kind : undefined;
  } catch {
    // checkProvider reports the fault.
    return undefined;
  }
}
