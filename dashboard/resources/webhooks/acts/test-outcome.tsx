// What came back to a test event: whether it was delivered, with which status and after how long, and the answer.
import type { WebhookTest } from '../../../api/generated/types.ts';
import { Notice } from '../../../design/feedback/notice.tsx';
import { duration } from '../../../format/time.ts';
import { AnswerBody } from '../failure/attempt-answer.tsx';

interface TestOutcomeProps {
  test: WebhookTest;
  /** The next step after the delivery. */
  next?: string | undefined;
}

/** The outcome. */
export function TestOutcome({ test, next }: TestOutcomeProps) {
  const { delivered, status_code, duration_ms, response } = test;
  const answer = status_code === null ? 'No answer' : `Answered ${status_code}`;
  return (
    <>
      <Notice
        kind={delivered ? 'good' : 'bad'}
        title={delivered ? 'Delivered' : 'Not delivered'}
        role={delivered ? 'status' : 'alert'}
      >
        {answer} after {duration(duration_ms)}.{status_code === null && response !== null && ` ${response}`}
        {delivered && next !== undefined && ` ${next}`}
      </Notice>
      {status_code !== null && <AnswerBody body={response} />}
    </>
  );
}
