// Creates elements. Children that are not elements become text nodes, so text of a mail is never interpreted as markup.

/**
 * Creates an element.
 * @param {string} tag
 * @param {Record<string, unknown>} properties DOM properties or attributes, by their names
 * @param {...(Node | string)} children
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in node) node[name] = value;
    else node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}

/**
 * The element of the page with this id.
 * @param {string} id
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`The page has no element #${id}`);
  return node;
}
