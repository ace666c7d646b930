// What an endpoint answered to an attempt, to read: why there was no answer, or its body in the form that says most, and
// its headers on request. It is text of others: text nodes only, of a bounded height.
import { useState } from 'react';
import type { WebhookAttempt } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { CodeBlock } from '../../../design/text/code-block.tsx';
import { Json } from '../../../design/text/json.tsx';
import { readableAnswer } from './answer-text.ts';
import css from './failure.module.css';
import { headerLines } from './header-lines.ts';

type Answer = Pick<WebhookAttempt, 'error' | 'response' | 'response_headers'>;

/** The answer. */
export function AttemptAnswer({ attempt }: { attempt: Answer }) {
  const headers = headerLines(attempt.response_headers);
  return (
    <Stack gap={2}>
      {attempt.error !== null && <p>{attempt.error}</p>}
      <AnswerBody body={attempt.response} />
      {headers.length > 0 && (
        <details className={css['details']}>
          <summary className={css['summary']}>Response headers ({headers.length})</summary>
          <CodeBlock code={headers.join('\n')} label="Response headers" />
        </details>
      )}
    </Stack>
  );
}

/** The body alone. @param body the beginning of it, as the API keeps it */
export function AnswerBody({ body }: { body: string | null }) {
  const [isRaw, setRaw] = useState(false);
  const { kind, text } = readableAnswer(body);
  if (kind === 'nothing') return null;
  return (
    <div className={css['body']}>
      {kind === 'json' && <Json value={text} label="Response" />}
      {kind === 'text' && <CodeBlock code={text} label="Response" />}
      {kind === 'bytes' && <CodeBlock code={text} label="Response (not text)" />}
      {kind === 'html' && (
        <Stack gap={2} align="flex-start">
          <div className={css['whole']}>
            <CodeBlock
              code={isRaw ? (body ?? '') : text}
              label={isRaw ? 'Response (HTML)' : 'Response (text of the HTML)'}
            />
          </div>
          <Button size="small" variant="quiet" onPress={() => setRaw(!isRaw)}>
            {isRaw ? 'Show text only' : 'Show HTML'}
          </Button>
        </Stack>
      )}
    </div>
  );
}
