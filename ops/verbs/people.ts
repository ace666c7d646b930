// Verbs for people who cannot sign in any more, and for sessions that must end.
import { addressKey } from '../../shared/mail/addresses.ts';
import { LINK_LIFE_MS, linkUrl } from '../../shared/resources/people/one-time-links/link.ts';
import {
  createResetLink,
  endSessionsOf,
  removeSecondFactorOf,
} from '../../shared/resources/people/people/operators.ts';
import { readAddress } from '../read-words.ts';
import type { Verb } from '../verb.ts';

export const resetPasswordVerb: Verb = {
  summary: 'Prints a password reset link for a person, once.',
  parameters: ['address'],
  options: {},
  audit: 'in transaction',
  async run({ address = '' }, { database, ids, service, act }) {
    const email = addressKey(readAddress(address));
    const token = await createResetLink({ database, ids }, email, act);
    return {
      object: 'password_reset_link',
      email,
      url: linkUrl(service.publicUrl, 'password_reset', token),
      expires_at: new Date(act.now.getTime() + LINK_LIFE_MS.password_reset),
    };
  },
};

export const removeSecondFactorVerb: Verb = {
  summary: 'Removes the second factor of a person, and ends all of their sessions.',
  parameters: ['address'],
  options: {},
  audit: 'in transaction',
  async run({ address = '' }, { database, ids, act }) {
    const email = addressKey(readAddress(address));
    const { id, name, hasSecondFactor } = await removeSecondFactorOf({ database, ids }, email, act);
    return { object: 'person', id, email, name, second_factor: hasSecondFactor };
  },
};

export const endSessionsVerb: Verb = {
  summary: 'Ends all sessions of a person, or of all members of an account. They must sign in again.',
  parameters: ['account|person'],
  options: {},
  audit: 'in transaction',
  async run(words, { database, ids, act }) {
    const subject = readSubject(words['account|person'] ?? '');
    const people = await endSessionsOf({ database, ids }, subject, act);
    const data = people.map(({ id, email, name, endedSessions }) => {
      return { object: 'person', id, email, name, ended_sessions: endedSessions };
    });
    return { object: 'list', data };
  },
};

/** An id, or the address of a person. */
function readSubject(text: string): { id: string } | { email: string } {
  return text.includes('@') ? { email: addressKey(readAddress(text)) } : { id: text };
}
