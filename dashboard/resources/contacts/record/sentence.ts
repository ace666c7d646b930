// Why mail comes to a person, or does not, in a sentence: what stops all mail first, then what they have said no to, then
// what they get. Pure.
import type { Contact, Person } from '../../../api/generated/types.ts';
import { shortDate } from '../../../format/time.ts';

/** The most names that are listed; for more, only their number is shown. */
const NAMES_MAX = 3;

const SUPPRESSED: Readonly<Record<NonNullable<Contact['suppressed']>['origin'], string>> = {
  bounce: 'Gets nothing: mail to this address bounced',
  complaint: 'Gets nothing: they reported your mail as spam',
  manual: 'Gets nothing: you suppressed this address',
};

/**
 * The sentence.
 * @param person what the address has decided
 */
export function mailSentence(
  { suppressed, unsubscribed }: Pick<Contact, 'suppressed' | 'unsubscribed'>,
  { unsubscribed: decided, topics }: Pick<Person, 'unsubscribed' | 'topics'>,
  now: Date,
): string {
  const on = (since: string | null | undefined) => (since ? ` on ${shortDate(new Date(since), now)}` : '');
  if (suppressed) return `${SUPPRESSED[suppressed.origin]}${on(suppressed.since)}.`;
  if (unsubscribed) {
    const { since, by } = decided ?? {};
    const who = by === 'account' ? 'You unsubscribed this contact' : 'They unsubscribed';
    const said = by === undefined ? '' : ` ${who}${on(since)}.`;
    return `Gets only essential mail, such as receipts.${said}`;
  }
  const gets = topics.filter(({ subscription }) => subscription === 'opt_in').map(({ name }) => name);
  const left = topics.filter(({ subscription, since }) => subscription === 'opt_out' && since !== null);
  return [topics.length === 0 ? 'Gets all your mail.' : getsWords(gets), leftWords(left, on)]
    .filter(Boolean)
    .join(' ');
}

function getsWords(names: readonly string[]): string {
  return names.length === 0 ? 'Gets only mail without a topic.' : `Gets ${listed(names)}.`;
}

type Left = Person['topics'];

function leftWords(left: Left, on: (since: string | null) => string): string {
  const [first] = left;
  if (!first) return '';
  const names = listed(left.map(({ name }) => name));
  const areAlike = left.every(({ by }) => by === first.by);
  const when = left.length === 1 ? on(first.since) : '';
  if (!areAlike) return `Does not get ${names}.`;
  return first.by === 'person' ? `They left ${names}${when}.` : `You removed them from ${names}${when}.`;
}

/** "News", "News and Tips", "News, Tips and 3 more topics" */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX);
  const more = names.length - shown.length;
  const parts = more === 0 ? shown : [...shown, `${more} more ${more === 1 ? 'topic' : 'topics'}`];
  const last = parts.at(-1) ?? '';
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
