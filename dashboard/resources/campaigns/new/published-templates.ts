// The templates from which mail can be made, for a field that looks for one by its name.
import { callUntil } from '../../../api/call.ts';

/** The number of offered options. */
const OFFERED = 20;

/** `read` of a `ComboBox`. */
export async function readPublishedTemplates(text: string, signal: AbortSignal) {
  const query = { limit: OFFERED, status: 'published' as const, ...(text !== '' && { q: text }) };
  const { data } = await callUntil(signal, 'listTemplates', { query });
  return data.map(({ id, name, alias }) => ({ id, label: name, ...(alias !== null && { hint: alias }) }));
}
