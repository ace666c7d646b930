// One line for the people who run the service, while rows of its work are stuck or held back: a link to the page of work.
// It is at the side of the title, which has its place already, so nothing moves when it comes. Webhooks that fail are named
// below it, each to its own account, so what they hold back is not counted twice.
import { useWorkNowAndThen } from '../../api/work.ts';
import { ButtonLink } from '../../design/controls/button.tsx';
import { Dot } from '../../design/text/status.tsx';
import { needWords } from '../work/words.ts';
import css from './overview.module.css';

/** The line; nothing where nothing needs an operator. */
export function WorkLine() {
  const data = useWorkNowAndThen()?.map((kind) => (kind.queue === 'webhook' ? { ...kind, held: 0 } : kind));
  const words = data && needWords(data);
  if (!words) return null;
  return (
    <ButtonLink href="/work">
      <span className={css['need']}>
        <Dot tone={data.some(({ stuck }) => stuck > 0) ? 'bad' : 'warn'} />
        {words}
      </span>
    </ButtonLink>
  );
}
