// Cleans the texts of a message: NUL and lone surrogates become U+FFFD, because Postgres stores neither. All that
// leaves the thread passes here, so no reader of a field has to think of it.
// @ts-check

/**
 * @template Value
 * @param {Value} value text, or anything that holds texts
 * @returns {Value}
 */
export function cleanTexts(value) {
  return /** @type {Value} */ (clean(value));
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function clean(value) {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed();
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, clean(held)]));
}
