// Pauses and resumes all sending of the service.
import { pauseSending, resumeSending } from '../../shared/resources/foundation/sending/pause.ts';
import { readText } from '../read-words.ts';
import type { Verb } from '../verb.ts';

const REASON = 'paused by an operator';

export const pauseSendingVerb: Verb = {
  summary: 'Pauses all sending. New mail is refused with 503; queued mail waits.',
  parameters: [],
  options: { reason: { value: 'text', summary: 'the reason, for other operators; clients do not see it' } },
  audit: 'afterwards',
  async run({ reason = REASON }, { database }) {
    const pause = await pauseSending(database, readText(reason, 'reason'));
    return { object: 'sending', status: 'paused', ...pause };
  },
};

export const resumeSendingVerb: Verb = {
  summary: 'Resumes all sending. New mail is accepted, and queued mail is sent.',
  parameters: [],
  options: {},
  audit: 'afterwards',
  async run(_words, { database }) {
    await resumeSending(database);
    return { object: 'sending', status: 'on' };
  },
};
