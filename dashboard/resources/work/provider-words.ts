// The providers by which mail leaves, in words. Pure.
import type { Provider } from '../../api/work-kind.ts';
import { amountText } from '../../format/amount-text.ts';
import { amountWords } from './words.ts';

const KINDS: Readonly<Record<string, string>> = {
  generic: 'SMTP server',
  ses: 'Amazon SES',
  postmark: 'Postmark',
  mailgun: 'Mailgun',
  sendgrid: 'SendGrid',
  brevo: 'Brevo',
  direct: 'directly to recipient servers',
};

/** The kind of provider in words. A kind that is newer than this list keeps its name. */
export function kindOfProvider(kind: string): string {
  return KINDS[kind] ?? kind;
}

/** State → how it looks, and the word for it. */
export const STATES_OF_PROVIDERS: Readonly<
  Record<Provider['state'], readonly [status: string, word: string]>
> = {
  active: ['delivered', 'accepts mail'],
  paused: ['paused', 'paused'],
  refused: ['failed', 'refuses us'],
  unreachable: ['failed', 'unreachable'],
};

/** "12 waiting, 3,400 sent in the last hour". */
export function mailOfProvider({ waiting, sent_last_hour }: Provider): string {
  const sent = `${amountText(sent_last_hour)} sent in the last hour`;
  return waiting === 0 ? sent : `${amountWords(waiting)} waiting, ${sent}`;
}

/** Why it takes no mail; undefined: it does. */
export function providerReason({ state, reason }: Provider): string | undefined {
  if (state === 'active') return undefined;
  if (state === 'paused') return reason === null ? 'By operators.' : `By operators: ${reason}`;
  const said = state === 'refused' ? 'It refuses our login or settings' : 'It accepts no connection';
  return reason === null ? `${said}.` : `${said}: ${reason}`;
}

/** "Last refusal today 10:32: 535 …". A refusal that is already shown as the reason is not repeated. */
export function lastOfProvider(provider: Provider, moment: (at: string) => string): string[] {
  const { kind, reason, last_refusal, last_refused_at, last_feedback_at } = provider;
  const said = last_refusal === null || last_refusal === reason ? '' : `: ${last_refusal}`;
  const hasFeedback = kind !== 'generic' && kind !== 'direct';
  return [
    ...(last_refused_at === null ? [] : [`Last refusal ${moment(last_refused_at)}${said}`]),
    ...(last_feedback_at === null ? [] : [`Last feedback ${moment(last_feedback_at)}`]),
    ...(last_feedback_at === null && hasFeedback ? ['No feedback yet'] : []),
  ];
}
