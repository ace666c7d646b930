// Shows a failure in the words of the API: the message, the name of the error and the id of the request, which is
// what support asks for. The name links to its page. It replaces the thing that failed, with a way to try again.
import RotateCw from 'lucide-react/icons/rotate-cw';
import { BASE } from '../../api/base.ts';
import { Button } from '../controls/button.tsx';
import { Code } from '../text/code.tsx';
import { Copyable } from '../text/copyable.tsx';
import { TextWithCode } from '../text/text-with-code.tsx';
import styles from './failure-note.module.css';
import { Notice } from './notice.tsx';

interface FailureNoteProps {
  failure: { message: string; name?: string | undefined; requestId?: string | undefined };
  onRetry?: (() => void) | undefined;
  title?: string | undefined;
}

export function FailureNote({ failure, onRetry, title }: FailureNoteProps) {
  const { message, name, requestId } = failure;
  const retry = onRetry && (
    <Button size="small" icon={RotateCw} onPress={onRetry}>
      Try again
    </Button>
  );
  const word = <Code>{name}</Code>;
  return (
    <Notice kind="bad" title={title} action={retry} role="alert">
      <p>
        <TextWithCode text={message} />
      </p>
      {name && (
        <p className={styles.details}>
          {/* A name that did not come with an answer of the API has no page. */}
          {requestId ? (
            <>
              <a href={`${BASE}/docs/errors/${name}`} target="_blank" rel="noreferrer">
                {word}
              </a>
              <span>
                Request <Copyable text={requestId} label="the request id" isMono />
              </span>
            </>
          ) : (
            word
          )}
        </p>
      )}
    </Notice>
  );
}
