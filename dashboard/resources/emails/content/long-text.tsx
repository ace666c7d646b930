// A text of any length: the start at once, the whole on request, in pieces that the browser lays out only when they come
// into view. Ten megabytes in one piece would stop the page for seconds.
import { useState } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { CodeFrame } from '../../../design/text/code-block.tsx';
import css from './content.module.css';
import { piecesOf, sizeInWords, startOf } from './text-pieces.ts';

/** The text. */
export function LongText({ text, label }: { text: string; label: string }) {
  const [isWhole, setWhole] = useState(false);
  const start = startOf(text);
  const isCut = start.length < text.length;
  const more = (
    <Button size="small" onPress={() => setWhole(true)}>
      Show all {sizeInWords(text.length)}
    </Button>
  );
  return (
    <CodeFrame label={label} title={label} copied={text} footer={isCut && !isWhole ? more : undefined} isTall>
      {isWhole && isCut
        ? piecesOf(text).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
            <span key={index} className={css['piece']}>
              {piece}
            </span>
          ))
        : start}
    </CodeFrame>
  );
}
