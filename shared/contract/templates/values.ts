// Templates: the allowed values (enums) of fields.

/** Whether a template has a published version. */
export const TEMPLATE_STATUSES = ['draft', 'published'] as const;

/**
 * The statuses of a version: emails are made from `published`; `superseded` is every other version except the draft.
 */
export const TEMPLATE_VERSION_STATUSES = ['draft', 'published', 'superseded'] as const;

/** Types of variables. */
export const TEMPLATE_VARIABLE_TYPES = ['string', 'number', 'boolean', 'list', 'object'] as const;

/** How the template is edited: as source, or as a document in the visual editor. */
export const TEMPLATE_EDITORS = ['code', 'write'] as const;
