// Verbs for providers, the ways by which mail leaves (docs/providers.md#several-providers): add, change, list, pause, choose and
// remove them, and print where each sends its feedback.
import { hasFeedback } from '../../shared/mail/provider-feedback/provider-kind.ts';
import { ConfigError } from '../../shared/platform/config/config.ts';
import { isDirect } from '../../shared/platform/config/mx-settings.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import {
  addProvider,
  changeProvider,
  type ProviderChangeDeps,
  requireProvider,
} from '../../shared/resources/foundation/providers/change.ts';
import {
  type ProviderChoice,
  removeProviderChoice,
  setProviderChoice,
} from '../../shared/resources/foundation/providers/choose.ts';
import { setProviderPause } from '../../shared/resources/foundation/providers/pause.ts';
import { DEFAULT_PROVIDER, stateOfProvider } from '../../shared/resources/foundation/providers/provider.ts';
import { urlOfProvider } from '../../shared/resources/foundation/providers/url.ts';
import { requireNamedDomain } from '../../shared/resources/messaging/domains/vouching/find-named.ts';
import { feedbackPathOf } from '../../shared/resources/messaging/provider-feedback/feedback-path.ts';
import { type ListedProvider, listProviders } from '../../shared/resources/messaging/providers/list.ts';
import { makeMailOfProvidersDue } from '../../shared/resources/messaging/providers/make-due.ts';
import { removeProvider } from '../../shared/resources/messaging/providers/remove.ts';
import {
  PROVIDER_OPTIONS,
  readChosenProvider,
  readLane,
  readProviderChange,
  readProviderName,
} from '../read-provider.ts';
import { readDomain, readText } from '../read-words.ts';
import { type OpsDeps, UsageError, type Verb, type Words } from '../verb.ts';

const MASK = '***';
const URL_OPTION = {
  value: 'url',
  summary: 'its servers, in the form of SMTP_URL, or mx: for direct delivery',
};

export const addProviderVerb: Verb = {
  summary: 'Adds a provider. No mail uses it until you choose it with set-provider. Needs SECRET_KEY.',
  parameters: ['name'],
  options: { url: { ...URL_OPTION, isRequired: true }, ...PROVIDER_OPTIONS },
  audit: 'afterwards',
  async run(words, deps) {
    const name = readProviderName(words['name'] ?? '');
    const { url = '', kind = 'generic', ...change } = readProviderChange(words);
    await addProvider(changeDeps(deps), name, { ...change, url, kind });
    return await showProvider(deps, name);
  },
};

export const changeProviderVerb: Verb = {
  summary: 'Changes a provider; none removes a value. The URL of the default provider is SMTP_URL.',
  parameters: ['name'],
  options: { url: URL_OPTION, ...PROVIDER_OPTIONS },
  audit: 'afterwards',
  async run(words, deps) {
    const name = readProviderName(words['name'] ?? '');
    const change = readProviderChange(words);
    if (Object.keys(change).length === 0) throw new UsageError('Nothing to change. Name an option (--help).');
    await changeProvider(changeDeps(deps), name, change);
    return await withMailDue(deps, await showProvider(deps, name), name);
  },
};

export const listProvidersVerb: Verb = {
  summary: 'Lists the providers with their state, their mail and what they were chosen for.',
  parameters: [],
  options: {},
  audit: 'none',
  async run(_words, deps) {
    const providers = await listAll(deps);
    return { object: 'list', data: providers.map((provider) => toOutput(provider, deps)) };
  },
};

export const pauseProviderVerb: Verb = {
  summary:
    'Stops sending through a provider. Its mail uses another provider that its domains allow, or waits.',
  parameters: ['name'],
  options: { reason: { value: 'text', summary: 'the reason, for other operators', isRequired: true } },
  audit: 'afterwards',
  async run({ name = '', reason = '' }, deps) {
    await setProviderPause(deps.database, readProviderName(name), readText(reason, 'reason'));
    return await withMailDue(deps, await showProvider(deps, name), name);
  },
};

export const resumeProviderVerb: Verb = {
  summary: 'Resumes a provider, and sends the mail that waits for it.',
  parameters: ['name'],
  options: {},
  audit: 'afterwards',
  async run({ name = '' }, deps) {
    await setProviderPause(deps.database, readProviderName(name), null);
    return await withMailDue(deps, await showProvider(deps, name), name);
  },
};

export const removeProviderVerb: Verb = {
  summary: 'Removes a provider. It must not be chosen or a failover, and no mail can wait for it.',
  parameters: ['name'],
  options: {},
  audit: 'afterwards',
  async run({ name = '' }, { database }) {
    await removeProvider(database, readProviderName(name));
    return { object: 'provider', name, removed: true };
  },
};

export const setProviderVerb: Verb = {
  summary: 'Chooses the provider of a domain, an account or a lane, or of a lane of these; none undoes it.',
  parameters: ['name'],
  options: {
    domain: { value: 'domain', summary: 'the mail of this domain' },
    account: {
      value: 'account',
      summary: 'the mail of this account; with --domain, the account that owns the domain',
    },
    lane: { value: 'lane', summary: 'only transactional or only campaign mail' },
  },
  audit: 'afterwards',
  async run(words, deps) {
    const { database } = deps;
    const name = readChosenProvider(words['name'] ?? '');
    const { accountId, choice, domain } = await readChoice(words, deps);
    if (name === undefined) await removeProviderChoice(database, choice);
    else await setProviderChoice(database, name, choice);
    const { lane } = choice;
    const result = { object: 'provider_choice', provider: name ?? null, domain, account_id: accountId, lane };
    return await withMailDue(deps, result);
  },
};

export const providerWebhookVerb: Verb = {
  summary: 'Prints the URL where a provider posts delivery events. The URL is a secret.',
  parameters: ['name'],
  options: {},
  audit: 'none',
  async run({ name = '' }, { database, service: { secretKeys, publicUrl } }) {
    const provider = await requireProvider(database, readProviderName(name));
    if (!hasFeedback(provider.kind))
      throw new UsageError(
        `A provider of kind ${provider.kind} does not send feedback. Change the kind with change-provider ${name} --kind.`,
      );
    if (!secretKeys) throw new ConfigError('SECRET_KEY is required to create the URL.');
    const url = publicUrl.replace(/\/$/, '') + feedbackPathOf(provider, secretKeys);
    return { object: 'provider_webhook', name, kind: provider.kind, url };
  },
};

function changeDeps({ database, ids, secrets, service }: OpsDeps): ProviderChangeDeps {
  return { database, ids, secrets, isDirectDefault: isDirect(service) };
}

/** The account of a domain is the one that has it. */
async function readChoice({ domain, account, lane }: Words, { database }: OpsDeps) {
  if (domain === undefined && account === undefined && lane === undefined)
    throw new UsageError('Name the mail to route: --domain, --account or --lane.');
  const named = domain === undefined ? undefined : readDomain(domain);
  const owner = account === undefined ? undefined : (await requireAccount(database, account)).id;
  const found = named === undefined ? undefined : await requireNamedDomain(database, named, owner);
  const choice: ProviderChoice = {
    domainId: found?.id ?? null,
    accountId: found ? null : (owner ?? null),
    lane: readLane(lane),
  };
  return { choice, accountId: found?.accountId ?? owner ?? null, domain: found?.name ?? null };
}

/** Makes waiting mail due. @param name absent: the mail of all providers */
async function withMailDue({ database, clock }: OpsDeps, result: object, name?: string): Promise<object> {
  const { moved, dueAt } = await makeMailOfProvidersDue(database, clock.now(), name);
  return { ...result, mail: moved, mail_due_at: dueAt };
}

function listAll({ database, clock, service }: OpsDeps): Promise<ListedProvider[]> {
  return listProviders(database, { now: clock.now(), isDirect: isDirect(service) });
}

async function showProvider(deps: OpsDeps, name: string): Promise<object> {
  const provider = (await listAll(deps)).find((each) => each.name === name);
  return provider ? toOutput(provider, deps) : { object: 'provider', name };
}

function toOutput(provider: ListedProvider, deps: OpsDeps) {
  const { service } = deps;
  const isDefault = provider.name === DEFAULT_PROVIDER;
  return {
    object: 'provider',
    name: provider.name,
    state: stateOfProvider(provider),
    pause_reason: provider.pauseReason,
    kind: provider.kind,
    url: shownUrl(provider, deps),
    spf_include: provider.spfInclude ?? service.spfMechanisms,
    delivery: provider.delivery ?? (isDefault ? service.smtpDelivery : 'accept'),
    has_feedback_key: provider.encryptedFeedbackKey !== null,
    configuration_set: provider.configurationSet,
    failover: provider.failover,
    connections: provider.connections,
    per_second: provider.perSecond,
    per_day: provider.perDay,
    waiting: provider.waiting,
    sent_last_hour: provider.sent,
    last_refusal: provider.lastRefusal,
    last_refused_at: provider.lastRefusedAt,
    last_feedback_at: provider.lastFeedbackAt,
    chosen_for: provider.choices.map(({ domain, accountId, lane }) => ({
      domain,
      account_id: accountId,
      lane,
    })),
  };
}

/** Null: this environment does not have what it takes to read it. */
function shownUrl(provider: ListedProvider, deps: OpsDeps): string | null {
  try {
    const url = urlOfProvider(provider, deps.service.smtpUrl, deps.secrets);
    return url === undefined ? null : maskUrl(url);
  } catch {
    return null;
  }
}

/** Without passwords; and without users that are the password, such as Postmark's token. @param url valid */
function maskUrl(url: string): string {
  return url
    .split(',')
    .map((part) => {
      const masked = new URL(part.trim());
      if (masked.username === masked.password && masked.username !== '') masked.username = MASK;
      if (masked.password !== '') masked.password = MASK;
      return masked.href;
    })
    .join(',');
}
