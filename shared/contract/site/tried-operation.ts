// What the page of an operation needs to send a request of it: the build takes it from the description of the API, and the
// page makes a form of it.

/** How a field is typed in. `list`: a text, or several in a JSON list. */
export type TriedKind = 'text' | 'long' | 'number' | 'choice' | 'list' | 'json';

/** A field of the form. */
export interface TriedField {
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  kind: TriedKind;
  isRequired?: true;
  /** The values of a choice, as JSON. */
  choices?: string[];
  /** The initial value. */
  given?: string;
}

/** An operation that a key may call. */
export interface TriedOperation {
  /** The anchor of its part of the page. */
  anchor: string;
  method: string;
  /** The path with `{id}`. */
  path: string;
  fields: TriedField[];
  /** The body is one value, that of the field `body`, and not an object of fields. */
  isWholeBody?: true;
}
