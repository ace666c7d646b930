// JSON, pretty-printed in light colours. Each value is a span with text, never markup; all between values is one text, and
// a long document is cut after 200 lines until the person wants more, because every span costs.
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './code.module.css';
import { CodeFrame } from './code-block.tsx';

const SHOWN_LINES = 200;
/** A line of JSON.stringify: a key, strings, numbers, words; what is between them is punctuation. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g;

interface JsonProps {
  /** A value, or a text that may be JSON: a text that is not is shown unchanged. */
  value: unknown;
  label: string;
}

export function Json({ value, label }: JsonProps) {
  const [isWhole, setWhole] = useState(false);
  const { text, isJson } = pretty(value);
  const lines = text.split('\n');
  const isCut = !isWhole && lines.length > SHOWN_LINES;
  const shown = isCut ? lines.slice(0, SHOWN_LINES).join('\n') : text;
  const more = isCut ? (
    <Button size="small" onPress={() => setWhole(true)}>
      Show all {lines.length} lines
    </Button>
  ) : undefined;
  return (
    <CodeFrame label={label} title={label} copied={text} footer={more}>
      {isJson ? coloured(shown) : shown}
    </CodeFrame>
  );
}

function pretty(value: unknown): { text: string; isJson: boolean } {
  if (typeof value !== 'string') return { text: JSON.stringify(value, null, 2) ?? 'undefined', isJson: true };
  try {
    return { text: JSON.stringify(JSON.parse(value), null, 2), isJson: true };
  } catch {
    return { text: value, isJson: false };
  }
}

function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [token, string, colon, number] = match;
    // A key has the colour of the text.
    if (colon !== undefined) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    end = match.index + token.length;
    parts.push(
      <span key={match.index} className={valueClass(string, number)}>
        {token}
      </span>,
    );
  }
  parts.push(text.slice(end));
  return parts;
}

function valueClass(string: string | undefined, number: string | undefined): string | undefined {
  if (string !== undefined) return styles.string;
  return number === undefined ? styles.word : styles.number;
}
