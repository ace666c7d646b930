// Templates: the forms of their names. A template is found by its id or by its alias, so an alias never has the form of
// an id.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ALIAS = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** True for a text that can be the alias of a template. */
export function isTemplateAlias(text: string): boolean {
  return ALIAS.test(text) && !UUID.test(text);
}

/** True for a text that can be the id or the alias of a template. */
export function isTemplateName(text: string): boolean {
  return ALIAS.test(text);
}
