// All stored secrets, which are encrypted with SECRET_KEY (shared/platform/db/stored-secrets.ts), from the manifests.
import { MANIFESTS } from './resources.ts';

const isDkimKey = ({ table }: { table: string }) => Number(table === 'dkim_keys');

/** DKIM keys first: without them no mail is signed. */
export const SECRET_KINDS = MANIFESTS.flatMap(({ secrets = [] }) => secrets).toSorted(
  (a, b) => isDkimKey(b) - isDkimKey(a),
);
