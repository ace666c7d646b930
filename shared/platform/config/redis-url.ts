// Parses REDIS_URL: one server, the master that Sentinels name, or a Cluster. There is no common URL form for the last
// two; ours is the form of a single server with several hosts.
//
//   redis://user:password@host:6379/0
//   redis+sentinel://user:password@host:26379,host:26379/master-name/0?sentinel_username=…&sentinel_password=…
//   redis+cluster://user:password@host:6379,host:6379
//
// `rediss` instead of `redis` means TLS, also to the Sentinels. The login before the hosts is for the servers.

/** One server. */
export interface RedisNode {
  host: string;
  port: number;
}

/** The address of Redis, by kind of installation. */
export type RedisAddress =
  | { kind: 'single'; url: string }
  | ({ kind: 'sentinel'; masterName: string; database: number; sentinelLogin: RedisLogin } & RedisNodes)
  | ({ kind: 'cluster' } & RedisNodes);

/** The login that servers, or Sentinels, require. */
export interface RedisLogin {
  username: string | undefined;
  password: string | undefined;
}

interface RedisNodes extends RedisLogin {
  nodes: RedisNode[];
  tls: boolean;
}

const SEVERAL =
  /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^@/?]+)(?:\/([^/?]*))?(?:\/(\d{1,5}))?(?:\?(.+))?$/;
const DEFAULT_PORT = { sentinel: 26_379, cluster: 6_379 } as const;

/** Parses the text; undefined when it has none of the forms. */
export function parseRedisUrl(text: string): RedisAddress | undefined {
  const [, scheme, kind, login = '', hosts = '', path = '', database = '0', query] = SEVERAL.exec(text) ?? [];
  if (kind === undefined) return parseSingle(text);
  const nodes = parseNodes(hosts, DEFAULT_PORT[kind as 'sentinel' | 'cluster']);
  const credentials = parseLogin(login);
  const sentinelLogin = parseSentinelLogin(query);
  if (!nodes || !credentials || !sentinelLogin) return undefined;
  const common = { nodes, tls: scheme === 'rediss', ...credentials };
  // A cluster has no name, and only the database 0.
  if (kind === 'cluster')
    return path + (query ?? '') === '' && database === '0' ? { kind, ...common } : undefined;
  return path === ''
    ? undefined
    : { kind: 'sentinel', ...common, masterName: path, database: Number(database), sentinelLogin };
}

function parseSingle(text: string): RedisAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isRedis = url?.protocol === 'redis:' || url?.protocol === 'rediss:';
  // Several hosts need `+sentinel` or `+cluster`.
  const isOneHost = url !== undefined && url.hostname !== '' && !url.hostname.includes(',');
  return isRedis && isOneHost ? { kind: 'single', url: text } : undefined;
}

function parseNodes(hosts: string, defaultPort: number): RedisNode[] | undefined {
  const nodes = hosts.split(',').map((host) => parseNode(host, defaultPort));
  return nodes.includes(undefined) ? undefined : (nodes as RedisNode[]);
}

function parseNode(host: string, defaultPort: number): RedisNode | undefined {
  const text = `redis://${host}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.hostname === '' || url.pathname !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  const isBracketed = url.hostname.startsWith('[');
  return {
    host: isBracketed ? url.hostname.slice(1, -1) : url.hostname,
    port: url.port === '' ? defaultPort : Number(url.port),
  };
}

/** `user:password`, or `:password`, each percent-encoded. */
function parseLogin(login: string): RedisLogin | undefined {
  const [username = '', ...rest] = login.split(':');
  try {
    return {
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(rest.join(':')) || undefined,
    };
  } catch {
    return undefined;
  }
}

/** `sentinel_username=…&sentinel_password=…`, each percent-encoded and optional. */
function parseSentinelLogin(query: string | undefined): RedisLogin | undefined {
  const [, username = '', password = ''] =
    /^(?:sentinel_username=([^&=]+)(?:&|$))?(?:sentinel_password=([^&=]+))?$/.exec(query ?? '') ?? [];
  const isKnown = query === undefined || username + password !== '';
  return isKnown ? parseLogin(`${username}:${password}`) : undefined;
}
