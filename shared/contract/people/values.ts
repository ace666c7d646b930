// People: the allowed values (enums) of fields.

/** The deciders for an address: its person, on a page or by a mail client, or the account, through the API. */
export const DECIDED_BY = ['person', 'account'] as const;

/** The actors of an entry in a timeline. */
export const TIMELINE_ACTORS = ['api_key', 'member', 'person', 'event', 'import', 'operator'] as const;

/** The types of an entry in a timeline. */
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
