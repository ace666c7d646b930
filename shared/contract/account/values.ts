// The account: the allowed values (enums) of fields.

/** States of a request for production access. */
export const ACCESS_REQUEST_STATUSES = ['pending', 'granted', 'denied'] as const;

/** Why an account is suspended: by the operator, or because it will be deleted. */
export const SUSPENSION_CAUSES = ['operator', 'deletion'] as const;

/** States of an address that an account in the sandbox may send to: the mailed link was not used yet, or it was. */
export const CONFIRMED_ADDRESS_STATUSES = ['pending', 'confirmed'] as const;
