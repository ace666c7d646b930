// The providers whose servers are known by name: SMTP_URL, or the URL of a provider, then shows its kind.
import type { FeedbackKind } from './provider-kind.ts';

/** The names that people use. */
export const PROVIDER_NAMES: Readonly<Record<FeedbackKind, string>> = {
  ses: 'Amazon SES',
  postmark: 'Postmark',
  mailgun: 'Mailgun',
  sendgrid: 'SendGrid',
  brevo: 'Brevo',
};

/** The value of SPF_INCLUDE for mail sent by their servers, from their documentation. */
export const SPF_OF_PROVIDERS: Readonly<Record<FeedbackKind, string>> = {
  ses: 'include:amazonses.com',
  postmark: 'include:spf.mtasv.net',
  mailgun: 'include:mailgun.org',
  sendgrid: 'include:sendgrid.net',
  brevo: 'include:spf.brevo.com',
};

const HOSTS: readonly (readonly [hosts: RegExp, kind: FeedbackKind])[] = [
  [/^email-smtp(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com$/, 'ses'],
  [/^smtp(?:-broadcasts)?\.postmarkapp\.com$/, 'postmark'],
  [/^smtp(?:\.eu)?\.mailgun\.org$/, 'mailgun'],
  [/^smtp(?:\.eu)?\.sendgrid\.net$/, 'sendgrid'],
  [/^smtp-relay\.(?:brevo|sendinblue)\.com$/, 'brevo'],
];

/** @param host in lower case @returns undefined: its servers are not known */
export function kindOfHost(host: string): FeedbackKind | undefined {
  return HOSTS.find(([hosts]) => hosts.test(host))?.[1];
}
