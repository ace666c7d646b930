// Contact imports: the allowed values (enums) of fields and filters.

/** Status of an import; the last three are final. */
export const CONTACT_IMPORT_STATUSES = ['queued', 'in_progress', 'completed', 'failed', 'canceled'] as const;

/** Encodings of a file, by their names in the WHATWG Encoding Standard. */
export const CONTACT_IMPORT_ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const;
