// A value that is expected above the one that was found, with the differing characters marked. The texts are foreign:
// text nodes, in boxes of a bounded height.
import { useMemo } from 'react';
import { useReachableScroll } from '../use-reachable-scroll.ts';
import { type CharacterDifference, characterDifference, type Piece } from './character-difference.ts';
import styles from './difference.module.css';

interface DifferenceProps {
  expected: string;
  found: string;
  /** The label of the found value, where there are several. */
  foundLabel?: string | undefined;
}

export function Difference({ expected, found, foundLabel = 'Found' }: DifferenceProps) {
  const difference = useMemo(() => characterDifference(expected, found), [expected, found]);
  const isAllDifferent = [...difference.expected, ...difference.found].every((piece) => piece.isDifferent);
  return (
    <div className={styles.difference}>
      <Side label="Expected" pieces={difference.expected} isPlain={isAllDifferent} />
      <Side label={foundLabel} pieces={difference.found} isPlain={isAllDifferent} />
      <p className={styles.note}>{differenceWords(difference, isAllDifferent)}</p>
    </div>
  );
}

function differenceWords({ firstAt, isOnlyThere }: CharacterDifference, isAllDifferent: boolean): string {
  if (firstAt === undefined) return 'The values are the same.';
  if (isAllDifferent) return 'The values differ from the first character.';
  return isOnlyThere
    ? `The values differ only in character ${firstAt}.`
    : `The values first differ at character ${firstAt}.`;
}

interface SideProps {
  label: string;
  pieces: readonly Piece[];
  /** Marks that are on all of it say nothing. */
  isPlain: boolean;
}

function Side({ label, pieces, isPlain }: SideProps) {
  const text = useReachableScroll<HTMLElement>();
  return (
    <div className={styles.side}>
      <span className={styles.label}>{label}</span>
      <code ref={text} className={styles.text}>
        {pieces.map(({ text: each, isDifferent }, index) =>
          isDifferent && !isPlain ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and are drawn at once.
            <mark key={index} className={styles.different}>
              {seen(each)}
            </mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <span key={index}>{each}</span>
          ),
        )}
      </code>
    </div>
  );
}

/** Shows invisible characters as signs: a space at the end of a value is a mistake that cannot be seen. */
function seen(text: string): string {
  return text
    .replaceAll(' ', '␣')
    .replaceAll('\n', '↵')
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Zs}]/gu,
      (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
}
