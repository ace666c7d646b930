// JSON, pretty-printed in light colours. Each token is a span with text, never markup; a long document is cut after
// 400 lines until it is asked for, because every span costs.
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './code.module.css';
import { CodeFrame } from './code-block.tsx';

const SHOWN_LINES = 400;
/** A line of JSON.stringify: a key, strings, numbers, words; what is between them is punctuation. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g;

interface JsonProps {
  /** A value, or a text that may be JSON: a text that is not is shown unchanged. */
  value: unknown;
  label: string;
}

export function Json({ value, label }: JsonProps) {
  const [isWhole, setWhole] = useState(false);
  const text = prettyText(value);
  const lines = text.split('\n');
  const shown = isWhole ? lines : lines.slice(0, SHOWN_LINES);
  const more =
    shown.length < lines.length ? (
      <Button size="small" onPress={() => setWhole(true)}>
        Show all {lines.length} lines
      </Button>
    ) : undefined;
  return (
    <CodeFrame label={label} title={label} copied={text} footer={more}>
      {shown.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one document never move.
        <Line key={index} text={line} />
      ))}
    </CodeFrame>
  );
}

function prettyText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? 'undefined';
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

function Line({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    parts.push(
      <span key={match.index} className={tokenClass(match)}>
        {match[0]}
      </span>,
    );
  }
  parts.push(text.slice(end), '\n');
  return parts;
}

function tokenClass([, string, colon, number]: RegExpExecArray): string | undefined {
  if (string !== undefined) return colon === undefined ? styles.string : styles.key;
  return number === undefined ? styles.word : styles.number;
}
