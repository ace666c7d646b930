// The operators' settings of a provider, and the rules for valid combinations.
import { FEEDBACK_FORMS } from '../../../mail/provider-feedback/kinds.ts';
import { hasFeedback, type ProviderKind } from '../../../mail/provider-feedback/provider-kind.ts';
import { DIRECT_URL } from '../../../platform/config/mx-settings.ts';
import { DEFAULT_PROVIDER, type ProviderLimits, type StoredProvider } from './provider.ts';

/** The settings that are stored unchanged. */
export type ProviderSettings = Pick<
  StoredProvider,
  'kind' | 'spfInclude' | 'delivery' | 'failover' | 'configurationSet' | keyof ProviderLimits
>;

/** The changed settings; absent: unchanged, null: removed. */
export interface ProviderChange extends Partial<ProviderSettings> {
  /** `mx:`, or valid in the form of SMTP_URL. */
  url?: string;
  feedbackKey?: string | null;
}

/** The settings that a rule checks. */
interface CheckedSettings extends ProviderSettings {
  isDefault: boolean;
  isDirect: boolean;
  change: ProviderChange;
  before: StoredProvider;
}

const isBounded = ({ connections, perSecond, perDay }: ProviderLimits) =>
  connections !== null || perSecond !== null || perDay !== null;

const isMx = ({ change: { url }, before }: CheckedSettings) =>
  url === undefined ? before.encryptedUrl === null : url === DIRECT_URL;

/** The settings that conflict, and what must be true. The first broken rule counts. */
const RULES: readonly (readonly [isBroken: (settings: CheckedSettings) => boolean, sentence: string])[] = [
  [
    ({ isDefault, change }) => isDefault && (change.url !== undefined || change.spfInclude !== undefined),
    'The URL and SPF mechanisms of the default provider come from SMTP_URL and SPF_INCLUDE. Change them there, and restart all processes.',
  ],
  [
    ({ isDefault, kind }) => isDefault && kind === 'direct',
    'With SMTP_URL=mx: the default provider is direct and cannot have this kind.',
  ],
  [
    (settings) => !settings.isDefault && isMx(settings) !== (settings.kind === 'direct'),
    'The URL mx: and the kind direct belong together. A relay needs another kind, and a URL in the form of SMTP_URL.',
  ],
  [
    ({ isDirect, kind }) => isDirect && hasFeedback(kind),
    'SMTP_URL is mx:, so no provider accepts the mail. The kind must be generic.',
  ],
  [
    ({ failover, before }) => failover === before.name,
    'A provider cannot be its own failover. Name another one.',
  ],
  [
    (settings) => settings.isDirect && isBounded(settings),
    'Direct delivery has no provider limits. Each mailbox provider has its own pace (SHAPING_FILE).',
  ],
  [
    ({ isDirect, delivery }) => isDirect && (delivery === 'dsn' || delivery === 'feedback'),
    "With direct delivery, the 250 reply of the recipient's server is the delivery. Leave out --delivery.",
  ],
  [
    ({ kind, delivery }) => delivery === 'feedback' && !hasFeedback(kind),
    'A provider of this kind does not send feedback. Its delivery must be accept or dsn.',
  ],
  [
    ({ kind, configurationSet }) => configurationSet !== null && kind !== 'ses',
    'Only a provider of the kind ses has a configuration set.',
  ],
  [
    ({ kind, change, before }) =>
      change.feedbackKey === undefined && before.encryptedFeedbackKey !== null && before.kind !== kind,
    'The feedback key belongs to another kind of provider. Give the key for this kind, or none.',
  ],
];

/**
 * The first thing that is wrong with a change, as a sentence without a secret; undefined: nothing.
 * @param isDirectDefault SMTP_URL is `mx:`
 */
export function findSettingsProblem(
  before: StoredProvider,
  change: ProviderChange,
  isDirectDefault: boolean,
): string | undefined {
  const now = { ...before, ...change };
  const isDefault = before.name === DEFAULT_PROVIDER;
  const isDirect = isDefault ? isDirectDefault : now.kind === 'direct';
  const broken = RULES.find(([isBroken]) => isBroken({ ...now, isDefault, isDirect, change, before }));
  if (broken) return broken[1];
  const { feedbackKey } = change;
  return typeof feedbackKey === 'string' ? findKeyProblem(now.kind, feedbackKey) : undefined;
}

function findKeyProblem(kind: ProviderKind, key: string): string | undefined {
  const form = hasFeedback(kind) ? FEEDBACK_FORMS[kind] : undefined;
  if (!form?.needsKey) return `A provider of kind ${kind} has no feedback key.`;
  const problem = form.findKeyProblem?.(key);
  return problem && `The feedback key is not valid: ${problem}.`;
}
