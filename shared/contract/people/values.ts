// People: the allowed values (enums) of fields.

/** Who has decided for an address: its person, on a page or by a mail client, or the account, through the API. */
export const DECIDED_BY = ['person', 'account'] as const;
