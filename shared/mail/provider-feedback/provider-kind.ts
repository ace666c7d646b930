// The kinds of providers that run the servers for outgoing mail. The feedback of a provider has the form of its kind.

/** `generic`: a relay that sends no feedback; `direct`: the recipients' own servers. */
export const PROVIDER_KINDS = [
  'generic',
  'ses',
  'postmark',
  'mailgun',
  'sendgrid',
  'brevo',
  'direct',
] as const;

export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** The kinds that say afterwards what became of a mail. */
export type FeedbackKind = Exclude<ProviderKind, 'generic' | 'direct'>;

export function hasFeedback(kind: ProviderKind): kind is FeedbackKind {
  return kind !== 'generic' && kind !== 'direct';
}
