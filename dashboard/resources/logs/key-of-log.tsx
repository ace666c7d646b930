// The API key of a logged request: its name, as a link to it while it exists.
import { Link } from 'wouter';
import { useCall } from '../../api/use-call.ts';
import { Copyable } from '../../design/text/copyable.tsx';

/** The key. It is searched among the newest keys: reading a revoked one by its id is an error. */
export function KeyOfLog({ id }: { id: string | null }) {
  const { data: keys } = useCall('listApiKeys', { query: { limit: 100 } }, { isEnabled: id !== null });
  if (id === null) return '–';
  const key = keys?.data.find((each) => each.id === id);
  if (key) {
    return (
      <Link href={`/api-keys/${id}`}>
        {key.name} <code>{key.prefix}…</code>
      </Link>
    );
  }
  return (
    <>
      <Copyable text={id} label="the id of the key" isMono />
      {keys?.has_more === false && ' (revoked)'}
    </>
  );
}
