// What is wrong with a template, or may be, each with the place to which a press leads.
import { Button } from '../../../design/controls/button.tsx';
import { Status } from '../../../design/text/status.tsx';
import { TextWithCode } from '../../../design/text/text-with-code.tsx';
import css from './editor.module.css';
import type { SourcePlace } from './source-editor.ts';
import { TEMPLATE_LABELS } from './template-draft.ts';

/** A sentence, with its place as far as that is known. */
export interface FoundPlace {
  level: 'error' | 'warning';
  message: string;
  field?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
}

interface PlaceListProps {
  places: readonly FoundPlace[];
  /** Whether the source is one of the visual editor, which shows no lines. */
  isWritten?: boolean | undefined;
  onJump(place: SourcePlace): void;
}

const LEVELS = {
  error: { status: 'failed', label: 'Error' },
  warning: { status: 'missed', label: 'Warning' },
} as const;
const CODE: Readonly<Record<string, string>> = { html: 'HTML', text: 'Text' };
const FIELDS: Readonly<Record<string, string>> = { ...TEMPLATE_LABELS, ...CODE };

/** The list. */
export function PlaceList({ places, isWritten = false, onJump }: PlaceListProps) {
  return (
    <ul className={css['places']}>
      {places.map(({ level, message, field, line, column }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same.
        <li key={index} className={css['place']}>
          <Status {...LEVELS[level]} />
          <span className={css['message']}>
            <TextWithCode text={message} />
          </span>
          {field !== undefined && field in FIELDS && (
            <Button
              size="small"
              variant="quiet"
              onPress={() => onJump({ field, line: line ?? 1, column: column ?? 1 })}
            >
              {isWritten && field in CODE ? 'Content' : placeWords(field, line, column)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function placeWords(field: string, line: number | undefined, column: number | undefined): string {
  const name = FIELDS[field] ?? field;
  if (line === undefined) return name;
  return column === undefined ? `${name}, line ${line}` : `${name}, line ${line}, column ${column}`;
}
