// Suppressions: the allowed values (enums) of fields and filters.

/** Why an address is on the suppression list, in Resend's words. */
export const SUPPRESSION_ORIGINS = ['bounce', 'complaint', 'manual'] as const;
