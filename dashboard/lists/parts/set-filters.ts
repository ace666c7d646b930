// The filters of a list that are set, in words, for the chips that stand for them where the list has little room.
import type { FieldControl } from './filter.tsx';
import { periodWords } from './period-filter.tsx';

/** A filter that only links set. */
export interface LinkControl {
  kind: 'link';
  name: string;
  label: string;
  /** The words for its value, if that is an id. */
  words?: string | undefined;
}

/** A filter that is set. */
export interface SetFilter {
  /** The names of the parameters that it sets. */
  names: readonly string[];
  /** `Status: Bounced` */
  text: string;
}

type Values = Readonly<Record<string, string>>;
type Control = FieldControl | LinkControl;

/** The filters of some controls. */
export function setFiltersOf(controls: readonly Control[], filters: Values): SetFilter[] {
  return controls.flatMap((control) => {
    const names = control.kind === 'period' ? [control.name, 'until'] : [control.name];
    if (names.every((name) => filters[name] === undefined)) return [];
    return [{ names, text: `${shortLabelOf(control)}: ${wordsOf(control, filters)}` }];
  });
}

function shortLabelOf(control: Control): string {
  return control.kind === 'text' ? (control.short ?? control.label) : control.label;
}

function wordsOf(control: Control, filters: Values): string {
  const value = filters[control.name] ?? '';
  if (control.kind === 'period') return periodWords({ since: value, until: filters['until'] ?? '' });
  if (control.kind === 'sought' || control.kind === 'link') return control.words ?? value;
  if (control.kind !== 'choice') return value;
  return control.options.find(({ id }) => id === value)?.label ?? value;
}
