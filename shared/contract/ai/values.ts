// AI: the allowed values (enums) of fields.

/** The parts of a template that can be rewritten alone. */
export const TEMPLATE_PARTS = ['subject', 'html', 'text'] as const;
