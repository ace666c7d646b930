// Contact properties: the allowed values (enums) of fields.

/** What the values of a property are. */
export const CONTACT_PROPERTY_TYPES = ['string', 'number', 'boolean', 'date'] as const;
