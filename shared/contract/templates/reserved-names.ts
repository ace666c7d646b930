// Names that templates have without declaring them, or may not declare. The server reads them from sources, and the editor of
// the dashboard offers them.

/** The contact's fields that have a name of their own. A later field has none: templates may declare it as a variable. */
export const CONTACT_NAMES: ReadonlyMap<string, 'first_name' | 'last_name' | 'email'> = new Map([
  ['FIRST_NAME', 'first_name'],
  ['LAST_NAME', 'last_name'],
  ['EMAIL', 'email'],
]);

/**
 * Names of links and of the poll, and the marker that they render to: when the message is made, it is replaced by the
 * recipient's own link, or by the poll.
 */
export const LINK_MARKERS: ReadonlyMap<string, string> = new Map([
  ['UNSUBSCRIBE_URL', '{{{UNSUBSCRIBE_URL}}}'],
  ['RESEND_UNSUBSCRIBE_URL', '{{{UNSUBSCRIBE_URL}}}'],
  ['PREFERENCES_URL', '{{{PREFERENCES_URL}}}'],
  ['WEB_VERSION_URL', '{{{WEB_VERSION_URL}}}'],
  ['POLL', '{{{POLL}}}'],
]);

/** Names that cannot be declared or assigned, compared exactly: ours, then Liquid's own words. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...CONTACT_NAMES.keys(),
  ...LINK_MARKERS.keys(),
  'contact',
  'event',
  'this',
  'forloop',
  'tablerowloop',
  'true',
  'false',
  'nil',
  'null',
  'empty',
  'blank',
]);
