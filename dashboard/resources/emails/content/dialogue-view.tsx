// What was said to mail servers in the last try to send to each recipient: folded, one block a server. Most of it is text of
// others, so text nodes only.
import { CodeBlock } from '../../../design/text/code-block.tsx';
import { Time } from '../../../design/text/time.tsx';
import css from './content.module.css';
import { aboutOf, byRecipient, type Dialogue, linesOf } from './dialogue-words.ts';

/** The dialogues of all recipients. */
export function DialogueView({ dialogue }: { dialogue: readonly Dialogue[] }) {
  if (dialogue.length === 0) return <p className={css['none']}>No delivery attempts are stored.</p>;
  return (
    <ul className={css['rows']}>
      {byRecipient(dialogue).map(([recipient, parts]) => (
        <li key={recipient} className={css['dialogue']}>
          <details>
            <summary>{recipient}</summary>
            <div className={css['servers']}>
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one server may be tried twice, and parts keep their order.
                <Server key={index} part={part} />
              ))}
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

function Server({ part }: { part: Dialogue }) {
  return (
    <div className={css['server']}>
      <p className={css['about']}>
        {aboutOf(part)} Begun <Time at={part.opened_at} />.
      </p>
      <CodeBlock code={linesOf(part)} label={part.server} />
    </div>
  );
}
