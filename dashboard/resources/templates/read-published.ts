// Published templates, to choose one from.
import { callUntil } from '../../api/call.ts';

const OFFERED = 20;

/**
 * Reads published templates as options of a field.
 * @throws ApiFailure
 */
export async function readPublished(text: string, signal: AbortSignal) {
  const query = { limit: OFFERED, status: 'published' as const, ...(text !== '' && { q: text }) };
  const { data } = await callUntil(signal, 'listTemplates', { query });
  return data.map(({ id, name, alias }) => ({ id, label: name, ...(alias !== null && { hint: alias }) }));
}
