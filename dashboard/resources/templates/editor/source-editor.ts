// What the two editors of a template have in common: the source that they edit, and what they know of it.

/** The source of a template: what one edits of it, and what mail is made from. It is one thing to save and to choose from. */
export interface EditedSource {
  editor: 'code' | 'write';
  /** The document of the visual editor; null: there is none. */
  document: unknown;
  html: string;
  /** Null: it is made from the html. Empty: mail has none. */
  text: string | null;
}

/** An editor. */
export interface SourceEditorProps {
  source: EditedSource;
  /** The names that may be used in braces. */
  names: readonly string[];
  isReadOnly: boolean;
  onChange(source: EditedSource): void;
}

/** A place in a field, from 1. */
export interface SourcePlace {
  field: string;
  line: number;
  column: number;
}
