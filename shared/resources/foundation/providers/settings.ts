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
interface Judged extends ProviderSettings {
  isDefault: boolean;
  isDirect: boolean;
  change: ProviderChange;
  before: StoredProvider;
}

const isBounded = ({ connections, perSecond, perDay }: ProviderLimits) =>
  connections !== null || perSecond !== null || perDay !== null;

const isMx = ({ change: { url }, before }: Judged) =>
  url === undefined ? before.encryptedUrl === null : url === DIRECT_URL;

/** The settings that conflict, and what must be true. The first broken rule counts. */
const RULES: readonly (readonly [isBroken: (judged: Judged) => boolean, sentence: string])[] = [
  [
    ({ isDefault, change }) => isDefault && (change.url !== undefined || change.spfInclude !== undefined),
    'URL and SPF mechanisms of the default provider are SMTP_URL and SPF_INCLUDE: change them there, and restart all processes.',
  ],
  [
    ({ isDefault, kind }) => isDefault && kind === 'direct',
    'The default provider is direct with SMTP_URL=mx:, and has no such kind.',
  ],
  [
    (judged) => !judged.isDefault && isMx(judged) !== (judged.kind === 'direct'),
    'The URL mx: and the kind direct go together: a relay has another kind, and a URL in the form of SMTP_URL.',
  ],
  [
    ({ isDirect, kind }) => isDirect && hasFeedback(kind),
    'SMTP_URL is mx:, so no provider takes the mail: the kind must be generic.',
  ],
  [
    ({ failover, before }) => failover === before.name,
    'A provider cannot be its own failover: name another one.',
  ],
  [
    (judged) => judged.isDirect && isBounded(judged),
    'Direct delivery has no limits of a provider: each mailbox provider has its own pace (SHAPING_FILE).',
  ],
  [
    ({ isDirect, delivery }) => isDirect && (delivery === 'dsn' || delivery === 'feedback'),
    'With direct delivery the 250 of the own server of a recipient is the delivery: leave --delivery out.',
  ],
  [
    ({ kind, delivery }) => delivery === 'feedback' && !hasFeedback(kind),
    'A provider of this kind sends no feedback: its delivery must be accept or dsn.',
  ],
  [
    ({ kind, configurationSet }) => configurationSet !== null && kind !== 'ses',
    'Only a provider of the kind ses has a configuration set.',
  ],
  [
    ({ kind, change, before }) =>
      change.feedbackKey === undefined && before.encryptedFeedbackKey !== null && before.kind !== kind,
    'The feedback key is one of another kind: give the one of this kind, or none.',
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
  if (!form?.needsKey) return `A provider of the kind ${kind} has no feedback key.`;
  const problem = form.findKeyProblem?.(key);
  return problem && `The feedback key is wrong: ${problem}.`;
}
