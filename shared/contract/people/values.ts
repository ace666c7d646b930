// People: the allowed values (enums) of fields.

/** Who has decided for an address: its person, on a page or by a mail client, or the account, through the API. */
export const DECIDED_BY = ['person', 'account'] as const;

/** Who has done what an entry of a timeline says. */
export const TIMELINE_ACTORS = ['api_key', 'member', 'person', 'event', 'import', 'operator'] as const;

/** What an entry of a timeline is about. */
export const TIMELINE_TYPES = [
  'email',
  'email.refused',
  'event',
  'event.refused',
  'automation_run',
  'campaign.left_out',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.imported',
  'preferences.changed',
  'suppression.added',
  'suppression.removed',
] as const;
