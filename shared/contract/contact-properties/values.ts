// Contact properties: the allowed values (enums) of fields.

/** The types of a property's values. */
export const CONTACT_PROPERTY_TYPES = ['string', 'number', 'boolean', 'date'] as const;
