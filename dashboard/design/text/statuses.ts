// Every status word of the product and what it means to a person: its tone, and whether it is not final (its dot is a
// ring then, so that the difference does not rest on colour alone).
export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'accent' | 'neutral';

export interface StatusStyle {
  tone: Tone;
  isOpen: boolean;
}

const done = (tone: Tone): StatusStyle => ({ tone, isOpen: false });
const open = (tone: Tone): StatusStyle => ({ tone, isOpen: true });

const LOOKS: Readonly<Record<string, StatusStyle>> = {
  // emails and recipients
  scheduled: open('info'),
  queued: open('info'),
  pending: open('neutral'),
  sending: open('info'),
  sent: done('info'),
  delivered: done('good'),
  delivery_delayed: open('warn'),
  opened: done('good'),
  clicked: done('good'),
  bounced: done('bad'),
  complained: done('bad'),
  suppressed: done('warn'),
  failed: done('bad'),
  partially_failed: done('warn'),
  canceled: done('neutral'),
  cancelled: done('neutral'),
  received: done('info'),
  // webhooks
  success: done('good'),
  succeeded: done('good'),
  attempting: open('info'),
  enabled: done('good'),
  disabled: done('neutral'),
  failing: open('bad'),
  // suppressions
  bounce: done('bad'),
  complaint: done('bad'),
  manual: done('neutral'),
  // domains
  verified: done('good'),
  not_started: open('neutral'),
  partially_verified: open('warn'),
  temporary_failure: open('warn'),
  // campaigns
  testing: open('info'),
  paused: open('warn'),
  // work: imports, batches, automations, runs
  draft: open('neutral'),
  published: done('good'),
  changed_since: open('info'),
  superseded: done('neutral'),
  waiting: open('neutral'),
  due: open('info'),
  stuck: done('warn'),
  blocked: done('warn'),
  running: open('info'),
  in_progress: open('info'),
  completed: done('good'),
  skipped: done('neutral'),
  missed: done('warn'),
  expired: done('neutral'),
  // accounts, members, access
  active: done('good'),
  invited: open('info'),
  confirmed: done('good'),
  granted: done('good'),
  denied: done('bad'),
  revoked: done('neutral'),
  // contacts
  subscribed: done('good'),
  unsubscribed: done('neutral'),
};

/** The look of a status; of an HTTP status code by its class (RFC 9110 §15); neutral for an unknown word. */
export function statusStyle(status: string): StatusStyle {
  const known = LOOKS[status];
  if (known !== undefined) return known;
  if (!/^[1-5]\d\d$/.test(status)) return done('neutral');
  if (status.startsWith('5')) return done('bad');
  if (status.startsWith('4')) return done('warn');
  return done(status.startsWith('2') ? 'good' : 'neutral');
}

/** The words of a status: `delivery_delayed` is "delivery delayed". */
export function statusWords(status: string): string {
  return status.replaceAll('_', ' ');
}
