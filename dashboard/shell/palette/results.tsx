// What the palette has found, under its headings: two columns while nothing is typed, else one, in which a name has room.
import { Kbd } from '../../design/text/kbd.tsx';
import type { Entry } from './find-entries.ts';
import css from './palette.module.css';

interface ResultsProps {
  id: string;
  found: readonly Entry[];
  chosen: Entry | undefined;
  isInColumns: boolean;
  onChoose(entry: Entry): void;
}

/** The list. */
export function Results({ id, found, chosen, isInColumns, onChoose }: ResultsProps) {
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <div id={id} role="listbox" aria-label="Results" className={css['results']}>
      <div className={css['groups']} data-columns={isInColumns || undefined}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has no fieldsets.
          <div key={group} role="group" aria-label={group || undefined} className={css['group']}>
            {group !== '' && (
              <div className={css['heading']} aria-hidden>
                {group}
              </div>
            )}
            {found
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Option
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  entry={entry}
                  isChosen={entry === chosen}
                  onChoose={onChoose}
                />
              ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onChoose(entry: Entry): void;
}

function Option({ id, entry, isChosen, onChoose }: OptionProps) {
  const { label, detail, keys, refusal } = entry;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={refusal !== undefined || undefined}
      className={css['entry']}
      onClick={() => onChoose(entry)}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <span className={css['label']}>{label}</span>
      {detail && <span className={css['detail']}>{detail}</span>}
      {keys !== undefined && <Kbd keys={keys} />}
    </div>
  );
}
