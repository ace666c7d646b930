// Contacts: the allowed values (enums) of fields and filters.

/** How a batch or an import treats an address that is a contact already. `upsert` is another word for `update`. */
export const CONTACT_CONFLICT_MODES = ['update', 'upsert', 'skip'] as const;

/** Whether opens and clicks of the address may be recorded. */
export const CONTACT_TRACKING = ['allowed', 'refused'] as const;
