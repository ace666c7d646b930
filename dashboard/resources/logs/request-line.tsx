// A request in one line: its method and its path.
import css from './request-line.module.css';

/** The line; the path is text of strangers, and may be long. */
export function RequestLine({ method, endpoint }: { method: string; endpoint: string }) {
  return (
    <code className={css['line']}>
      <span className={css['method']}>{method}</span> {endpoint}
    </code>
  );
}
