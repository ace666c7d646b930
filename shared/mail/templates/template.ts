// The types of mail templates: declared variables, values, rendered fields, and the two errors that the template
// engine throws. A template is compiled once (compile.ts), its names are checked (analyse.ts), and it is rendered for
// each mail (render.ts). See docs/architecture/templates.md.
import type { FieldsByColumn } from '../../contract/contacts/fields.ts';
import type { MailContent, MailFieldName } from '../../contract/mail/fields.ts';
import type { TEMPLATE_VARIABLE_TYPES } from '../../contract/templates/values.ts';

export type VariableType = (typeof TEMPLATE_VARIABLE_TYPES)[number];

export interface DeclaredVariable {
  key: string;
  type: VariableType;
  /** null: none */
  fallbackValue: unknown;
}

/** The recipient's contact. The fallback values of its properties are already in `properties`. */
export interface TemplateContact extends FieldsByColumn<string | null> {
  email: string;
  unsubscribed: boolean;
  properties: Readonly<Record<string, unknown>>;
}

/** The values of a render: data as JSON has it. Nothing in it is ever called. */
export interface TemplateValues {
  variables: Readonly<Record<string, unknown>>;
  contact: TemplateContact | undefined;
  /** The event that started the automation. */
  event?: Readonly<Record<string, unknown>>;
  /** The time that `{{ "now" | date: "%Y" }}` shows. Without it such an output is an error. */
  now?: Date;
}

export interface RenderedTemplate extends MailContent {
  replyTo: string[];
  /** The values of the contact that were printed and are empty without a fallback, as the source calls them. */
  emptyNames: string[];
}

/** A fault in the source. Line and column count from 1; a column is a UTF-16 code unit. */
export interface TemplateProblem {
  field: MailFieldName;
  line: number;
  column: number;
  message: string;
}

/** The source cannot be parsed. There is at least one problem, the first one of each faulty field. */
export class TemplateSyntaxError extends Error {
  readonly problems: readonly TemplateProblem[];

  constructor(problems: readonly [TemplateProblem, ...TemplateProblem[]]) {
    const [{ field, line, column, message }] = problems;
    super(`\`${field}\`, line ${line}, column ${column}: ${message}`);
    this.name = 'TemplateSyntaxError';
    this.problems = problems;
  }
}

/** The template cannot be rendered with these values. The message is a sentence for the clients of the API. */
export class TemplateRenderError extends Error {
  /** The field that was rendered; null when the values are refused before any field is rendered. */
  field: MailFieldName | null = null;
  /** The variable at fault, if one is. */
  readonly variable: string | null;

  constructor(message: string, variable: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TemplateRenderError';
    this.variable = variable;
  }
}
