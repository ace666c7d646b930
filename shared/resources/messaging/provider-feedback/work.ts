// Recording what providers said of mail: a row is one event about one recipient.
import { defineWork } from '../../../platform/work/define-work.ts';

export const feedbackWork = defineWork({
  group: 'inbound',
  queue: 'provider-feedback',
  job: 'record-feedback',
  concurrency: 4,
  table: 'provider_feedback',
  // It is about mail that was sent; an account that stands still keeps its reputation and its suppressions.
  whileSuspended: 'go on',
  lastAnswer: 'effect',
  about: `jsonb_build_object('account_id', account_id, 'provider', provider, 'result', result)`,
});

/** SQL conditions under which a row stays. A signature is valid for eight days: a replayed event must be recognized. */
export function feedbackIsInUse(): string[] {
  return [`provider_feedback.effect IS NULL OR provider_feedback.created_at > now() - interval '9 days'`];
}
